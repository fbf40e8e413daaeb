// Entries with what the record knows besides: the task each is about. For whoever carries a session away, row by row.

import { unpack } from '#shared/record/run.ts'
import { integer } from './column.ts'
import { type EntryFilter, toClause } from './filter.ts'
import { packedOf, type StoredRow } from './row.ts'
import type { Appended } from './run.ts'
import type { Store } from './store.ts'

export interface Walked {
  readonly appended: readonly Appended[]
  /** Pass as `after` of the next call; undefined when there was nothing. */
  readonly next: number | undefined
}

const columns =
  'e.seq, e.n, s.uid AS session, x.uid AS exchange, e.kind, e.at, e.mono, e.idx, e.raw, e.rest, e.run, t.uid AS task'
const joined =
  'entry e JOIN session s ON s.id = e.session JOIN exchange x ON x.id = e.exchange LEFT JOIN task t ON t.id = e.task'
/** A row may hold a thousand entries: a page ends with the row that makes it full. */
const pageEntries = 2_000

export function walkStore(store: Store, filter: EntryFilter, after: number): Walked {
  const { where, values } = toClause(filter)
  const rows = store.database
    .prepare(
      `SELECT ${columns} FROM ${joined} WHERE e.seq > ? ${where === '' ? '' : `AND ${where}`} ORDER BY e.seq`,
    )
    .iterate(after, ...values)
  const appended: Appended[] = []
  let next: number | undefined
  for (const row of rows) {
    const taskId = row['task']
    for (const entry of unpack([packedOf(row as unknown as StoredRow)])) {
      appended.push(typeof taskId === 'string' ? { entry, taskId } : { entry })
    }
    next = integer(row, 'seq')
    if (appended.length >= pageEntries) break
  }
  return { appended, next }
}
