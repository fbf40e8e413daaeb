import { headerOf } from '#shared/a2a/header-of.ts'
import type { RawHeaders } from '#shared/record/entry.ts'

/** What is packed may hold a secret that nobody sees: of that, its size is enough. */
export function readableBody(headers: RawHeaders, body: Buffer): Buffer {
  return isPacked(headers) ? Buffer.alloc(0) : body
}

export function isPacked(headers: RawHeaders): boolean {
  return !/^(identity)?$/i.test(headerOf(headers, 'content-encoding') ?? '')
}
