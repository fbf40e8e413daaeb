import { maxBodyBytes } from '#shared/bounded.ts'
import type { Body } from '#shared/record/entry.ts'
import type { SessionRecord } from './record.ts'
import { readableText } from './shorten-body.ts'

const pieceBytes = 32 * 1024 * 1024

/** All stored bytes of a body, inline or apart. */
export function wholeBody(record: Pick<SessionRecord, 'body'>, body: Body): Uint8Array {
  if (body.text !== undefined) return Buffer.from(body.text)
  if (body.base64 !== undefined) return Buffer.from(body.base64, 'base64')
  if (body.hash === undefined) return new Uint8Array(0)
  return bodyBehind(record, body.hash)
}

export function bodyBehind(record: Pick<SessionRecord, 'body'>, hash: string): Buffer {
  const pieces: Uint8Array[] = []
  for (let offset = 0; ; offset += pieceBytes) {
    const bodyRange = record.body(hash, { offset, length: pieceBytes })
    if (bodyRange !== undefined) pieces.push(bodyRange.bytes)
    if (bodyRange === undefined || offset + pieceBytes >= bodyRange.sizeBytes) return Buffer.concat(pieces)
  }
}

/** The text of a body stored apart; undefined, without loading it, where it is missing or too large to parse. */
export function textBehind(
  record: Pick<SessionRecord, 'body'>,
  hash: string,
  secret = '',
): string | undefined {
  const size = record.body(hash, { offset: 0, length: 0 })?.sizeBytes
  if (size === undefined || size > maxBodyBytes) return undefined
  return readableText(bodyBehind(record, hash), { hash, secret })
}
