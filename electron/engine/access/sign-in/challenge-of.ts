import { headerOf } from '#shared/a2a/header-of.ts'
import type { SessionRecord } from '../../store/record.ts'

/** `WWW-Authenticate` of a response, as the record has it. */
export async function challengeOf(record: SessionRecord, exchangeId: string): Promise<string | undefined> {
  record.flush()
  const { entries } = await record.read({ after: 0, filter: { exchangeId, kinds: ['response'] } })
  const last = entries.at(-1)
  return last?.kind === 'response' ? headerOf(last.headers, 'www-authenticate') : undefined
}
