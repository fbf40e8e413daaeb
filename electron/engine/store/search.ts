// Searches words, and indexes them after the write: indexing costs several times as much as appending, so it happens
// before a search or when the record has been quiet, and never delays a stream. Each chunk adds a segment to the
// growing part; segments are merged a few pages at a time, before there are many and before the next part begins.

import { maxInRun } from '#shared/bounded.ts'
import { maxIndexedBytes, searchText } from '#shared/filter/search-text.ts'
import { matchOf, wordsOf } from '#shared/filter/words.ts'
import type { Entry } from '#shared/record/entry.ts'
import { createSlices } from '../platform/async.ts'
import { reportInternalError } from '../platform/guarded.ts'
import { readBodyRange } from './body.ts'
import { integerColumn } from './column.ts'
import { toClause } from './filter.ts'
import { isOfDisk } from './problem.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'
import {
  foundIn,
  grow,
  indexedUpTo,
  isThere,
  mergeSome,
  partBefore,
  partFor,
  stretchFrom,
  type WordPart,
} from './words.ts'

export interface FoundEntries {
  readonly entries: readonly Entry[]
  readonly total: number
}

/** The newest matches of these words or prefixes, from position `skip` on; the last store has the newest. In slices. */
export async function searchNewest(
  stores: readonly Store[],
  text: string,
  skip: number,
  limit: number,
): Promise<FoundEntries> {
  const words = wordsOf(text)
  if (words.length === 0) return { entries: [], total: 0 }
  const match = matchOf(words)
  const breathe = createSlices()
  const entries: Entry[] = []
  let total = 0
  for (const store of stores.toReversed()) {
    for (let low = Number.MAX_SAFE_INTEGER; store.database.isOpen; ) {
      const part = partBefore(store, low)
      if (part === undefined) break
      low = part.low
      const before = total
      total += countIn(store, part, match)
      await breathe()
      const requested = limit - entries.length
      if (total <= skip || requested === 0 || !isThere(store, part)) continue
      entries.push(...newestIn(store, part, match, Math.max(0, skip - before), requested))
      await breathe()
    }
  }
  return { entries, total }
}

/** The first `limit` entries of a task that match these words. In slices. */
export async function seqsWith(
  stores: readonly Store[],
  taskId: string,
  text: string,
  limit: number,
): Promise<readonly number[]> {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const { where, values } = toClause({ taskId })
  const breathe = createSlices()
  const seqs: number[] = []
  for (const store of stores) {
    const ends = prepared(store, endsOfTask).get(taskId)
    for (let from = integerColumn(ends, 'low'); seqs.length < limit; ) {
      const part = stretchFrom(store, from, integerColumn(ends, 'high'))
      if (part === undefined) break
      const { table, low, high } = part
      const sql = `SELECT f.rowid AS seq FROM ${foundIn(table)} WHERE f.${table} MATCH ? AND f.rowid BETWEEN ? AND ? AND ${where} ORDER BY f.rowid`
      const rows = prepared(store, sql).all(matchOf(words), low, high, ...values)
      seqs.push(...rows.map((row) => integerColumn(row, 'seq')))
      from = high + 1
      await breathe()
      if (!store.database.isOpen) return seqs
    }
  }
  return seqs.slice(0, limit)
}

/** The first and last entries of a task's exchanges, found from exchange to exchange, as there may be a million entries. */
const endsOfTask = `
  WITH RECURSIVE its(task, exchange) AS (
    SELECT t.id, (SELECT min(exchange) FROM entry WHERE task = t.id) FROM task t WHERE t.uid = ?
    UNION ALL
    SELECT task, (SELECT min(exchange) FROM entry WHERE task = its.task AND exchange > its.exchange)
    FROM its WHERE exchange IS NOT NULL
  )
  SELECT coalesce(min(y.first_seq), 0) AS low, coalesce(max(y.last_seq), -1) AS high FROM its JOIN summary y ON y.exchange = its.exchange`

