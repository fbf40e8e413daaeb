import { headerOf } from '#shared/a2a/header-of.ts'
import type { RawHeaders } from '#shared/record/entry.ts'

/** What is packed may hold a secret that nobody sees: of that, its size is enough. */
export function readableBody(headers: RawHeaders, body: Buffer): Buffer {
  const isPacked = !/^(identity)?$/i.test(headerOf(headers, 'content-encoding') ?? '')
  return isPacked ? Buffer.alloc(0) : body
}
