// Figures of a session: counts, sizes, first and last time. They are stored with the position they were counted to, so
// that no entry is counted twice.

import { memoByObject } from '#shared/collections/memo.ts'
import { integerColumn, textColumn } from './column.ts'
import { findingCount, kindNumber } from './row.ts'
import { prepared, sessionNumber } from './statements.ts'
import type { Store } from './store.ts'

export interface SessionFigures {
  readonly entries: number
  readonly exchanges: number
  readonly tasks: number
  readonly findings: number
  /** Of entries and of bodies stored apart. */
  readonly bytes: number
  readonly firstAt?: number
  readonly lastAt?: number
  readonly agentIds: readonly string[]
}

interface StoredFigures extends SessionFigures {
  readonly upTo: number
  readonly entryBytes: number
}

const nothing: StoredFigures = {
  entries: 0,
  exchanges: 0,
  tasks: 0,
  findings: 0,
  bytes: 0,
  agentIds: [],
  upTo: 0,
  entryBytes: 0,
}
const begins = `(${kindNumber('request')}, ${kindNumber('webhook')})`
/** Agents named for a session in the list of sessions; the session has all of them. */
const maxSessionAgents = 50
const since = 'session = ?1 AND seq > ?2 AND seq <= ?3'
const rowsAtATime = 1_000
const newTask = `${since} AND task IS NOT NULL`
/** Tasks counted before, and those of later entries. */
const everyTask = `SELECT task FROM session_task WHERE session = ?1 UNION SELECT task FROM entry WHERE ${newTask}`

/** Counts one more slice of a session; false when all is counted. */
export function countSome(stores: readonly Store[], sessionId: string): boolean {
  return stores.map((store) => advance(store, sessionId)).includes(true)
}

/** What is counted of a session, summed over its stores: a full disk continues in memory. */
export function sessionFigures(stores: readonly Store[], sessionId: string): SessionFigures | undefined {
  const parts = stores.flatMap((store) => {
    const id = sessionNumber(store, sessionId)
    return id === undefined ? [] : keptOf(store, id)
  })
  const [first, second] = parts
  if (first === undefined || second === undefined) return first
  const sum = (what: 'entries' | 'exchanges' | 'findings' | 'bytes') =>
    parts.reduce((total, part) => total + part[what], 0)
  const counted = parts.filter(({ entries }) => entries > 0)
  return {
    entries: sum('entries'),
    exchanges: sum('exchanges'),
    tasks: new Set(stores.flatMap((store) => tasksIn(store, sessionId))).size,
    findings: sum('findings'),
    bytes: sum('bytes'),
    ...(counted.length > 0 && {
      firstAt: Math.min(...counted.map(({ firstAt = Number.POSITIVE_INFINITY }) => firstAt)),
      lastAt: Math.max(...counted.map(({ lastAt = 0 }) => lastAt)),
    }),
    agentIds: [...new Set(parts.flatMap(({ agentIds }) => agentIds))].slice(0, maxSessionAgents),
  }
}

export function sessionIdsInUse({ database }: Store): readonly string[] {
  return database
    .prepare(
      'SELECT uid FROM session s WHERE EXISTS (SELECT 1 FROM entry WHERE session = s.id) OR EXISTS (SELECT 1 FROM trace WHERE session = s.id)',
    )
    .all()
    .map((row) => textColumn(row, 'uid'))
}

/** Figures that a full disk refused, until the engine ends. */
const unwritten = memoByObject(() => new Map<number, StoredFigures>())

