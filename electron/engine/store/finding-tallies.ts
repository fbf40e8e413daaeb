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
import { type Changed, type Followed, untilOther } from './changed.ts'
import { integerColumn, textColumn } from './column.ts'
import { withFindings } from './finding-rows.ts'
import type { Muted } from './muted.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'

/** A few milliseconds of work. */
const tallyRowsAtATime = 200

interface InStore {
  tally: FindingTally
  upTo: number
  /** The version in which there were last more or fewer of them. */
  since: number
}

export interface FindingTallies {
  /** Groups by position, when there are others than were seen. */
  page(query: GroupFilter & Range & Followed): Promise<FindingGroupPage>
  /** All of what is recorded is grouped when this resolves. */
  caughtUp(): Promise<void>
  /** Findings kept with a session that are muted, as far as they are grouped. */
  mutedIn(sessionId: string): number
  /** These entries are there no more; ascending. */
  drop(store: Store, gone: readonly number[]): void
}

interface Range {
  readonly offset: number
  readonly limit: number
}

interface TalliesDeps {
  readonly stores: () => readonly Store[]
  readonly keptStores: () => readonly Store[]
  readonly version: () => number
  readonly flush: () => void
  readonly changed: Changed
  readonly muted: () => Muted
}

export function createFindingTallies({
  stores,
  keptStores,
  version,
  flush,
  changed,
  muted,
}: TalliesDeps): FindingTallies {
  const known = new WeakMap<Store, InStore>()
  /** For the many sessions of one list. */
  let counted: { readonly since: number; readonly bySession: ReadonlyMap<string, number> } | undefined
  const tallyOf = (store: Store): InStore => {
    const of = known.get(store) ?? { tally: createFindingTally(), upTo: 0, since: version() }
    known.set(store, of)
    return of
  }

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
    async page({ offset, limit, seen, waitMs, signal, ...filter }) {
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
    caughtUp: catchUp,
    mutedIn(sessionId) {
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
    drop(store, gone) {
      const of = known.get(store)
      if (of && (gone[0] ?? of.upTo + 1) <= of.upTo)
        known.set(store, { tally: createFindingTally(), upTo: 0, since: version() })
    },
  }
}

const found = `SELECT e.seq, e.at, s.uid AS session, y.agent, json_extract(e.rest, '$.findings') AS findings
  FROM (${withFindings('seq')}) f JOIN entry e ON e.seq = f.seq JOIN session s ON s.id = e.session
  LEFT JOIN summary y ON y.exchange = e.exchange ORDER BY e.seq`
