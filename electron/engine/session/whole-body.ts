import type { Body } from '#shared/record/entry.ts'
import type { SessionRecord } from './record.ts'

const pieceBytes = 32 * 1024 * 1024

/** All that was kept of a body, wherever it lies. */
export function wholeBody(record: Pick<SessionRecord, 'body'>, body: Body): Uint8Array {
  if (body.text !== undefined) return Buffer.from(body.text)
  if (body.base64 !== undefined) return Buffer.from(body.base64, 'base64')
  if (body.hash === undefined) return new Uint8Array(0)
  return bodyBehind(record, body.hash)
}

export function bodyBehind(record: Pick<SessionRecord, 'body'>, hash: string): Buffer {
  const pieces: Uint8Array[] = []
  for (let offset = 0; ; offset += pieceBytes) {
    const found = record.body(hash, { offset, length: pieceBytes })
    if (found !== undefined) pieces.push(found.bytes)
    if (found === undefined || offset + pieceBytes >= found.sizeBytes) return Buffer.concat(pieces)
  }
}
