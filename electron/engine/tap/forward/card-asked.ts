// Whether a request asks for the agent's card, in any of the ways that a version has, and where in the answer the card is then.

import type { RawHeaders } from '#shared/record/entry.ts'
import type { KeptBytes } from '../../kept-bytes.ts'
import { foundCall } from '../found-call.ts'
import type { SpokenAt } from './routes.ts'

interface CardAsk {
  readonly method: string
  readonly url: string
  readonly headers: RawHeaders
  readonly body: Pick<KeptBytes, 'bytes' | 'seenBytes'>
}

/** A pointer into the answer: all of it, or the result of JSON-RPC. */
export type CardPointer = '' | '/result'

// Of a request over JSON-RPC that may ask for the extended card; what is longer is taken for another.
const maxCardAskBytes = 64 * 1024

const documentPath = /\/(\.well-known\/agent(-card)?\.json|agent\/authenticatedExtendedCard)$/
const restPath = /\/(v1\/card|extendedAgentCard)$/

export function cardAsked(
  { method, url, headers, body }: CardAsk,
  of: { readonly cardUrl: string; readonly spoken: readonly SpokenAt[] },
): CardPointer | undefined {
  if (method === 'GET') {
    const path = /^[^?#]*/.exec(url)?.[0] ?? ''
    return url === of.cardUrl || documentPath.test(path) || restPath.test(path) ? '' : undefined
  }
  if (method !== 'POST' || body.seenBytes() > maxCardAskBytes) return undefined
  const text = body.bytes().toString('utf8')
  if (!/Extended(Agent)?Card/.test(text)) return undefined
  const { operation, binding } = foundCall(of, { method, url, headers, body: text }).facts
  return operation === 'extended-card' && binding === 'JSONRPC' ? '/result' : undefined
}
