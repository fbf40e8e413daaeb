// Entries with what the record knows besides: the task each is about. For whoever carries a session away, row by row.

import { integer } from './column.ts'
import { type EntryFilter, toClause } from './filter.ts'
import { type Appended, entriesOfRow, type StoredRow } from './run.ts'
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
const pageRows = 200

export function walkStore(store: Store, filter: EntryFilter, after: number): Walked {
  const { where, values } = toClause(filter)
  const rows = store.database
    .prepare(
      `SELECT ${columns} FROM ${joined} WHERE e.seq > ? ${where === '' ? '' : `AND ${where}`} ORDER BY e.seq LIMIT ?`,
    )
    .all(after, ...values, pageRows)
  const last = rows.at(-1)
  return {
    appended: rows.flatMap((row) => {
      const task = row['task']
      const entries = [...entriesOfRow(row as unknown as StoredRow, 0)]
      return entries.map((entry) => (typeof task === 'string' ? { entry, taskId: task } : { entry }))
    }),
    next: last && integer(last, 'seq'),
  }
}