function advance(store: Store, sessionId: string): boolean {
  const { database } = store
  const id = sessionNumber(store, sessionId)
  if (id === undefined) return false
  const storedFigures = keptOf(store, id)
  const next = `SELECT max(seq) AS seq, count(*) AS n FROM (SELECT seq FROM entry WHERE session = ? AND seq > ? ORDER BY seq LIMIT ${rowsAtATime})`
  const row = prepared(store, next).get(id, storedFigures.upTo)
  const isLast = integerColumn(row, 'n') < rowsAtATime
  if (integerColumn(row, 'n') === 0) return false
  const upTo = integerColumn(row, 'seq')
  const counted = count(store, id, storedFigures, upTo, isLast)
  try {
    const insert = `INSERT OR IGNORE INTO session_task SELECT DISTINCT session, task FROM entry WHERE ${newTask}`
    const { changes } = prepared(store, insert).run(id, storedFigures.upTo, upTo)
    const figures = { ...counted, tasks: storedFigures.tasks + Number(changes) }
    database.prepare('UPDATE session SET figures = ? WHERE id = ?').run(JSON.stringify(figures), id)
    unwritten(store).delete(id)
  } catch {
    const tasks = database.prepare(`SELECT count(*) AS n FROM (${everyTask})`).get(id, 0, upTo)
    unwritten(store).set(id, { ...counted, tasks: integerColumn(tasks, 'n') })
  }
  return !isLast
}

function keptOf(store: Store, id: number): StoredFigures {
  const storedFigures = unwritten(store).get(id)
  if (storedFigures !== undefined) return storedFigures
  const row = prepared(store, 'SELECT figures FROM session WHERE id = ?').get(id)
  return typeof row?.['figures'] === 'string' ? JSON.parse(row['figures']) : nothing
}

function tasksIn(store: Store, sessionId: string): readonly string[] {
  const id = sessionNumber(store, sessionId)
  if (id === undefined) return []
  // Counted tasks are written together with the figures, or not at all.
  const from = unwritten(store).has(id) ? 0 : keptOf(store, id).upTo
  return store.database
    .prepare(`SELECT uid FROM task WHERE id IN (${everyTask})`)
    .all(id, from, Number.MAX_SAFE_INTEGER)
    .map((row) => textColumn(row, 'uid'))
}

/** Sizes of bodies are summed once all entries are counted; tasks are stored as they are counted. */
function count(
  store: Store,
  id: number,
  storedFigures: StoredFigures,
  upTo: number,
  isLast: boolean,
): StoredFigures {
  const place = [id, storedFigures.upTo, upTo] as const
  const sums = prepared(
    store,
    `SELECT sum(n) AS entries, sum(kind IN ${begins}) AS exchanges, min(at) AS first_at, max(at) AS last_at,
      sum(coalesce(octet_length(raw), 0) + coalesce(octet_length(rest), 0)) AS bytes FROM entry WHERE ${since}`,
  ).get(...place)
  const findings = prepared(
    store,
    `SELECT sum(${findingCount}) AS n FROM entry WHERE +severity IS NOT NULL AND ${since}`,
  ).get(...place)
  const agents = prepared(
    store,
    `SELECT DISTINCT json_extract(rest, '$.call.agentId') AS agent FROM entry
      WHERE kind = ${kindNumber('request')} AND ${since} AND agent IS NOT NULL LIMIT ${maxSessionAgents}`,
  ).all(...place)
  const bodies = 'SELECT sum(size) AS n FROM body JOIN body_use USING (hash) WHERE body_use.session = ?'
  const bodyBytes = isLast
    ? integerColumn(prepared(store, bodies).get(id), 'n')
    : storedFigures.bytes - storedFigures.entryBytes
  const entryBytes = storedFigures.entryBytes + integerColumn(sums, 'bytes')
  return {
    entries: storedFigures.entries + integerColumn(sums, 'entries'),
    exchanges: storedFigures.exchanges + integerColumn(sums, 'exchanges'),
    tasks: storedFigures.tasks,
    findings: storedFigures.findings + integerColumn(findings, 'n'),
    entryBytes,
    bytes: entryBytes + bodyBytes,
    firstAt: Math.min(storedFigures.firstAt ?? Number.POSITIVE_INFINITY, integerColumn(sums, 'first_at')),
    lastAt: Math.max(storedFigures.lastAt ?? 0, integerColumn(sums, 'last_at')),
    agentIds: [
      ...new Set([...storedFigures.agentIds, ...agents.map((row) => textColumn(row, 'agent'))]),
    ].slice(0, maxSessionAgents),
    upTo,
  }
}
