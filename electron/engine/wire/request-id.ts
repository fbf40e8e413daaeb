// The id of a JSON-RPC request that is there as text, which its answers must carry.

import { isObject, memberOf } from '#shared/a2a/json-kinds.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import type { ExchangeFacts } from './reading.ts'

/** A request without an id is a notification; of an id that is none nothing is known. */
export function idIn(text: string): Pick<ExchangeFacts, 'requestId' | 'isNotification'> {
  const request = jsonIn(text)
  if (!isObject(request)) return {}
  const id = memberOf(request, 'id')
  if (id === undefined) return { isNotification: true }
  return typeof id === 'string' || typeof id === 'number' || id === null ? { requestId: id } : {}
}
