// Rows around one task, for who follows it: those about it, and those about no task that stand in exchanges it appeared in.
// A reader goes over the record in windows of sequence numbers, so that one step is short however rare the task is.

import type { StatementSync } from 'node:sqlite'
import type { Entry } from '#shared/record/entry.ts'
import { countOf, cut, type Packed, unpack } from '#shared/record/run.ts'
import type { TaskRow } from '#shared/story/timeline/gather-task.ts'
import { integerColumn } from './column.ts'
import { packedOf, storedColumns, withNames } from './row.ts'
import type { RowToWrite } from './run.ts'
import type { Store } from './store.ts'
import type { Tail } from './tail.ts'

const selected = `SELECT ${storedColumns} FROM entry e ${withNames}`
/** A list's reply tells of many tasks, and is about none. */
const listedIn =
  "SELECT f.seq FROM fact f WHERE f.task = (SELECT id FROM task WHERE uid = ?) AND f.way = 'list'"

export interface TaskReader {
  /** The first entry about the task, where there is one. */
  first(taskId: string): number | undefined
  around(taskId: string, after: number, upTo: number): readonly TaskRow[]
  /** What an exchange said before it named a task. */
  before(exchangeId: string, before: number): readonly Packed[]
  /** Single entries, wherever they are; those that are gone are left out. */
  entriesAt(seqs: Iterable<number>): readonly Entry[]
}

interface TaskReaderDeps {
  stores(): readonly Store[]
  readonly tail: Tail
  onRead(): void
}

/** Of every session, or of one. */
export function createTaskReader({ stores, tail, onRead }: TaskReaderDeps, sessionId?: string): TaskReader {
  const firstFound = <T>(find: (store: Store) => T | undefined): T | undefined => {
    for (const store of stores()) {
      const found = find(store)
      if (found !== undefined) return found
    }
    return undefined
  }
  const rowHolding = createRowHolding()
  return {
    first: (taskId) => firstFound((store) => firstOfTask(store, taskId, sessionId)),
    around(taskId, after, upTo) {
      onRead()
      const newest = tail.between(after, upTo)
      if (newest) return newest.flatMap((row) => rowAround(row, taskId, sessionId))
      return stores().flatMap((store) => rowsAroundTask(store, { taskId, after, upTo, sessionId }))
    },
    before: (exchangeId, before) => stores().flatMap((store) => rowsBefore(store, exchangeId, before)),
    entriesAt(seqs) {
      onRead()
      const wanted = [...seqs]
      const entries: Entry[] = []
      for (let next = 0; next < wanted.length; ) {
        const first = wanted[next] ?? 0
        const held = firstFound((store) => rowHolding(store, first))
        let end = next + 1
        // Neighbours share a row, and reading one costs what all of it is long.
        while (held && isIn(held, wanted[end])) end += 1
        if (held) entries.push(...pick(held, wanted.slice(next, end)))
        next = end
      }
      return entries
    },
  }
}

function isIn(held: Packed, seq: number | undefined): boolean {
  return seq !== undefined && seq >= held.seq && seq < held.seq + countOf(held)
}

function pick(held: Packed, seqs: readonly number[]): readonly Entry[] {
  const [first, last] = [Math.min(...seqs), Math.max(...seqs)]
  const span = cut(held, first, last - first + 1)
  const entries = span ? unpack([span]) : []
  return seqs.flatMap((seq) => entries[seq - first] ?? [])
}

function firstOfTask({ database }: Store, taskId: string, sessionId: string | undefined): number | undefined {
  const session = inSession(sessionId)
  const sqls = [
    `SELECT min(seq) AS seq FROM entry e WHERE task = (SELECT id FROM task WHERE uid = ?)${session.and}`,
    `SELECT min(e.seq) AS seq FROM entry e WHERE e.seq IN (${listedIn})${session.and}`,
  ]
  const seqs = sqls.map((sql) => integerColumn(database.prepare(sql).get(taskId, ...session.values), 'seq'))
  const found = seqs.filter((seq) => seq > 0)
  return found.length === 0 ? undefined : Math.min(...found)
}

function inSession(sessionId: string | undefined) {
  return sessionId === undefined
    ? { and: '', values: [] }
    : { and: ' AND e.session = (SELECT id FROM session WHERE uid = ?)', values: [sessionId] }
}

interface Around {
  readonly taskId: string
  readonly after: number
  readonly upTo: number
  readonly sessionId: string | undefined
}

function rowsAroundTask({ database }: Store, { taskId, after, upTo, sessionId }: Around): readonly TaskRow[] {
  const session = inSession(sessionId)
  const sql = `SELECT ${storedColumns}, e.task IS NOT NULL OR e.seq IN (${listedIn} AND f.seq > ? AND f.seq <= ?) AS about
    FROM entry e ${withNames} WHERE e.seq > ? AND e.seq <= ?
    AND (e.task = (SELECT id FROM task WHERE uid = ?) OR e.task IS NULL)${session.and} ORDER BY e.seq`
  return database
    .prepare(sql)
    .all(taskId, after, upTo, after, upTo, taskId, ...session.values)
    .map((row) => ({ packed: packedOf(row), about: row['about'] === 1 }))
}

/** The same of a row that is at hand. */
function rowAround(
  { packed, taskId: itsTask, facts = [] }: RowToWrite,
  taskId: string,
  sessionId: string | undefined,
): readonly TaskRow[] {
  if (sessionId !== undefined && packed.sessionId !== sessionId) return []
  if (itsTask !== undefined) return itsTask === taskId ? [{ packed, about: true }] : []
  return [{ packed, about: facts.some((fact) => fact.way === 'list' && fact.taskId === taskId) }]
}

function rowsBefore({ database }: Store, exchangeId: string, before: number): readonly Packed[] {
  const sql = `${selected} WHERE e.exchange = (SELECT id FROM exchange WHERE uid = ?) AND e.seq < ? AND e.task IS NULL ORDER BY e.seq`
  return database.prepare(sql).all(exchangeId, before).map(packedOf)
}

/** The row that holds an entry. A screenful is many of them, read anew while a task goes on. */
function createRowHolding(): (store: Store, seq: number) => Packed | undefined {
  const sql = `${selected} WHERE e.seq = (SELECT max(seq) FROM entry WHERE seq <= ?) AND e.seq + e.n > ?`
  const prepared = new WeakMap<Store, StatementSync>()
  return (store, seq) => {
    const statement = prepared.get(store) ?? store.database.prepare(sql)
    prepared.set(store, statement)
    const row = statement.get(seq, seq)
    return row && packedOf(row)
  }
}
