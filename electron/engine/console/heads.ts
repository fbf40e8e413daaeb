import type { ExchangeDetailAnswer } from '#shared/contract/console.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { SessionRecord } from '../store/record.ts'

const notFrames = ['request', 'response', 'redirect', 'end', 'failure', 'webhook', 'note'] as const
/** Heads, redirects and notes of one exchange in its detail; all of them are on the record. */
const maxHeadEntries = 200

/** An exchange without its frames. */
export async function headsOf(record: SessionRecord, exchangeId: string): Promise<ExchangeDetailAnswer> {
  const row = record.exchanges.row(exchangeId)
  if (row === undefined) throw gone()
  const entries = await record.page({
    filter: { exchangeId, kinds: notFrames },
    offset: 0,
    limit: maxHeadEntries,
  })
  return { row, entries: entries.filter((entry) => entry.kind !== 'frame') }
}

export function gone(): Fault {
  return new Fault('not-found', 'This request is no longer in the record.')
}
