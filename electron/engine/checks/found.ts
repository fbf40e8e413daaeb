// What the rules found in the session of a run, and over which interface.

import type { Finding } from '#shared/a2a/finding.ts'
import type { Connection } from '#shared/contract/card.ts'
import type { SessionRecord } from '../store/record.ts'
import { isSameVersion } from './applicable.ts'

export interface FoundByRule {
  readonly finding: Finding
  readonly exchangeId: string
  readonly seq: number
  /** The interfaces of the run it belongs to: what belongs to no call, such as the card, belongs to all. */
  readonly ways: readonly number[]
}

export async function findingsOf(
  record: SessionRecord,
  sessionId: string,
  ways: readonly Connection[],
): Promise<readonly FoundByRule[]> {
  record.flush()
  const waysOf = new Map<string, readonly number[]>()
  const all = [...ways.keys()]
  const found: FoundByRule[] = []
  for (let after = 0; ; ) {
    const { entries, next } = await record.read({ after, limit: 1_000, filter: { sessionId } })
    if (entries.length === 0) return found
    after = next
    for (const entry of entries) {
      const { exchangeId, seq } = entry
      if (entry.kind === 'request') {
        const { binding, dialect } = entry.call
        const own = all.filter((way) => ways[way]?.binding === binding && ways[way]?.dialect === dialect)
        waysOf.set(exchangeId, own.length > 0 ? own : all)
      }
      if (entry.kind === 'webhook') {
        const { dialect = '1.0' } = entry
        const own = all.filter((way) => isSameVersion(ways[way] ?? { dialect: '0.1' }, { dialect }))
        waysOf.set(exchangeId, own)
      }
      for (const finding of entry.findings ?? []) {
        found.push({ finding, exchangeId, seq, ways: waysOf.get(exchangeId) ?? all })
      }
    }
  }
}
