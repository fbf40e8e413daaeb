// The HTTP request of a call, and additions to its query.

import type { HeaderList, WireCall } from '#shared/a2a/dialect.ts'
import { httpRequestOf } from '#shared/a2a/http-request.ts'
import { isObject, memberOf } from '#shared/a2a/json-kinds.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import type { HttpRequest } from './http.ts'
import type { ExchangeFacts } from './reading.ts'

/** `requestId` is the id of a JSON-RPC request; other bindings have none. */
export function prepareRequest(
  call: Exclude<WireCall, { readonly binding: 'GRPC' }>,
  baseUrl: string,
  headers: HeaderList,
  requestId: string,
): HttpRequest {
  const { body, ...request } = httpRequestOf(call, baseUrl, headers, requestId)
  return body === undefined ? request : { ...request, body: Buffer.from(JSON.stringify(body)) }
}

/** The call's name in lists. */
export function callLabelOf(call: WireCall): string {
  return call.binding === 'HTTP+JSON' ? `${call.verb} ${call.path}` : call.method
}

/** Appends pairs to the query; the rest of the address retains its spelling. */
export function withQuery(request: HttpRequest, pairs: HeaderList = []): HttpRequest {
  if (pairs.length === 0) return request
  const [address = '', ...fragment] = request.url.split('#')
  const added = pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return { ...request, url: [`${address}${joint}${added}`, ...fragment].join('#') }
}

// The id of a JSON-RPC request given as text, which its responses must carry.

/** A request without an id is a notification; an invalid id is undefined. */
export function idIn(text: string): Pick<ExchangeFacts, 'requestId' | 'isNotification'> {
  const request = jsonIn(text)
  if (!isObject(request)) return {}
  const id = memberOf(request, 'id')
  if (id === undefined) return { isNotification: true }
  return typeof id === 'string' || typeof id === 'number' || id === null ? { requestId: id } : {}
}
