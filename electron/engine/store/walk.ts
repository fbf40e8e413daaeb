// Rows with what the record knows besides: the task each is about. For whoever carries a session away.

import { countOf, type Packed, unpack } from '#shared/record/run.ts'
import { integerColumn } from './column.ts'
import { type EntryFilter, toClause } from './filter.ts'
import { packedOf, storedColumns, withNames } from './row.ts'
import type { Appended } from './run.ts'
import type { Store } from './store.ts'

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
  const { where, values } = toClause(filter)
  const found = store.database
    .prepare(
      `SELECT ${storedColumns}, t.uid AS task FROM entry e ${withNames} LEFT JOIN task t ON t.id = e.task WHERE e.seq > ? ${where === '' ? '' : `AND ${where}`} ORDER BY e.seq`,
    )
    .iterate(after, ...values)
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
