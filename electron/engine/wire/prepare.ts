// Turns what a dialect wants on the wire into an HTTP request: the envelope of JSON-RPC, the address of a REST call.

import type { HeaderList, WireCall } from '#shared/a2a/dialect.ts'
import type { HttpRequest } from './http.ts'

type HttpWireCall = Exclude<WireCall, { readonly binding: 'GRPC' }>

/** `requestId` is the id of a JSON-RPC request; other bindings have none. */
export function prepareRequest(
  call: HttpWireCall,
  baseUrl: string,
  headers: HeaderList,
  requestId: string,
): HttpRequest {
  switch (call.binding) {
    case 'JSONRPC': {
      const envelope = {
        jsonrpc: '2.0',
        id: requestId,
        method: call.method,
        ...(call.params === undefined ? {} : { params: call.params }),
      }
      return {
        method: 'POST',
        // The interface's URL is used as it stands: a trailing slash may matter.
        url: baseUrl,
        headers: complete([...call.headers, ...headers], {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        }),
        body: Buffer.from(JSON.stringify(envelope)),
      }
    }
    case 'HTTP+JSON': {
      const body = call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body))
      return {
        method: call.verb,
        url: restUrl(baseUrl, call.path, call.query),
        headers: complete([...call.headers, ...headers], {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          Accept: 'application/a2a+json, application/json, text/event-stream',
        }),
        ...(body === undefined ? {} : { body }),
      }
    }
  }
}

/** What a list shows for the call. */
export function labelOf(call: WireCall): string {
  return call.binding === 'HTTP+JSON' ? `${call.verb} ${call.path}` : call.method
}

/** Pairs added at the end of the query; the rest of the address stays as it is spelled. */
export function withQuery(request: HttpRequest, pairs: HeaderList = []): HttpRequest {
  if (pairs.length === 0) return request
  const [address = '', ...fragment] = request.url.split('#')
  const added = pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return { ...request, url: [`${address}${joint}${added}`, ...fragment].join('#') }
}

/** Headers the caller did not choose are added in front. */
function complete(headers: HeaderList, defaults: Readonly<Record<string, string>>): HeaderList {
  const chosen = new Set(headers.map(([name]) => name.toLowerCase()))
  const missing = Object.entries(defaults).filter(([name]) => !chosen.has(name.toLowerCase()))
  return [...missing, ...headers]
}

/** The base may carry a query of its own, which stays in front. */
function restUrl(baseUrl: string, path: string, query: HeaderList): string {
  const [base = '', ownQuery] = baseUrl.split('?', 2)
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const all = [...(ownQuery === undefined ? [] : [ownQuery]), ...pairs].join('&')
  return `${base.replace(/\/$/, '')}${path}${all === '' ? '' : `?${all}`}`
}
