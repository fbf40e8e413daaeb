// Lists for a viewer, with a version to wait for: exchanges that match a filter, findings, and the lengths of these
// lists. Also the user's annotations.

import type { ConsoleCounts } from '#shared/contract/console.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import type { ExchangeFilter } from '#shared/filter/filter-condition.ts'
import { parseFilter } from '#shared/filter/parse-filter.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { MutedRule } from '#shared/record/finding-groups.ts'
import { createCallerReader, ofCaller } from './callers.ts'
import { type Followed, waitForChange } from './change-signal.ts'
import type { RowsGone } from './delete-rows.ts'
import { createExchangeList, exchangesWhere } from './exchange-list.ts'
import {
  createFindingReader,
  createFindingTallies,
  findingsOf,
  followMuted,
  type Muted,
  unmutedRow,
} from './finding-rows.ts'
import { createLists, type Lists, type Matches } from './list-cache.ts'
import { firstMatch } from './statements.ts'
import type { Store } from './store.ts'
import { rowOf } from './summary-table.ts'
import { createWebhookCalls } from './webhook-calls.ts'
import type { Writing } from './writing.ts'

interface OfSession {
  readonly sessionId?: string | undefined
  readonly agentId?: string | undefined
}

type Annotation = Omit<Inputs['console']['annotate'], 'exchangeId' | 'sessionId'>

interface ReaderDeps {
  readonly catchUp: () => Promise<void>
  /** A problem of the record's storage. */
  readonly notice: () => string | undefined
  /** The same array until rules change. */
  readonly mutedRules: () => readonly MutedRule[]
}

export type ExchangeReader = ReturnType<typeof createExchangeReader>

export function createExchangeReader(writing: Writing, { catchUp, notice, mutedRules }: ReaderDeps) {
  const { stores, written, flush, changed, latest } = writing
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
  const webhookCalls = createWebhookCalls()
  const tallies = createFindingTallies(writing, version, mutedNow)
  const forget = (pattern: RegExp) => {
    changes += 1
    lists.forget(pattern)
    changed.wake()
  }
  const callers = createCallerReader(written, () => forget(ofCaller))

  const list = createExchangeList(writing, { lists, webhookCalls, catchUp, version, mutedNow })

  return {
    ...createRowReader(writing, version, mutedNow),
    ...callers,
    ...list,

    findings: createFindingReader(writing, lists, mutedNow),
    findingGroups: tallies.page,
    counts: createCounts(writing, { lists, lengthOf: list.lengthOf }, mutedNow, notice),

    /** Wakes readers of lists after the muted rules changed. */
    wake: () => changed.wake(),
    /** Resolves when `mutedIn` counts everything. */
    async tallied() {
      flush()
      if (mutedNow().rules.length > 0) await tallies.caughtUp()
    },
    mutedIn: tallies.mutedIn,

    annotate(exchangeId: string, annotation: Annotation): ExchangeRow | undefined {
      for (const store of written()) writeAnnotation(store, exchangeId, annotation)
      forget(annotated)
      return rowIn(stores(), exchangeId)
    },

    drop(store: Store, gone: RowsGone) {
      changes += 1
      lists.drop(store, gone)
      webhookCalls.forget()
      tallies.drop(store, gone.entries)
    },
  }
}

/** Reads one exchange, and suggestions for a filter. */
function createRowReader(
  { stores, written, flush, changed, latest }: Writing,
  version: () => number,
  muted: () => Muted,
) {
  return {
    /** With all findings, including muted ones. */
    row: (exchangeId: string): ExchangeRow | undefined => rowIn(written(), exchangeId),
    /** Without muted findings, as lists show it. */
    listed(row: ExchangeRow): ExchangeRow {
      const { rules } = muted()
      return stores().reduce((listed, store) => unmutedRow(store, listed, rules), row)
    },
    /** Waits until an exchange has new entries, or until annotations change. */
    async whenOther(exchangeId: string, followed: Followed) {
      flush()
      const reached = () => (rowIn(stores(), exchangeId)?.lastSeq ?? 0) + (version() - latest())
      const waitedMs = await waitForChange(changed, reached, followed)
      return { version: reached(), waitedMs }
    },
    /** The latest labels, in a session or in all, as suggestions for a filter. */
    seenLabels(limit: number, sessionId?: string): readonly string[] {
      const labels = stores().flatMap(({ database }) =>
        database
          .prepare(seenLabels)
          .all(sessionId ?? null, limit)
          .map((row) => String(row['label'])),
      )
      return [...new Set(labels)].filter((label) => label !== '').slice(0, limit)
    },
  }
}

/** The lengths of the lists, with a version to wait for. */
function createCounts(
  { flush, changed, latest }: Writing,
  {
    lists,
    lengthOf,
  }: { readonly lists: Lists; readonly lengthOf: (filter: ExchangeFilter) => Promise<number> },
  muted: () => Muted,
  notice: () => string | undefined,
) {
  let newest: { readonly counts: string | undefined; readonly changes: number } = {
    counts: undefined,
    changes: 0,
  }
  const noticed = () => {
    const counted = notice()
    if (counted !== newest.counts) newest = { counts: counted, changes: newest.changes + 1 }
    return newest
  }
  return async ({ sessionId, agentId, ...followed }: OfSession & Followed): Promise<ConsoleCounts> => {
    const source = { agentsNamed: () => [], ...defined({ sessionId }) }
    const ofAgent = { ...source, ...defined({ agentId }) }
    const queries = () => [
      exchangesWhere({ ...ofAgent, terms: [] }),
      exchangesWhere({ ...source, terms: parseFilter('kind:webhook').terms }),
      findingsOf({ sessionId, muted: false }, muted().rules),
    ]
    const sinceOf = (each: readonly Matches[]) =>
      Math.max(muted().since, ...each.map(({ since }) => since)) + noticed().changes
    flush()
    const before = queries()
    await Promise.all(before.map(lists.catchUp))
    const waitedMs = await waitForChange(changed, () => sinceOf(before.map(lists.matches)), followed)
    const counted = await Promise.all(queries().map(lists.catchUp))
    const [listed = 0, webhooks = 0, findings = 0] = counted.map(({ weight }) => weight)
    const exchanges = agentId === undefined ? listed : await lengthOf({ ...ofAgent, terms: [] })
    const { counts: countsText } = noticed()
    const counts = { exchanges, webhooks, findings, latest: latest(), ...defined({ notice: countsText }) }
    return { ...counts, version: sinceOf(counted), waitedMs }
  }
}

function rowIn(stores: readonly Store[], exchangeId: string): ExchangeRow | undefined {
  return firstMatch(stores, (store) => rowOf(store, exchangeId))
}

const seenLabels = `SELECT label, max(exchange) AS newest FROM (SELECT label, exchange FROM summary
    WHERE ?1 IS NULL OR session = (SELECT id FROM session WHERE uid = ?1) ORDER BY exchange DESC LIMIT 5000)
  GROUP BY label ORDER BY newest DESC LIMIT ?2`

function writeAnnotation({ database }: Store, exchangeId: string, { pinned, mark, note }: Annotation): void {
  const set = (column: string, value: string | number | null) =>
    database
      .prepare(`UPDATE summary SET ${column} = ? WHERE exchange = (SELECT id FROM exchange WHERE uid = ?)`)
      .run(value, exchangeId)
  if (pinned !== undefined) set('pinned', pinned ? 1 : 0)
  if (mark !== undefined) set('mark', mark)
  if (note !== undefined) set('note', note === '' ? null : note)
}

/** Matches conditions on annotations. */
const annotated = /\by\.(?:pinned|mark|note)\b/
