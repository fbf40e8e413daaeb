// Full text, indexed behind the writer's back: indexing costs several times what appending does, so it happens when
// somebody searches or when the record has been quiet, never in the way of a stream.

import { indexedBodyBytes, searchText } from '#shared/filter/search-text.ts'
import { readBodyRange } from './body.ts'
import { integerColumn } from './column.ts'
import { toClause } from './filter.ts'
import type { Store } from './store.ts'

const chunkEntries = 500

/** Indexes one chunk; says whether everything is indexed now. */
export function indexSome(store: Store): boolean {
  const { database } = store
  const from = integerColumn(
    database.prepare("SELECT value FROM counter WHERE name = 'indexed_seq'").get(),
    'value',
  )
  const entries = store.select({ clause: toClause(undefined), after: from, limit: chunkEntries })
  const last = entries.at(-1)
  if (last === undefined) return true
  const bodyText = (hash: string) => {
    const range = readBodyRange(store, hash, 0, indexedBodyBytes)
    return range && Buffer.from(range.bytes).toString('utf8')
  }
  const insert = database.prepare('INSERT INTO search (rowid, text) VALUES (?, ?)')
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const entry of entries) insert.run(entry.seq, searchText(entry, bodyText))
    database.prepare("UPDATE counter SET value = ? WHERE name = 'indexed_seq'").run(last.seq)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
  return entries.length < chunkEntries
}
