import { Fault } from '#shared/contract/fault.ts'
import type { SessionRecord } from './session/record.ts'

export interface BodyPiece {
  readonly hash: string
  readonly offset: number
  readonly length: number
}

/** A piece of a body, in the form that crosses the contract. */
export function readBody(record: SessionRecord, { hash, offset, length }: BodyPiece) {
  const piece = record.body(hash, { offset, length })
  if (!piece) throw new Fault('not-found', 'This body is no longer in the record.')
  return { base64: Buffer.from(piece.bytes).toString('base64'), sizeBytes: piece.sizeBytes }
}
