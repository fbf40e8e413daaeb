import type { RedirectHop } from '#shared/contract/card.ts'
import type { SessionRecord } from '../store/record.ts'

/** The redirects of an exchange that has ended, as the record has them. */
export async function hopsOf(record: SessionRecord, exchangeId: string): Promise<readonly RedirectHop[]> {
  record.flush()
  const { entries } = await record.read({ after: 0, filter: { exchangeId, kinds: ['redirect'] } })
  return entries.flatMap((entry) => {
    if (entry.kind !== 'redirect') return []
    const { from, to, status, credentialsDropped } = entry
    return [{ from, to, status, credentialsDropped }]
  })
}
