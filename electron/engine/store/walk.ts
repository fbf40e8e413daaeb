// Walks rows with the task of each, for exports and rebuilds.

import { countOf, type Packed, unpack } from '#shared/record/run.ts'
import { integerColumn } from './column.ts'
import { type Clause, type EntryFilter, toClause } from './filter.ts'
import { packedOf, storedColumns, withNames } from './row.ts'
import type { Appended } from './run.ts'
import { stateRows } from './state-column.ts'
import type { Store } from './store.ts'

export interface WalkedRow {
  readonly packed: Packed
  readonly taskId?: string
}

export interface Walked {
  readonly rows: readonly WalkedRow[]
  /** Pass as `after` of the next call; undefined at the end. */
  readonly next: number | undefined
}

/** A row may have a thousand entries: a page ends with the row that fills it. */
const pageEntries = 500

export type Walking = ReturnType<typeof createWalking>

export function createWalking(stores: () => readonly Store[], flush: () => void) {
  /** From the first store with rows. */
  const inStores = (clause: Clause, after: number, most = pageEntries): Walked => {
    flush()
    for (const store of stores()) {
      const walked = walkStore(store, clause, after, most)
      if (walked.rows.length > 0) return walked
    }
    return { rows: [], next: undefined }
  }
  return {
    /** Stored rows in order, each with its task. */
    walk: (filter: EntryFilter, after: number, most?: number): Walked =>
      inStores(toClause(filter), after, most),
    /** Only the rows of an exchange that carry more than further frames. */
    walkStates: (exchangeId: string, after: number): Walked =>
      inStores({ where: `e.seq IN (${stateRows})`, values: [exchangeId] }, after),
  }
}

function walkStore(store: Store, { where, values }: Clause, after: number, most: number): Walked {
  const sql = `SELECT ${storedColumns}, t.uid AS task FROM entry e ${withNames} LEFT JOIN task t ON t.id = e.task
    WHERE e.seq > ? ${where === '' ? '' : `AND ${where}`} ORDER BY e.seq`
  const match = store.database.prepare(sql).iterate(after, ...values)
  const rows: WalkedRow[] = []
  let entries = 0
  let next: number | undefined
  for (const row of match) {
    const packed = packedOf(row)
    const taskId = row['task']
    rows.push(typeof taskId === 'string' ? { packed, taskId } : { packed })
    next = integerColumn(row, 'seq')
    entries += countOf(packed)
    if (entries >= most) break
  }
  return { rows, next }
}

export function entriesOf(rows: readonly WalkedRow[]): readonly Appended[] {
  return rows.flatMap(({ packed, ...about }) => unpack([packed]).map((entry) => ({ entry, ...about })))
}
