// Lists for a viewer, live by a version to wait on: the exchanges that match a filter, what is wrong anywhere, and how long
// these are. And what the user put on an exchange.

import type { ConsoleCounts, ExchangePage, FindingGroupPage } from '#shared/contract/console.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import { type ExchangeFilter, filterCondition } from '#shared/filter/filter-condition.ts'
import { parseFilter } from '#shared/filter/parse-filter.ts'
import { matchOf, wordsOf } from '#shared/filter/words.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { GroupFilter } from '#shared/record/finding-groups.ts'
import type { MutedRule } from '#shared/record/muted-rules.ts'
import { type CallerReader, createCallerReader, ofCaller } from './callers.ts'
import { type Changed, type Followed, untilOther } from './changed.ts'
import { integerColumn } from './column.ts'
import type { RowsGone } from './drop-rows.ts'
import { createFindingReader, type FindingReader } from './finding-reader.ts'
import { findingsOf } from './finding-rows.ts'
import { createFindingTallies } from './finding-tallies.ts'
import { createLists, type ListQuery, type Matches, rowsAt } from './matches.ts'
import { followMuted, unmutedRow } from './muted.ts'
import type { Store } from './store.ts'
import { rowOf, rowsOf } from './summary-rows.ts'

interface Range {
  readonly offset: number
  readonly limit: number
}

interface OfSession {
  readonly sessionId?: string | undefined
}

type Annotation = Omit<Inputs['console']['annotate'], 'exchangeId' | 'sessionId'>

export interface ExchangeReader extends CallerReader {
  page(query: ExchangeFilter & Range & Followed): Promise<ExchangePage>
  /** Entries that have findings. */
  readonly findings: FindingReader
  /** Findings by rule and agent. */
  findingGroups(query: GroupFilter & Range & Followed): Promise<FindingGroupPage>
  counts(query: OfSession & Followed): Promise<ConsoleCounts>
  /** With all its findings, also those that are muted. */
  row(exchangeId: string): ExchangeRow | undefined
  /** As lists show it. */
  listed(row: ExchangeRow): ExchangeRow
  /** Those who follow a list are answered anew: other rules are muted. */
  wake(): void
  /** What mutedIn() counts is all there when this resolves. */
  tallied(): Promise<void>
  /** Findings of a session that are muted. */
  mutedIn(sessionId: string): number
  /** Waits until an exchange has grown, or something was put on one. */
  whenOther(exchangeId: string, followed: Followed): Promise<Reached>
  /** Where the exchange stands among those that match; -1 when it does not. */
  position(filter: ExchangeFilter, exchangeId: string): Promise<number>
  annotate(exchangeId: string, annotation: Annotation): ExchangeRow | undefined
  /** Values that occur, in a session or in all, the latest first, to offer in a filter. */
  seenLabels(limit: number, sessionId?: string): readonly string[]
  /** Rows of a session that is being deleted. */
  drop(store: Store, gone: RowsGone): void
}

interface Reached {
  readonly version: number
  readonly waitedMs: number
}

interface ReaderDeps {
  readonly stores: () => readonly Store[]
  readonly keptStores: () => readonly Store[]
  readonly flush: () => void
  readonly catchUp: () => Promise<void>
  readonly changed: Changed
  readonly latest: () => number
  /** What is wrong with the place where the record is kept. */
  readonly notice: () => string | undefined
  /** The same array until there are others. */
  readonly mutedRules: () => readonly MutedRule[]
}

