// Sessions are kept until somebody deletes them; deleting gives the space back to the disk.

import { integerColumn } from './column.ts'
import { deleteUnusedFacts, dropFacts, hideConversations } from './drop-facts.ts'
import type { Store } from './store.ts'

const chunkRows = 1_000

/** Deletes one chunk of a session's rows; says whether the session is gone altogether. */
export function deleteSome(store: Store, sessionId: string): boolean {
  const { database } = store
  const id = sessionNumber(store, sessionId)
  if (id === undefined) return true
  database.exec('BEGIN IMMEDIATE')
  try {
    hideConversations(database, id)
    const rows = database
      .prepare('SELECT seq, n, exchange, task FROM entry WHERE session = ? LIMIT ?')
      .all(id, chunkRows)
    const deleteEntry = database.prepare('DELETE FROM entry WHERE seq = ?')
    const unindex = database.prepare('DELETE FROM search WHERE rowid >= ? AND rowid < ?')
    for (const row of rows) {
      const seq = integerColumn(row, 'seq')
      deleteEntry.run(seq)
      unindex.run(seq, seq + integerColumn(row, 'n'))
    }
    dropNames(store, rows)
    const done = rows.length < chunkRows
    if (done) {
      dropBodies(store, id)
      database.prepare('DELETE FROM session_task WHERE session = ?').run(id)
      database.prepare('DELETE FROM session WHERE id = ?').run(id)
    }
    database.exec('COMMIT')
    return done
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Of exchanges and tasks that nothing is left of. Only those of the rows are looked at: the record may hold millions. */
function dropNames({ database }: Store, rows: readonly Readonly<Record<string, unknown>>[]): void {
  const exchanges = new Set(rows.map((row) => integerColumn(row, 'exchange')))
  const told = dropFacts(database, exchanges)
  const tasks = new Set([...rows.map((row) => integerColumn(row, 'task')), ...told.map(({ task }) => task)])
  for (const [drop, numbers] of [
    ['exchange WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE exchange = ?1)', exchanges],
    ['summary WHERE exchange = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE exchange = ?1)', exchanges],
    [
      'task WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE task = ?1) AND NOT EXISTS (SELECT 1 FROM fact WHERE task = ?1)',
      tasks,
    ],
  ] as const) {
    const statement = database.prepare(`DELETE FROM ${drop}`)
    for (const number of numbers) statement.run(number)
  }
}

/** Those that this session alone has used. */
function dropBodies({ database }: Store, id: number): void {
  for (const table of ['body_part', 'body']) {
    database
      .prepare(
        `DELETE FROM ${table} WHERE hash IN (SELECT hash FROM body_use WHERE session = ?1)
          AND NOT EXISTS (SELECT 1 FROM body_use o WHERE o.hash = ${table}.hash AND o.session <> ?1)`,
      )
      .run(id)
  }
  database.prepare('DELETE FROM body_use WHERE session = ?').run(id)
}

/** Gives freed pages back to the disk. */
export function giveBack(store: Store): void {
  store.database.exec('PRAGMA incremental_vacuum')
  store.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** Rewrites the whole file as small as it can be. */
export function compactStore(store: Store): void {
  deleteUnused(store)
  store.database.exec("INSERT INTO search (search) VALUES ('optimize')")
  store.database.exec('VACUUM')
  store.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

function deleteUnused(store: Store): void {
  store.database.exec(`
    DELETE FROM body_part WHERE hash NOT IN (SELECT hash FROM body_use);
    DELETE FROM body WHERE hash NOT IN (SELECT hash FROM body_use);
    DELETE FROM exchange WHERE id NOT IN (SELECT exchange FROM entry);
    DELETE FROM summary WHERE session NOT IN (SELECT id FROM session);
    ${deleteUnusedFacts}
    DELETE FROM task WHERE id NOT IN (SELECT task FROM entry WHERE task IS NOT NULL)
      AND id NOT IN (SELECT task FROM fact WHERE task IS NOT NULL);
  `)
}

export function sessionNumber(store: Store, sessionId: string): number | undefined {
  const row = store.database.prepare('SELECT id FROM session WHERE uid = ?').get(sessionId)
  return row === undefined ? undefined : integerColumn(row, 'id')
}
