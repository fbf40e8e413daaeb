import type { Finding } from '#shared/a2a/finding.ts'
import { severities } from '#shared/a2a/severities.ts'
import { memoByObject } from '#shared/collections/memo.ts'
import type { FindingGroupPage, ListPage } from '#shared/contract/console.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { Entry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import {
  createFindingTally,
  type FindingTally,
  type GroupFilter,
  groupFindings,
  type MutedRule,
  mutedBy,
  mutedBySession,
} from '#shared/record/finding-groups.ts'
import { createSlices } from '../platform/async.ts'
import { type Followed, waitForChange } from './change-signal.ts'
import { integerColumn, textColumn } from './column.ts'
import { type ListQuery, type Lists, type Range, rowsAt } from './list-cache.ts'
import { findingCount } from './row.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'
import type { Writing } from './writing.ts'

/** SQL: whether finding `f` of entry `e` is muted by the rules in `?`, which `mutedValue()` writes. */
const isMutedFinding = `EXISTS (SELECT 1 FROM json_each(?) m WHERE m.value ->> 1 = f.value ->> '$.rule'
  AND m.value ->> 0 IS (SELECT agent FROM summary y WHERE y.exchange = e.exchange))`

const inExchange = '= (SELECT id FROM exchange WHERE uid = ?)'
const agentOf = `SELECT agent FROM summary WHERE exchange ${inExchange}`
const mutedInExchange = `SELECT f.value ->> '$.severity' AS severity, count(*) AS n
  FROM entry e, json_each(e.rest, '$.findings') f WHERE e.exchange ${inExchange} AND +e.severity IS NOT NULL
    AND f.value ->> '$.rule' IN (SELECT value FROM json_each(?)) GROUP BY 1`

/** A few milliseconds of work. */
const tallyRowsAtATime = 200

const sql = `SELECT e.seq, e.at, s.uid AS session, y.agent, json_extract(e.rest, '$.findings') AS findings
  FROM (${withFindings('seq')}) f JOIN entry e ON e.seq = f.seq JOIN session s ON s.id = e.session
  LEFT JOIN summary y ON y.exchange = e.exchange ORDER BY e.seq`

export type FindingFilter = Pick<Inputs['console']['findings'], 'sessionId' | 'exchangeId' | 'group'> & {
  /** Muted findings alone, or all others alone. */
  readonly muted?: boolean | undefined
}

