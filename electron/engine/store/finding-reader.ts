// Entries that have findings, by position, as they grow and as rules are muted.

import type { ListPage } from '#shared/contract/console.ts'
import type { Entry } from '#shared/record/entry.ts'
import { type Changed, type Followed, untilOther } from './changed.ts'
import { type FindingFilter, findingsOf } from './finding-rows.ts'
import { type Lists, rowsAt } from './matches.ts'
import { type Muted, withMuted } from './muted.ts'

export type FindingReader = (query: FindingFilter & Range & Followed) => Promise<ListPage<Entry>>

interface Range {
  readonly offset: number
  readonly limit: number
}

interface FindingReaderDeps {
  readonly lists: Lists
  readonly flush: () => void
  readonly changed: Changed
  readonly muted: () => Muted
}

export function createFindingReader({ lists, flush, changed, muted }: FindingReaderDeps): FindingReader {
  return async ({ offset, limit, seen, waitMs, signal, ...filter }) => {
    flush()
    const before = findingsOf(filter, muted().rules)
    await lists.catchUp(before)
    const since = () => Math.max(lists.matches(before).since, muted().since)
    const waitedMs = await untilOther(changed, since, { seen, waitMs, signal })
    const { rules, since: mutedSince } = muted()
    const matches = await lists.catchUp(findingsOf(filter, rules))
    const rows = rowsAt(matches, { offset, limit }, (store, seqs) => {
      const clause = { where: `e.seq IN (${seqs.join(',')})`, values: [] }
      const entries = store.select({ clause, after: 0, limit: seqs.length })
      const isWhole = filter.group !== undefined || filter.muted === undefined
      return isWhole ? entries : withMuted(store, entries, rules, filter.muted === true)
    })
    return { rows, total: matches.total, version: Math.max(matches.since, mutedSince), waitedMs }
  }
}
