// Full text, indexed behind the writer's back: indexing costs several times what appending does, so it happens when
// somebody searches or when the record has been quiet, never in the way of a stream. Each chunk makes a part of the index; parts are
// merged a few pages at a time, before there are many.

import { maxIndexedBytes, searchText } from '#shared/filter/search-text.ts'
import { matchOf, wordsOf } from '#shared/filter/words.ts'
import type { Entry } from '#shared/record/entry.ts'
import { readBodyRange } from './body.ts'
import { integerColumn } from './column.ts'
import { toClause } from './filter.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'

const chunkEntries = 500

export interface FoundEntries {
  readonly entries: readonly Entry[]
  readonly total: number
}

/** The newest that have these words, or words that begin so, after so many; the last store has the newest. */
export function searchNewest(
  stores: readonly Store[],
  text: string,
  skip: number,
  limit: number,
): FoundEntries {
  const words = wordsOf(text)
  if (words.length === 0) return { entries: [], total: 0 }
  const match = matchOf(words)
  const entries: Entry[] = []
  let total = 0
  for (const store of stores.toReversed()) {
    const offset = Math.max(0, skip - total)
    for (const row of prepared(store, newest).all(match, limit - entries.length, offset)) {
      const after = integerColumn(row, 'rowid') - 1
      entries.push(...store.select({ clause: toClause(undefined), after, limit: 1 }))
    }
    total += integerColumn(prepared(store, counted).get(match), 'n')
  }
  return { entries, total }
}

const newest = 'SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ? OFFSET ?'
const counted = 'SELECT count(*) AS n FROM search WHERE search MATCH ?'

const mergedPages = 8
const mayMerge = new WeakMap<Store, boolean>()

/** Merges some of the index, else indexes one chunk; says whether everything is indexed now. */
export function indexSome(store: Store): boolean {
  if (mayMerge.get(store) !== false) {
    mayMerge.set(store, mergeSome(store, mergedPages))
    if (mayMerge.get(store)) return false
  }
  return indexChunk(store)
}

/** Below zero: all that is there is to become one part. False when nothing was left to do. */
export function mergeSome(store: Store, pages: number): boolean {
  const changes = () => integerColumn(prepared(store, 'SELECT total_changes() AS n').get(), 'n')
  const before = changes()
  prepared(store, "INSERT INTO search (search, rank) VALUES ('merge', ?)").run(pages)
  // https://sqlite.org/fts5.html#the_merge_command: fewer than two changes say so.
  return changes() - before >= 2
}

function indexChunk(store: Store): boolean {
  const { database } = store
  const from = integerColumn(
    database.prepare("SELECT value FROM counter WHERE name = 'indexed_seq'").get(),
    'value',
  )
  const entries = store.select({ clause: toClause(undefined), after: from, limit: chunkEntries })
  const last = entries.at(-1)
  if (last === undefined) return true
  const bodyText = (hash: string) => {
    const range = readBodyRange(store, hash, 0, maxIndexedBytes)
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
  mayMerge.set(store, true)
  return entries.length < chunkEntries
}
