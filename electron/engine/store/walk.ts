// Rows with what the record knows besides: the task each is about. For whoever carries a session away.

import { countOf, type Packed, unpack } from '#shared/record/run.ts'
import { integerColumn } from './column.ts'
import { type Clause, type EntryFilter, toClause } from './filter.ts'
import { packedOf, storedColumns, withNames } from './row.ts'
import type { Appended } from './run.ts'
import type { Store } from './store.ts'
import { tellingRows } from './telling-rows.ts'

export interface WalkedRow {
  readonly packed: Packed
  readonly taskId?: string
}

export interface Walked {
  readonly rows: readonly WalkedRow[]
  /** Pass as `after` of the next call; undefined when there was nothing. */
  readonly next: number | undefined
}

/** A row may hold a thousand entries: a page ends with the row that makes it full. */
const pageEntries = 500

export function walkStore(
  store: Store,
  filter: EntryFilter,
  after: number,
  most: number = pageEntries,
): Walked {
  return walkWhere(store, toClause(filter), after, most)
}

/** Of an exchange, those rows alone that say more than that further frames came. */
export function walkTelling(store: Store, exchangeId: string, after: number): Walked {
  return walkWhere(store, { where: `e.seq IN (${tellingRows})`, values: [exchangeId] }, after, pageEntries)
}

/** Of the first store that has some. */
export function firstWalked(stores: readonly Store[], walk: (store: Store) => Walked): Walked {
  for (const store of stores) {
    const walked = walk(store)
    if (walked.rows.length > 0) return walked
  }
  return { rows: [], next: undefined }
}

function walkWhere(store: Store, { where, values }: Clause, after: number, most: number): Walked {
  const sql = `SELECT ${storedColumns}, t.uid AS task FROM entry e ${withNames} LEFT JOIN task t ON t.id = e.task
    WHERE e.seq > ? ${where === '' ? '' : `AND ${where}`} ORDER BY e.seq`
  const found = store.database.prepare(sql).iterate(after, ...values)
  const rows: WalkedRow[] = []
  let entries = 0
  let next: number | undefined
  for (const row of found) {
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
