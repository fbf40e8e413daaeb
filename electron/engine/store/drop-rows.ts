// One slice of the rows of a session that is being deleted: their entries, their words, and what was named by them alone.

import { integerColumn } from './column.ts'
import { dropFacts } from './drop-facts.ts'
import type { DropWords } from './drop-words.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'

// What a slice deletes: a few milliseconds of work, whatever the rows hold.
const maxSliceEntries = 400
// Of what a slice deletes; the next slice goes on.
const maxSliceBytes = 2 * 1024 * 1024

export interface RowsGone {
  /** Numbers of the exchanges that are in no list any more, and of the entries. */
  readonly exchanges: readonly number[]
  readonly entries: readonly number[]
  /** Runs have many. */
  readonly count: number
}

/**
 * Undefined when nothing was left. Exchanges go in the order in which they began and each from its end, so those that are begun are
 * those with the first entries; they have left the lists already. `begun`: only these.
 */
export function deleteRows(
  store: Store,
  session: number,
  words: DropWords,
  which: 'all' | 'begun' = 'all',
): RowsGone | undefined {
  const found = prepared(store, firstExchanges)
    .all(session)
    .map((row) => integerColumn(row, 'exchange'))
  const first = [...new Set(found)].filter((exchange) => which === 'all' || isBegun(store, exchange))
  const rows = rowsOf(store, session, first)
  if (rows.length === 0) return undefined
  const exchanges = [...new Set(rows.map(({ exchange }) => exchange))]
  const tasks = new Set(rows.map(({ task }) => task))
  let gone: readonly Row[] = []
  store.transact(() => {
    // An exchange is of one session, so it leaves the lists whole, with what it told.
    for (const exchange of exchanges) prepared(store, 'DELETE FROM summary WHERE exchange = ?').run(exchange)
    const { told, isAll } = dropFacts(store, exchanges, maxSliceEntries)
    for (const { task } of told) tasks.add(task)
    if (isAll) gone = rows
    for (const { seq } of gone) prepared(store, 'DELETE FROM entry WHERE seq = ?').run(seq)
    words.drop(gone)
    for (const exchange of exchanges) prepared(store, unnamed).run(exchange)
    for (const task of tasks) prepared(store, untold).run(task)
  })
  store.forgetNames()
  return {
    exchanges: exchanges.toSorted((a, b) => a - b),
    entries: gone.map(({ seq }) => seq).toSorted((a, b) => a - b),
    count: gone.reduce((sum, { n }) => sum + n, 0),
  }
}

interface Row {
  readonly seq: number
  readonly n: number
  readonly exchange: number
  readonly task: number
  readonly bytes: number
}

function rowsOf(store: Store, session: number, exchanges: readonly number[]): readonly Row[] {
  const rows: Row[] = []
  let entries = 0
  let bytes = 0
  for (const exchange of exchanges) {
    for (const found of prepared(store, lastRows).iterate(exchange, session)) {
      const row = found as unknown as Row
      entries += row.n
      bytes += row.bytes
      if (rows.length > 0 && (entries > maxSliceEntries || bytes > maxSliceBytes)) return rows
      rows.push(row)
    }
    // Of one that has more rows than a slice, these are its last.
    if (entries >= maxSliceEntries) return rows
  }
  return rows
}

function isBegun(store: Store, exchange: number): boolean {
  return prepared(store, 'SELECT 1 FROM summary WHERE exchange = ?').get(exchange) === undefined
}

const firstExchanges = `SELECT exchange FROM entry WHERE session = ? ORDER BY seq LIMIT ${maxSliceEntries}`
const lastRows = `SELECT seq, n, exchange, task, coalesce(octet_length(raw), 0) + coalesce(octet_length(rest), 0) AS bytes
  FROM entry WHERE exchange = ? AND session = ? ORDER BY seq DESC LIMIT ${maxSliceEntries}`
const unnamed = 'DELETE FROM exchange WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE exchange = ?1)'
const untold =
  'DELETE FROM task WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE task = ?1) AND NOT EXISTS (SELECT 1 FROM fact WHERE task = ?1)'
