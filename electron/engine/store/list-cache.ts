// Long lists by position: matches are found once and then updated from changes alone, so that a live view of a hundred
// thousand exchanges costs as much as changed.

import { firstMatch } from '#shared/collections/list.ts'
import { createLruCache } from '#shared/collections/lru-cache.ts'
import { memoByObject } from '#shared/collections/memo.ts'
import { createSlices } from '../platform/async.ts'
import { integerColumn } from './column.ts'
import { createOrderedIds, type OrderedChange, type OrderedIds } from './ordered-ids.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'
import { foundIn, indexedUpTo, stretchFrom } from './words.ts'

const rememberedLists = 32
/** Fewer, as these store values. */
const rememberedSortedLists = 4
/** A few milliseconds of work for any query. */
const rowsAtATime = 500

export interface ListQuery {
  /** The table of its ids. */
  readonly rows: 'exchanges' | 'entries'
  /**
   * Selects, of the rows that changed after entry `:after`, the first `:limit`, by the entry of their last change:
   * `id`, whether it is a `hit`, and that entry, `at`. A number as `hit` is a weight, which must not change.
   */
  readonly sql: string
  readonly values: readonly (string | number)[]
  /** FTS5 queries on entries: `:found` has pairs of a query and an exchange. */
  readonly words?: readonly string[]
  /** The list is ordered by a value, `sort`. */
  readonly isSorted?: boolean
}

interface StoreMatches {
  readonly rows: ListQuery['rows']
  /** Ascending, or in the order of their values. */
  ids: number[]
  readonly ordered: OrderedIds | undefined
  /** Weights other than 1. */
  readonly weights: Map<number, number>
  upTo: number
  readonly having: readonly TextMatch[]
  /** The version of their last change. */
  since: number
}

/** Exchanges with an entry that matches the words, up to an entry; the list only grows. */
interface TextMatch {
  readonly words: string
  /** Ascending. */
  readonly exchanges: number[]
  upTo: number
}

interface InStore extends StoreMatches {
  readonly store: Store
}

export interface Matches {
  readonly parts: readonly {
    readonly store: Store
    readonly ids: readonly number[]
    readonly ordered?: OrderedIds | undefined
  }[]
  readonly total: number
  readonly weight: number
  readonly since: number
}

export interface Range {
  readonly offset: number
  readonly limit: number
}

interface ListsDeps {
  readonly stores: () => readonly Store[]
  readonly version: () => number
}

export type Lists = ReturnType<typeof createLists>

export function createLists({ stores, version }: ListsDeps) {
  const plainListsOf = memoByObject(() => createLruCache<string, StoreMatches>(rememberedLists))
  const sortedListsOf = memoByObject(() => createLruCache<string, StoreMatches>(rememberedSortedLists))

  const remembered = (store: Store, query: ListQuery): StoreMatches => {
    const { rows, sql, values, words = [], isSorted = false } = query
    const listsOf = isSorted ? sortedListsOf : plainListsOf
    return listsOf(store).getOrMake(JSON.stringify([sql, values]), () => ({
      ...{ rows, ids: [], weights: new Map(), upTo: 0, since: version() },
      ordered: isSorted ? createOrderedIds() : undefined,
      having: words.map((each) => ({ words: each, exchanges: [], upTo: 0 })),
    }))
  }

  /** One slice; the record may change between slices. True when all is done. */
  const advance = (store: Store, matches: StoreMatches, { sql, values }: ListQuery): boolean => {
    const { having, ids, weights, upTo: after } = matches
    const indexed = having.length === 0 ? undefined : indexedUpTo(store)
    const behind = having.find(({ upTo }) => upTo < (indexed ?? 0))
    if (behind) {
      lookFor(store, behind, indexed ?? 0)
      return false
    }
    const end = indexed ?? store.lastSeq()
    if (after === end) return true
    const statement = prepared(store, sql)
    statement.setAllowUnknownNamedParameters(true)
    const indexedIds = indexed === undefined ? [] : foundAmong(store, having, after)
    const rows = statement.all({ after, limit: rowsAtATime, found: JSON.stringify(indexedIds) }, ...values)
    if (matches.ordered?.change(rows.map(orderedChange))) matches.since = version()
    for (const row of matches.ordered ? [] : rows) {
      const [id, hit] = [integerColumn(row, 'id'), integerColumn(row, 'hit')]
      if (hit > 1) weights.set(id, hit)
      if (settle(ids, id, hit > 0)) matches.since = version()
    }
    // Rows that changed beyond the indexed words are checked again later.
    const isAll = rows.length < rowsAtATime || integerColumn(rows.at(-1), 'at') >= end
    matches.upTo = isAll ? end : integerColumn(rows.at(-1), 'at')
    if (isAll && matches.ordered) matches.ids = matches.ordered.all()
    return isAll
  }

  return {
    /** Updates a list, in slices, to the end that the record had at the call; words, as far as they are indexed. */
    async catchUp(query: ListQuery): Promise<Matches> {
      const breathe = createSlices()
      const reached: InStore[] = []
      for (const store of stores()) {
        let matches = remembered(store, query)
        while (store.database.isOpen && !advance(store, matches, query)) {
          await breathe()
          matches = remembered(store, query)
        }
        reached.push({ store, ...matches })
      }
      return sumOf(reached)
    },
    /** Updates a list without words, in one go. */
    matches(query: ListQuery): Matches {
      const all = stores().map((store) => {
        const matches = remembered(store, query)
        while (!advance(store, matches, query));
        return { store, ...matches }
      })
      return sumOf(all)
    },
    /** Drops deleted ids, in ascending order. */
    drop(store: Store, gone: Readonly<Record<ListQuery['rows'], readonly number[]>>) {
      const lists = [plainListsOf(store), sortedListsOf(store)]
      for (const matches of lists.flatMap((each) => [...each.values()])) {
        for (const id of gone[matches.rows]) matches.weights.delete(id)
        if (matches.ordered) {
          matches.ordered.drop(gone[matches.rows])
          matches.ids = matches.ordered.all()
        } else if (dropFrom(matches.ids, gone[matches.rows])) matches.since = version()
        for (const { exchanges } of matches.having) dropFrom(exchanges, gone.exchanges)
      }
    },
    /** After a change of annotations or callers: drops the lists whose conditions depend on it. */
    forget(pattern: RegExp) {
      for (const store of stores())
        for (const lists of [plainListsOf(store), sortedListsOf(store)])
          lists.forget((key) => pattern.test(key))
    },
  }
}

