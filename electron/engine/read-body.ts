// What lies behind an id or a hash, in whichever record has it. Ids and hashes are unguessable or say what they stand for, so
// a reader need not know where a session came from.

import { Fault } from '#shared/contract/fault.ts'
import type { RecordPage } from '#shared/contract/record.ts'
import type { SessionRecord } from './store/record.ts'

export interface BodyPiece {
  readonly hash: string
  readonly offset: number
  readonly length: number
}

/** A piece of a body, in the form that crosses the contract. */
export function readBodyPiece(records: readonly SessionRecord[], { hash, offset, length }: BodyPiece) {
  for (const record of records) {
    const piece = record.body(hash, { offset, length })
    if (piece) return { base64: Buffer.from(piece.bytes).toString('base64'), sizeBytes: piece.sizeBytes }
  }
  throw new Fault('not-found', 'This body is no longer in the record.')
}

interface ExchangeRange {
  readonly exchangeId: string
  readonly after: number
  readonly limit: number
}

export async function readExchange(
  records: readonly SessionRecord[],
  { exchangeId, ...range }: ExchangeRange,
): Promise<RecordPage> {
  let page: RecordPage = { entries: [], next: range.after, latest: 0 }
  for (const record of records) {
    // Who was just told that a call is over finds its answer.
    record.flush()
    page = await record.read({ ...range, filter: { exchangeId } })
    if (page.entries.length > 0) break
  }
  return page
}