function countIn(store: Store, { table }: WordPart, match: string): number {
  const counted = prepared(store, `SELECT count(*) AS n FROM ${shownIn(store, table)}`)
  return integerColumn(counted.get(match), 'n')
}

function newestIn(
  store: Store,
  { table }: WordPart,
  match: string,
  skip: number,
  limit: number,
): readonly Entry[] {
  const newest = `SELECT f.rowid AS seq FROM ${shownIn(store, table)} ORDER BY f.rowid DESC LIMIT ? OFFSET ?`
  return prepared(store, newest)
    .all(match, limit, skip)
    .flatMap((row) => {
      const seq = integerColumn(row, 'seq')
      const [entry] = store.select({ clause: toClause(undefined), after: seq - 1, limit: 1 })
      // Words of deleted entries stay until their part goes.
      return entry?.seq === seq ? [entry] : []
    })
}

/** Sessions that are being deleted or imported are not searched. */
function shownIn(store: Store, table: string): string {
  const match = `f.${table} MATCH ?`
  const hasDiscarded = prepared(store, `SELECT EXISTS (${discarded}) AS has`).get()
  if (integerColumn(hasDiscarded, 'has') === 0) return `${table} f WHERE ${match}`
  return `${foundIn(table)} WHERE ${match} AND e.session NOT IN (${discarded})`
}

const discarded = "SELECT id FROM session WHERE json_extract(facts, '$.discarded') IS NOT NULL"

const mergedPages = 8
const mayMerge = new WeakMap<Store, boolean>()

/** Merges some of the index, else indexes one chunk; true when everything is indexed. */
export function indexSome(store: Store): boolean {
  const growing = partBefore(store, Number.MAX_SAFE_INTEGER)
  if (growing && mayMerge.get(store) !== false) {
    mayMerge.set(store, mergeSome(store, growing, mergedPages))
    if (mayMerge.get(store)) return false
  }
  return indexChunk(store)
}

const chunkEntries = 500
/** The entry that reaches this ends the chunk. */
const chunkChars = 512 * 1024

function indexChunk(store: Store, most = chunkEntries): boolean {
  const from = indexedUpTo(store)
  try {
    const entries = store.select({ clause: toClause(undefined), after: from, limit: most })
    if (entries.length === 0) return true
    let indexed = 0
    store.transact(() => {
      indexed = indexEntries(store, from, entries)
    })
    mayMerge.set(store, true)
    return indexed === entries.length && entries.length < most && most === chunkEntries
  } catch (error) {
    if (isOfDisk(error)) throw error
    if (most > 1) return indexChunk(store, 1)
    // This entry can't be found by its words; later ones can.
    reportInternalError({ where: 'record index', error })
    setIndexed(store, endBehind(store, from))
    return false
  }
}

/** Returns how many were indexed. */
function indexEntries(store: Store, from: number, entries: readonly Entry[]): number {
  const bodyText = (hash: string) => {
    const range = readBodyRange([store], hash, 0, maxIndexedBytes)
    return range && Buffer.from(range.bytes).toString('utf8')
  }
  const part = partFor(store, from + 1)
  const insert = prepared(store, `INSERT INTO ${part.table} (rowid, text) VALUES (?, ?)`)
  let high = from
  let chars = 0
  let indexed = 0
  for (const entry of entries) {
    const text = searchText(entry, bodyText)
    insert.run(entry.seq, text)
    high = entry.seq
    chars += text.length
    indexed += 1
    if (chars >= chunkChars) break
  }
  grow(store, part, high, chars)
  setIndexed(store, high)
  return indexed
}

function setIndexed(store: Store, seq: number): void {
  prepared(store, "UPDATE counter SET value = ? WHERE name = 'indexed_seq'").run(seq)
}

/** The end of the row with the entry after this one. */
function endBehind(store: Store, seq: number): number {
  const behind =
    'SELECT seq + n - 1 AS high FROM entry WHERE seq > ?1 - ?2 AND seq + n - 1 > ?1 ORDER BY seq LIMIT 1'
  return integerColumn(prepared(store, behind).get(seq, maxInRun), 'high', seq + 1)
}
