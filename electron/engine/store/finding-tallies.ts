// The findings of each store by rule, agent and session, read once and from then on only what is new.

import type { Finding } from '#shared/a2a/finding.ts'
import type { FindingGroupPage } from '#shared/contract/console.ts'
import {
  createFindingTally,
  type FindingTally,
  type GroupFilter,
  groupFindings,
  mutedBySession,
} from '#shared/record/finding-groups.ts'
import { mutedBy } from '#shared/record/muted-rules.ts'
import { createSlices } from '../slices.ts'
import { type Followed, untilOther } from './changed.ts'
import { integerColumn, textColumn } from './column.ts'
import { withFindings } from './finding-rows.ts'
import type { Range } from './matches.ts'
import type { Muted } from './muted.ts'
import { perStore } from './per-store.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'
import type { Writing } from './writing.ts'

/** A few milliseconds of work. */
const tallyRowsAtATime = 200

interface InStore {
  tally: FindingTally
  upTo: number
  /** The version in which there were last more or fewer of them. */
  since: number
}

export function createFindingTallies(
  { stores, keptStores, flush, changed }: Writing,
  version: () => number,
  muted: () => Muted,
) {
  const begun = () => ({ tally: createFindingTally(), upTo: 0, since: version() })
  const tallyOf = perStore<InStore>(begun)
  /** For the many sessions of one list. */
  let counted: { readonly since: number; readonly bySession: ReadonlyMap<string, number> } | undefined

  /** One slice. True when nothing is left. */
  const advance = (store: Store): boolean => {
    const of = tallyOf(store)
    const end = store.lastSeq()
    if (of.upTo === end) return true
    const rows = prepared(store, found).all({ after: of.upTo, limit: tallyRowsAtATime })
    for (const row of rows) {
      const findings: readonly Finding[] = JSON.parse(textColumn(row, 'findings'))
      const agentId = row['agent'] === null ? undefined : textColumn(row, 'agent')
      of.tally.add({ sessionId: textColumn(row, 'session'), agentId, at: Number(row['at']), findings })
    }
    if (rows.length > 0) of.since = version()
    const isAll = rows.length < tallyRowsAtATime
    of.upTo = isAll ? end : integerColumn(rows.at(-1), 'seq')
    return isAll
  }

  const catchUp = async () => {
    const breathe = createSlices()
    for (const store of stores()) while (store.database.isOpen && !advance(store)) await breathe()
  }
  /** A slice of each: where there is more than that, it is another version already. */
  const sinceNow = () =>
    Math.max(
      muted().since,
      ...stores().map((store) => {
        advance(store)
        return tallyOf(store).since
      }),
    )

  return {
    /** Groups by position, when there are others than were seen. */
    async page(query: GroupFilter & Range & Followed): Promise<FindingGroupPage> {
      const { offset, limit, seen, waitMs, signal, ...filter } = query
      flush()
      await catchUp()
      const waitedMs = await untilOther(changed, sinceNow, { seen, waitMs, signal })
      await catchUp()
      const all = stores().map(tallyOf)
      const since = Math.max(muted().since, ...all.map((of) => of.since))
      const { groups, ...told } = groupFindings(
        all.map(({ tally }) => tally),
        filter,
        mutedBy(muted().rules),
      )
      const rows = groups.slice(offset, offset + limit)
      return { ...told, rows, total: groups.length, version: since, waitedMs }
    },
    /** All of what is recorded is grouped when this resolves. */
    caughtUp: catchUp,
    /** Findings kept with a session that are muted, as far as they are grouped. */
    mutedIn(sessionId: string): number {
      const { rules, since } = muted()
      if (rules.length === 0) return 0
      const all = keptStores().map(tallyOf)
      const now = Math.max(since, ...all.map((of) => of.since))
      if (counted?.since !== now) {
        const tallies = all.map(({ tally }) => tally)
        counted = { since: now, bySession: mutedBySession(tallies, mutedBy(rules)) }
      }
      return counted.bySession.get(sessionId) ?? 0
    },
    /** These entries are there no more; ascending. */
    drop(store: Store, gone: readonly number[]) {
      const of = tallyOf(store)
      if ((gone[0] ?? of.upTo + 1) <= of.upTo) Object.assign(of, begun())
    },
  }
}

const found = `SELECT e.seq, e.at, s.uid AS session, y.agent, json_extract(e.rest, '$.findings') AS findings
  FROM (${withFindings('seq')}) f JOIN entry e ON e.seq = f.seq JOIN session s ON s.id = e.session
  LEFT JOIN summary y ON y.exchange = e.exchange ORDER BY e.seq`
