// Recognizes a call through a tap: by the card, else by the called method or path.

import { headerOf } from '#shared/a2a/header-of.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { a2aCallOf, type FoundCall } from '../sessions/har/a2a-call.ts'
import type { SpokenAt } from './forward/routes.ts'

interface Called {
  readonly method: string
  readonly url: string
  readonly headers: RawHeaders
  readonly body: string
}

export function parseCall(
  { cardUrl, spoken }: { readonly cardUrl: string; readonly spoken: readonly SpokenAt[] },
  { method, url, headers, body }: Called,
): FoundCall {
  if (method === 'CONNECT')
    return { facts: { purpose: 'raw', label: `${method} ${url.replace(/^http:\/\//, '')}` } }
  const label = rawLabel(method, url)
  if (method === 'GET' && url === cardUrl) return { facts: { purpose: 'card', label } }
  const call = a2aCallOf({
    ...{ method, url, body },
    version: headerOf(headers, 'a2a-version'),
    spoken: spoken.filter((one) => url.startsWith(one.url.replace(/\/$/, ''))).map(({ dialect }) => dialect),
  })
  return call ?? { facts: { purpose: 'raw', label } }
}

/** The same for a server that is no agent: its calls are not read as A2A. */
export function unknownCall(called: Called): FoundCall {
  const call = parseCall({ cardUrl: '', spoken: [] }, { ...called, body: '' })
  if (call.facts.purpose !== 'operation') return call
  return { facts: { purpose: 'raw', label: rawLabel(called.method, called.url) } }
}

function rawLabel(method: string, url: string): string {
  return `${method} ${URL.parse(url)?.pathname ?? url}`
}

/** Empty for a compressed body, which may hide a secret. */
export function readableBody(headers: RawHeaders, body: Buffer): Buffer {
  return isPacked(headers) ? Buffer.alloc(0) : body
}

export function isPacked(headers: RawHeaders): boolean {
  return !/^(identity)?$/i.test(headerOf(headers, 'content-encoding') ?? '')
}
