// Entries with what the record knows besides: the task each is about. For whoever carries a session away, row by row.

import { unpack } from '#shared/record/run.ts'
import { integerColumn } from './column.ts'
import { type EntryFilter, toClause } from './filter.ts'
import { packedOf, storedColumns, withNames } from './row.ts'
import type { Appended } from './run.ts'
import type { Store } from './store.ts'

export interface Walked {
  readonly appended: readonly Appended[]
  /** Pass as `after` of the next call; undefined when there was nothing. */
  readonly next: number | undefined
}

/** A row may hold a thousand entries: a page ends with the row that makes it full. */
const pageEntries = 2_000

export function walkStore(store: Store, filter: EntryFilter, after: number): Walked {
  const { where, values } = toClause(filter)
  const rows = store.database
    .prepare(
      `SELECT ${storedColumns}, t.uid AS task FROM entry e ${withNames} LEFT JOIN task t ON t.id = e.task WHERE e.seq > ? ${where === '' ? '' : `AND ${where}`} ORDER BY e.seq`,
    )
    .iterate(after, ...values)
  const appended: Appended[] = []
  let next: number | undefined
  for (const row of rows) {
    const taskId = row['task']
    for (const entry of unpack([packedOf(row)])) {
      appended.push(typeof taskId === 'string' ? { entry, taskId } : { entry })
    }
    next = integerColumn(row, 'seq')
    if (appended.length >= pageEntries) break
  }
  return { appended, next }
}
