// One slice of the rows of a session that is being deleted: their entries, their words, and what was named by them alone.

import { integerColumn } from './column.ts'
import { dropFacts } from './drop-facts.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'

/** What a slice deletes: a few milliseconds of work, whatever the rows hold. */
const maxSliceEntries = 400
/** Of what a slice deletes; the next slice goes on. */
const maxSliceBytes = 2 * 1024 * 1024

export interface RowsGone {
  readonly upTo: number
  /** Numbers of the exchanges that are in no list any more, and of the entries. */
  readonly exchanges: readonly number[]
  readonly entries: readonly number[]
}

/** Undefined when nothing was left of it. */
export function deleteRows(store: Store, session: number): RowsGone | undefined {
  const rows = firstRows(store, session)
  const last = rows.at(-1)
  if (last === undefined) return undefined
  const exchanges = [...new Set(rows.map(({ exchange }) => exchange))]
  const tasks = new Set(rows.map(({ task }) => task))
  let entries: readonly number[] = []
  store.transact(() => {
    // An exchange is of one session, so it leaves the lists whole, with what it told.
    for (const exchange of exchanges) prepared(store, 'DELETE FROM summary WHERE exchange = ?').run(exchange)
    const { told, isAll } = dropFacts(store, exchanges, maxSliceEntries)
    for (const { task } of told) tasks.add(task)
    if (isAll) {
      const indexed = integerColumn(prepared(store, indexedUpTo).get(), 'value')
      for (const row of rows) deleteRow(store, row, indexed)
      entries = rows.map(({ seq }) => seq)
    }
    for (const exchange of exchanges) prepared(store, unnamed).run(exchange)
    for (const task of tasks) prepared(store, untold).run(task)
  })
  store.forgetNames()
  return { upTo: last.seq, exchanges: exchanges.toSorted((a, b) => a - b), entries }
}

interface Row {
  readonly seq: number
  readonly n: number
  readonly exchange: number
  readonly task: number
  readonly bytes: number
}

function firstRows(store: Store, session: number): readonly Row[] {
  const sql = `SELECT seq, n, exchange, task, coalesce(octet_length(raw), 0) + coalesce(octet_length(rest), 0) AS bytes
    FROM entry WHERE session = ? ORDER BY seq LIMIT ${maxSliceEntries}`
  const rows: Row[] = []
  let entries = 0
  let bytes = 0
  for (const found of prepared(store, sql).all(session)) {
    const row = found as unknown as Row
    entries += row.n
    bytes += row.bytes
    if (rows.length > 0 && (entries > maxSliceEntries || bytes > maxSliceBytes)) break
    rows.push(row)
  }
  return rows
}

/** By each number alone: FTS5 goes through all it has to find the ends of a range. */
function deleteRow(store: Store, { seq, n }: Row, indexed: number): void {
  prepared(store, 'DELETE FROM entry WHERE seq = ?').run(seq)
  const unindex = prepared(store, 'DELETE FROM search WHERE rowid = ?')
  for (let each = seq; each < seq + n && each <= indexed; each += 1) unindex.run(each)
}

const indexedUpTo = "SELECT value FROM counter WHERE name = 'indexed_seq'"
const unnamed = 'DELETE FROM exchange WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE exchange = ?1)'
const untold =
  'DELETE FROM task WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE task = ?1) AND NOT EXISTS (SELECT 1 FROM fact WHERE task = ?1)'