/** The first `:limit` after `:after`. The unary plus keeps SQLite on the index, where each severity is in order. */
function withFindings(columns: string): string {
  const parts = [...severities.keys()].map(
    (severity) => `SELECT * FROM (SELECT ${columns} FROM entry WHERE severity = ${severity} AND seq > :after
      ORDER BY seq LIMIT :limit)`,
  )
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY seq LIMIT :limit`
}

export function findingsOf(
  { sessionId, exchangeId, group, muted }: FindingFilter,
  rules: readonly MutedRule[],
): ListQuery {
  const values = [sessionId, group?.inSession].filter((uid) => uid !== undefined)
  const conditions = values.map(() => '+session = (SELECT id FROM session WHERE uid = ?)')
  if (group) {
    conditions.push("(SELECT agent FROM summary y WHERE y.exchange = e.exchange) IS nullif(?, '')")
    values.push(group.agentId ?? '')
  }
  const hit = conditions.join(' AND ')
  const counted = group ? countIn(group) : countOf(muted, rules)
  const columns = `seq, session, exchange, rest, ${findingCount} AS found`
  const entries = exchangeId === undefined ? withFindings(columns) : withFindingsOfExchange(columns)
  return {
    rows: 'entries',
    sql: `SELECT seq AS id, seq AS at, ${hit === '' ? counted.sql : `iif(${hit}, ${counted.sql}, 0)`} AS hit
      FROM (${entries}) e`,
    values: [...values, ...counted.values, ...(exchangeId === undefined ? [] : [exchangeId])],
  }
}

function withFindingsOfExchange(columns: string): string {
  return `SELECT ${columns} FROM entry WHERE exchange = (SELECT id FROM exchange WHERE uid = ?)
    AND severity IS NOT NULL AND seq > :after ORDER BY seq LIMIT :limit`
}

function countOf(muted: boolean | undefined, rules: readonly MutedRule[]) {
  if (muted === undefined || (rules.length === 0 && !muted)) return { sql: 'found', values: [] }
  return {
    sql: `(SELECT count(*) FROM json_each(e.rest, '$.findings') f WHERE ${muted ? '' : 'NOT '}${isMutedFinding})`,
    values: [mutedValue(rules)],
  }
}

/** Findings of the group in an entry. */
function countIn({ rule, severity }: NonNullable<FindingFilter['group']>) {
  const clause = severity === undefined ? '' : " AND f.value ->> '$.severity' = ?"
  return {
    sql: `(SELECT count(*) FROM json_each(e.rest, '$.findings') f WHERE f.value ->> '$.rule' = ?${clause})`,
    values: [rule, ...(severity === undefined ? [] : [severity])],
  }
}

export type FindingReader = (query: FindingFilter & Range & Followed) => Promise<ListPage<Entry>>

export function createFindingReader(
  { flush, changed }: Writing,
  lists: Lists,
  muted: () => Muted,
): FindingReader {
  return async ({ offset, limit, seen, waitMs, signal, ...filter }) => {
    flush()
    const before = findingsOf(filter, muted().rules)
    await lists.catchUp(before)
    const since = () => Math.max(lists.matches(before).since, muted().since)
    const waitedMs = await waitForChange(changed, since, { seen, waitMs, signal })
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

// Findings of each store by rule, agent and session: read once, then updated from new entries alone.

interface InStore {
  tally: FindingTally
  upTo: number
  /** The version of their last change. */
  since: number
}

export function createFindingTallies(
  { stores, keptStores, flush, changed }: Writing,
  version: () => number,
  muted: () => Muted,
) {
  const begun = () => ({ tally: createFindingTally(), upTo: 0, since: version() })
  const tallyOf = memoByObject<Store, InStore>(begun)
  /** Cached for the sessions of one list. */
  let counted: { readonly since: number; readonly bySession: ReadonlyMap<string, number> } | undefined

  /** One slice. True when all is read. */
  const advance = (store: Store): boolean => {
    const inStore = tallyOf(store)
    const end = store.lastSeq()
    if (inStore.upTo === end) return true
    const rows = prepared(store, sql).all({ after: inStore.upTo, limit: tallyRowsAtATime })
    for (const row of rows) {
      const findings: readonly Finding[] = JSON.parse(textColumn(row, 'findings'))
      const agentId = row['agent'] === null ? undefined : textColumn(row, 'agent')
      inStore.tally.add({ sessionId: textColumn(row, 'session'), agentId, at: Number(row['at']), findings })
    }
    if (rows.length > 0) inStore.since = version()
    const isAll = rows.length < tallyRowsAtATime
    inStore.upTo = isAll ? end : integerColumn(rows.at(-1), 'seq')
    return isAll
  }

  const catchUp = async () => {
    const breathe = createSlices()
    for (const store of stores()) while (store.database.isOpen && !advance(store)) await breathe()
  }
  /** Reads one slice of each store; more to read changes the version again. */
  const sinceNow = () =>
    Math.max(
      muted().since,
      ...stores().map((store) => {
        advance(store)
        return tallyOf(store).since
      }),
    )

  return {
    /** Groups by position, once there are others than `seen`. */
    async page(query: GroupFilter & Range & Followed): Promise<FindingGroupPage> {
      const { offset, limit, seen, waitMs, signal, ...filter } = query
      flush()
      await catchUp()
      const waitedMs = await waitForChange(changed, sinceNow, { seen, waitMs, signal })
      await catchUp()
      const all = stores().map(tallyOf)
      const since = Math.max(muted().since, ...all.map((inStore) => inStore.since))
      const { groups, ...counts } = groupFindings(
        all.map(({ tally }) => tally),
        filter,
        mutedBy(muted().rules),
      )
      const rows = groups.slice(offset, offset + limit)
      return { ...counts, rows, total: groups.length, version: since, waitedMs }
    },
    /** Resolves when everything recorded is grouped. */
    caughtUp: catchUp,
    /** Muted findings of a session, as far as they are grouped. */
    mutedIn(sessionId: string): number {
      const { rules, since } = muted()
      if (rules.length === 0) return 0
      const all = keptStores().map(tallyOf)
      const now = Math.max(since, ...all.map((inStore) => inStore.since))
      if (counted?.since !== now) {
        const tallies = all.map(({ tally }) => tally)
        counted = { since: now, bySession: mutedBySession(tallies, mutedBy(rules)) }
      }
      return counted.bySession.get(sessionId) ?? 0
    },
    /** Drops deleted entries, in ascending order. */
    drop(store: Store, gone: readonly number[]) {
      const inStore = tallyOf(store)
      if ((gone[0] ?? inStore.upTo + 1) <= inStore.upTo) Object.assign(inStore, begun())
    },
  }
}

// Removes muted findings from rows and entries.

/** The muted rules, and the version of their last change. */
export interface Muted {
  readonly rules: readonly MutedRule[]
  readonly since: number
}

/** Compares the rules on each call; `newVersion` is called when they changed, as that changes the lists. */
export function followMuted(rulesNow: () => readonly MutedRule[], newVersion: () => number): () => Muted {
  let muted: Muted = { rules: rulesNow(), since: 0 }
  return () => {
    const rules = rulesNow()
    if (rules !== muted.rules) muted = { rules, since: newVersion() }
    return muted
  }
}

/** The row with counts without muted findings. */
export function unmutedRow(store: Store, row: ExchangeRow, muted: readonly MutedRule[]): ExchangeRow {
  const { error, warning, info } = row.findings
  const rules = muted.filter(({ agentId }) => agentId === row.agentId).map(({ rule }) => rule)
  if (rules.length === 0 || error + warning + info === 0) return row
  const unmuted = { ...row.findings }
  for (const result of prepared(store, mutedInExchange).all(row.id, JSON.stringify(rules))) {
    const severity = result['severity']
    if (severity === 'error' || severity === 'warning' || severity === 'info')
      unmuted[severity] -= integerColumn(result, 'n')
  }
  return { ...row, findings: unmuted }
}

/** Entries with their muted findings alone, or without them. */
function withMuted(
  store: Store,
  entries: readonly Entry[],
  rules: readonly MutedRule[],
  muted: boolean,
): readonly Entry[] {
  const isMuted = mutedBy(rules)
  return entries.map((entry) => {
    const { agent } = prepared(store, agentOf).get(entry.exchangeId) ?? {}
    const agentId = typeof agent === 'string' ? agent : undefined
    const findings = (entry.findings ?? []).filter(({ rule }) => isMuted({ rule, agentId }) === muted)
    return { ...entry, findings }
  })
}

function mutedValue(rules: readonly MutedRule[]): string {
  return JSON.stringify(rules.map(({ rule, agentId = null }) => [agentId, rule]))
}
