// The HTTP request for a call of a dialect: the envelope of JSON-RPC, the address of a REST call. The wire sends exactly this,
// and previews show exactly this.

import { defined } from '../defined.ts'
import type { HeaderList, WireCall } from './dialect.ts'
import type { JsonObject } from './model.ts'

export interface JsonRequest {
  readonly method: string
  readonly url: string
  readonly headers: HeaderList
  readonly body?: JsonObject
}

/** `requestId`: for JSON-RPC only. */
export function httpRequestOf(
  call: Exclude<WireCall, { readonly binding: 'GRPC' }>,
  baseUrl: string,
  headers: HeaderList,
  requestId: string,
): JsonRequest {
  switch (call.binding) {
    case 'JSONRPC': {
      const { method, params } = call
      return {
        method: 'POST',
        // The interface's URL is used unchanged: a trailing slash may matter.
        url: baseUrl,
        headers: complete([...call.headers, ...headers], {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        }),
        body: { jsonrpc: '2.0', id: requestId, method, ...defined({ params }) },
      }
    }
    case 'HTTP+JSON': {
      const { verb, path, query, body } = call
      return {
        method: verb,
        url: restUrl(baseUrl, path, query),
        headers: complete([...call.headers, ...headers], {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          Accept: 'application/a2a+json, application/json, text/event-stream',
        }),
        ...defined({ body }),
      }
    }
  }
}

/** Adds default headers in front, unless the caller set them. */
function complete(headers: HeaderList, defaults: Readonly<Record<string, string>>): HeaderList {
  const chosen = new Set(headers.map(([name]) => name.toLowerCase()))
  const missing = Object.entries(defaults).filter(([name]) => !chosen.has(name.toLowerCase()))
  return [...missing, ...headers]
}

/** The base may have a query of its own, which stays in front. */
function restUrl(baseUrl: string, path: string, query: HeaderList): string {
  const [base = '', ownQuery] = baseUrl.split('?', 2)
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const all = [...(ownQuery === undefined ? [] : [ownQuery]), ...pairs].join('&')
  return `${base.replace(/\/$/, '')}${path}${all === '' ? '' : `?${all}`}`
}