export function createExchangeReader({
  stores,
  keptStores,
  flush,
  catchUp,
  changed,
  latest,
  notice,
  mutedRules,
}: ReaderDeps): ExchangeReader {
  let changes = 0
  const mutedNow = followMuted(mutedRules, () => {
    changes += 1
    return latest() + changes
  })
  const version = () => {
    mutedNow()
    return latest() + changes
  }
  const lists = createLists({ stores, version })
  const tallies = createFindingTallies({ stores, keptStores, version, flush, changed, muted: mutedNow })
  const forget = (asked: RegExp) => {
    changes += 1
    lists.forget(asked)
    changed.wake()
  }
  const callers = createCallerReader(stores, flush, () => forget(ofCaller))

  let told: { readonly said: string | undefined; readonly changes: number } = { said: undefined, changes: 0 }
  const noticed = () => {
    const said = notice()
    if (said !== told.said) told = { said, changes: told.changes + 1 }
    return told
  }

  const matching = async (filter: ExchangeFilter) => {
    flush()
    const query = exchangesWhere(filter)
    if (query.words?.length) await catchUp()
    return lists.catchUp(query)
  }

  return {
    async page({ offset, limit, seen, waitMs, signal, ...filter }) {
      const waitedMs = await untilOther(changed, version, { seen, waitMs, signal })
      const now = version()
      const matches = await matching(filter)
      const { rules } = mutedNow()
      const rows = rowsAt(matches, { offset, limit }, (store, ids) =>
        rowsOf(store, ids).map((row) => unmutedRow(store, row, rules)),
      )
      return { rows, total: matches.total, ...callers.any(filter.sessionId), version: now, waitedMs }
    },

    findings: createFindingReader({ lists, flush, changed, muted: mutedNow }),
    findingGroups: tallies.page,

    async counts({ sessionId, ...followed }) {
      const of = { agentsNamed: () => [], ...defined({ sessionId }) }
      const queries = () => [
        exchangesWhere({ ...of, terms: [] }),
        exchangesWhere({ ...of, terms: parseFilter('kind:webhook').terms }),
        findingsOf({ sessionId, muted: false }, mutedNow().rules),
      ]
      const sinceOf = (each: readonly Matches[]) =>
        Math.max(mutedNow().since, ...each.map(({ since }) => since)) + noticed().changes
      flush()
      const before = queries()
      await Promise.all(before.map(lists.catchUp))
      const waitedMs = await untilOther(changed, () => sinceOf(before.map(lists.matches)), followed)
      const counted = await Promise.all(queries().map(lists.catchUp))
      const [exchanges = 0, webhooks = 0, findings = 0] = counted.map(({ weight }) => weight)
      const { said } = noticed()
      const counts = {
        exchanges,
        webhooks,
        findings,
        latest: latest(),
        ...defined({ notice: said }),
      }
      return { ...counts, version: sinceOf(counted), waitedMs }
    },

    row(exchangeId) {
      flush()
      return firstOf(stores(), (store) => rowOf(store, exchangeId))
    },

    listed(row) {
      const { rules } = mutedNow()
      return stores().reduce((listed, store) => unmutedRow(store, listed, rules), row)
    },
    wake: changed.wake,
    async tallied() {
      flush()
      if (mutedNow().rules.length > 0) await tallies.caughtUp()
    },
    mutedIn: tallies.mutedIn,

    async whenOther(exchangeId, followed) {
      flush()
      const reached = () =>
        (firstOf(stores(), (store) => rowOf(store, exchangeId))?.lastSeq ?? 0) + (version() - latest())
      const waitedMs = await untilOther(changed, reached, followed)
      return { version: reached(), waitedMs }
    },

    async position(filter, exchangeId) {
      let before = 0
      for (const { store, ids } of (await matching(filter)).parts) {
        const found = store.database.prepare('SELECT id FROM exchange WHERE uid = ?').get(exchangeId)
        const index = found === undefined ? -1 : ids.indexOf(integerColumn(found, 'id'))
        if (index >= 0) return before + index
        before += ids.length
      }
      return -1
    },

    annotate(exchangeId, { pinned, mark, note }) {
      flush()
      for (const { database } of stores()) {
        const where = 'exchange = (SELECT id FROM exchange WHERE uid = ?)'
        const set = (column: string, value: string | number | null) =>
          database.prepare(`UPDATE summary SET ${column} = ? WHERE ${where}`).run(value, exchangeId)
        if (pinned !== undefined) set('pinned', pinned ? 1 : 0)
        if (mark !== undefined) set('mark', mark)
        if (note !== undefined) set('note', note === '' ? null : note)
      }
      forget(annotated)
      return firstOf(stores(), (store) => rowOf(store, exchangeId))
    },

    seenLabels(limit, sessionId) {
      const labels = stores().flatMap(({ database }) =>
        database
          .prepare(
            'SELECT label, max(exchange) AS newest FROM (SELECT label, exchange FROM summary WHERE ?1 IS NULL OR session = (SELECT id FROM session WHERE uid = ?1) ORDER BY exchange DESC LIMIT 5000) GROUP BY label ORDER BY newest DESC LIMIT ?2',
          )
          .all(sessionId ?? null, limit)
          .map((row) => String(row['label'])),
      )
      return [...new Set(labels)].filter((label) => label !== '').slice(0, limit)
    },

    ...callers,
    drop(store, gone) {
      changes += 1
      lists.drop(store, gone)
      tallies.drop(store, gone.entries)
    },
  }
}

/** What a user puts on an exchange, as conditions name it. */
const annotated = /\by\.(?:pinned|mark|note)\b/

function exchangesWhere(filter: ExchangeFilter): ListQuery {
  const { sql, values } = filterCondition(filter)
  return {
    of: 'exchanges',
    sql: `SELECT y.exchange AS id, y.last_seq AS at, coalesce((${sql}), 0) AS hit FROM summary y 
      WHERE y.last_seq > :after ORDER BY y.last_seq LIMIT :limit`,
    values,
    words: matchesOf(filter),
  }
}

/** What is looked for in entries, in the language of FTS5. */
function matchesOf({ terms }: ExchangeFilter): readonly string[] {
  const words = terms.flatMap((term) => (term.kind === 'words' ? [wordsOf(term.text)] : []))
  return [...new Set(words.filter((each) => each.length > 0).map(matchOf))]
}

function firstOf<T>(stores: readonly Store[], find: (store: Store) => T | undefined): T | undefined {
  for (const store of stores) {
    const found = find(store)
    if (found !== undefined) return found
  }
  return undefined
}
