// What lies behind an id or a hash, in whichever record has it. Ids and hashes are unguessable or say what they stand for, so
// a reader need not know where a session came from.

import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { RecordPage } from '#shared/contract/record.ts'
import type { SessionRecord } from './store/record.ts'

type Asked = Inputs['record']

/** A piece of a body, in the form that crosses the contract. */
export function readBodyPiece(records: readonly SessionRecord[], { hash, offset, length }: Asked['body']) {
  for (const record of records) {
    const piece = record.body(hash, { offset, length })
    if (piece) return { base64: Buffer.from(piece.bytes).toString('base64'), sizeBytes: piece.sizeBytes }
  }
  throw new Fault('not-found', 'This body is no longer in the record.')
}

export async function readExchange(
  records: readonly SessionRecord[],
  { exchangeId, after, limit }: Asked['exchange'],
): Promise<RecordPage> {
  let page: RecordPage = { entries: [], next: after, latest: 0 }
  for (const record of records) {
    // Who was just told that a call is over finds its answer.
    record.flush()
    page = await record.read({ after, limit, filter: { exchangeId } })
    if (page.entries.length > 0) break
  }
  return page
}
