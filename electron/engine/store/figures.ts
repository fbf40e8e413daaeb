// The figures of a session: how many of what, how large, from when to when. They are kept with the session as far as they
// were counted, so that a long recording is never counted twice from its beginning.

import { integerColumn, textColumn } from './column.ts'
import { sessionNumber } from './retention.ts'
import { kindNumber } from './row.ts'
import type { Store } from './store.ts'

export interface SessionFigures {
  readonly entries: number
  readonly exchanges: number
  readonly tasks: number
  readonly findings: number
  /** Of its entries and of the bodies that lie apart. */
  readonly bytes: number
  readonly firstAt?: number
  readonly lastAt?: number
  readonly agentIds: readonly string[]
}

interface Kept extends SessionFigures {
  readonly upTo: number
  readonly entryBytes: number
}

const nothing: Kept = {
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
const mostAgents = 50
const since = 'session = ? AND seq > ?'
const newTask = `${since} AND task IS NOT NULL`
/** Those counted and those since. */
const everyTask = `SELECT task FROM session_task WHERE session = ? UNION SELECT task FROM entry WHERE ${newTask}`

/** Of a session in every store it lies in: while the disk takes nothing more, it goes on in memory. */
export function sessionFigures(stores: readonly Store[], sessionId: string): SessionFigures | undefined {
  const parts = stores.flatMap((store) => figuresIn(store, sessionId) ?? [])
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
    agentIds: [...new Set(parts.flatMap(({ agentIds }) => agentIds))].slice(0, mostAgents),
  }
}

/** Of the sessions in which something happened. */
export function sessionIdsInUse({ database }: Store): readonly string[] {
  return database
    .prepare('SELECT uid FROM session s WHERE EXISTS (SELECT 1 FROM entry WHERE session = s.id)')
    .all()
    .map((row) => textColumn(row, 'uid'))
}

function figuresIn(store: Store, sessionId: string): SessionFigures | undefined {
  const { database } = store
  const id = sessionNumber(store, sessionId)
  if (id === undefined) return undefined
  const known = keptOf(store, id)
  const last = database.prepare('SELECT max(seq) AS seq FROM entry WHERE session = ?').get(id)
  if (integerColumn(last, 'seq') <= known.upTo) return known
  const counted = count(store, id, known)
  try {
    database
      .prepare(`INSERT OR IGNORE INTO session_task SELECT DISTINCT session, task FROM entry WHERE ${newTask}`)
      .run(id, known.upTo)
    database.prepare('UPDATE session SET figures = ? WHERE id = ?').run(JSON.stringify(counted), id)
  } catch {
    // A disk that is full keeps nobody from being told: what is not kept is counted again.
  }
  return counted
}

function keptOf({ database }: Store, id: number): Kept {
  const row = database.prepare('SELECT figures FROM session WHERE id = ?').get(id)
  return typeof row?.['figures'] === 'string' ? JSON.parse(row['figures']) : nothing
}

function tasksIn(store: Store, sessionId: string): readonly string[] {
  const id = sessionNumber(store, sessionId)
  if (id === undefined) return []
  return store.database
    .prepare(`SELECT uid FROM task WHERE id IN (${everyTask})`)
    .all(id, id, keptOf(store, id).upTo)
    .map((row) => textColumn(row, 'uid'))
}

function count({ database }: Store, id: number, known: Kept): Kept {
  const sums = database
    .prepare(
      `SELECT sum(n) AS entries, sum(kind IN ${begins}) AS exchanges, max(seq) AS up_to, min(at) AS first_at, max(at) AS last_at,
        sum(coalesce(octet_length(raw), 0) + coalesce(octet_length(rest), 0)) AS bytes FROM entry WHERE ${since}`,
    )
    .get(id, known.upTo)
  const findings = database
    .prepare(
      `SELECT sum(json_array_length(rest, '$.findings')) AS n FROM entry WHERE severity IS NOT NULL AND ${since}`,
    )
    .get(id, known.upTo)
  const agents = database
    .prepare(
      `SELECT DISTINCT json_extract(rest, '$.call.agentId') AS agent FROM entry
        WHERE kind = ${kindNumber('request')} AND ${since} AND agent IS NOT NULL LIMIT ${mostAgents}`,
    )
    .all(id, known.upTo)
  const tasks = database.prepare(`SELECT count(*) AS n FROM (${everyTask})`).get(id, id, known.upTo)
  const bodies = database
    .prepare('SELECT sum(size) AS n FROM body JOIN body_use USING (hash) WHERE body_use.session = ?')
    .get(id)
  const entryBytes = known.entryBytes + integerColumn(sums, 'bytes')
  return {
    entries: known.entries + integerColumn(sums, 'entries'),
    exchanges: known.exchanges + integerColumn(sums, 'exchanges'),
    tasks: integerColumn(tasks, 'n'),
    findings: known.findings + integerColumn(findings, 'n'),
    entryBytes,
    bytes: entryBytes + integerColumn(bodies, 'n'),
    firstAt: Math.min(known.firstAt ?? Number.POSITIVE_INFINITY, integerColumn(sums, 'first_at')),
    lastAt: Math.max(known.lastAt ?? 0, integerColumn(sums, 'last_at')),
    agentIds: [...new Set([...known.agentIds, ...agents.map((row) => textColumn(row, 'agent'))])].slice(
      0,
      mostAgents,
    ),
    upTo: integerColumn(sums, 'up_to'),
  }
}