export function rowsAt<Row>(
  { parts }: Matches,
  { offset, limit }: Range,
  read: (store: Store, ids: readonly number[]) => readonly Row[],
): readonly Row[] {
  const rows: Row[] = []
  let skip = offset
  for (const { store, ids } of parts) {
    const pageIds = ids.slice(skip, skip + limit - rows.length)
    if (pageIds.length > 0) rows.push(...read(store, pageIds))
    skip = Math.max(0, skip - ids.length)
  }
  return rows
}

function sumOf(all: readonly InStore[]): Matches {
  return {
    parts: all,
    total: all.reduce((sum, { ids }) => sum + ids.length, 0),
    weight: all.reduce((sum, each) => sum + weightOf(each), 0),
    since: Math.max(0, ...all.map(({ since }) => since)),
  }
}

function orderedChange(row: Readonly<Record<string, unknown>>): OrderedChange {
  const value = row['sort'] ?? null
  return {
    id: integerColumn(row, 'id'),
    isIn: integerColumn(row, 'hit') > 0,
    value: typeof value === 'number' || typeof value === 'string' ? value : null,
  }
}

/** Searches one more stretch of the index. */
function lookFor(store: Store, having: TextMatch, indexed: number): void {
  const part = stretchFrom(store, having.upTo + 1, indexed)
  having.upTo = part?.high ?? indexed
  if (part === undefined) return
  const { table, low, high } = part
  const sql = `SELECT DISTINCT e.exchange FROM ${foundIn(table)} WHERE f.${table} MATCH ? AND f.rowid BETWEEN ? AND ?`
  for (const row of prepared(store, sql).all(having.words, low, high))
    settle(having.exchanges, integerColumn(row, 'exchange'), true)
}

/** Of the next exchanges to check, those that match words. */
function foundAmong(
  store: Store,
  having: readonly TextMatch[],
  after: number,
): readonly (readonly [words: string, exchange: number])[] {
  const sql = 'SELECT exchange FROM summary WHERE last_seq > ? ORDER BY last_seq LIMIT ?'
  const statement = prepared(store, sql)
    .all(after, rowsAtATime)
    .map((row) => integerColumn(row, 'exchange'))
  return having.flatMap(({ words, exchanges }) =>
    statement.flatMap((each) =>
      exchanges[placeOf(exchanges, each)] === each ? [[words, each] as const] : [],
    ),
  )
}

function weightOf({ ids, weights }: StoreMatches): number {
  let weight = ids.length
  for (const each of weights.values()) weight += each - 1
  return weight
}

/** True where the length changed. */
function settle(ids: number[], id: number, hit: boolean): boolean {
  const last = ids.at(-1)
  if (last === undefined || last < id) {
    if (hit) ids.push(id)
    return hit
  }
  const at = placeOf(ids, id)
  const there = ids[at] === id
  if (hit && !there) ids.splice(at, 0, id)
  else if (!hit && there) ids.splice(at, 1)
  return hit !== there
}

/** Ids that are deleted together are adjacent, so only that stretch of a long list is scanned. True where one was removed. */
function dropFrom(ids: number[], gone: readonly number[]): boolean {
  const [low = 0, high = -1] = [gone[0], gone.at(-1)]
  const from = placeOf(ids, low)
  const to = placeOf(ids, high + 1)
  const isGone = new Set(gone)
  let end = from
  for (let place = from; place < to; place += 1) {
    const id = ids[place] ?? 0
    if (!isGone.has(id)) ids[end++] = id
  }
  ids.splice(end, to - end)
  return end < to
}

function placeOf(ids: readonly number[], id: number): number {
  return firstMatch(ids.length, (place) => (ids[place] ?? 0) >= id)
}
