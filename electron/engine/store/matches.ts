// Long lists by position: what belongs to one is worked out once, then only again for what has changed since, so that a live
// view of a hundred thousand exchanges costs what has happened and not what there is.

import { firstWhere } from '#shared/collections/first-where.ts'
import { createSlices } from '../slices.ts'
import { integerColumn } from './column.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'
import { foundIn, stretches } from './words.ts'

const rememberedLists = 32
/** A few milliseconds of work, whatever is asked of each. */
const rowsAtATime = 500
/** To look for a word that is everywhere takes some 15 ms, however few are asked about. */
const rowsAskedForWords = 1_500
const entriesOf =
  'SELECT count(*) AS n, min(first_seq) AS low, max(last_seq) AS high FROM (SELECT first_seq, last_seq FROM summary WHERE last_seq > :after ORDER BY last_seq LIMIT :limit)'

export interface ListQuery {
  /** What its ids are numbers of. */
  readonly of: 'exchanges' | 'entries'
  /**
   * Of what has changed after the entry `:after` the first `:limit`, by the entry with which each last did: its `id`, whether it is a
   * `hit`, and that entry, `at`. A hit that counts for more than one is that number; it must stay what it is.
   */
  readonly sql: string
  readonly values: readonly (string | number)[]
  /** What FTS5 is to look for in entries: `:found` has pairs of one of these and an exchange. Only changes up to `:high` are asked about. */
  readonly words?: readonly string[]
}

interface StoreMatches {
  readonly of: ListQuery['of']
  /** Ascending. */
  readonly ids: number[]
  /** Of those that count for more than one. */
  readonly weights: Map<number, number>
  upTo: number
  /** The version in which there were last more or fewer of them. */
  since: number
}

export interface Matches {
  readonly parts: readonly { readonly store: Store; readonly ids: readonly number[] }[]
  readonly total: number
  /** What they count for together. */
  readonly weight: number
  readonly since: number
}

export interface Lists {
  /** What there is to be gone through, in slices; then `matches` costs what has happened since. */
  catchUp(query: ListQuery): Promise<void>
  matches(query: ListQuery): Matches
  /** These are there no more; ascending. */
  drop(store: Store, gone: Readonly<Record<ListQuery['of'], readonly number[]>>): void
  /** After a change that is no entry. */
  forget(): void
}

interface ListsDeps {
  readonly stores: () => readonly Store[]
  readonly version: () => number
}

export function createLists({ stores, version }: ListsDeps): Lists {
  let known = new WeakMap<Store, Map<string, StoreMatches>>()

  const remembered = (store: Store, of: ListQuery['of'], key: string): StoreMatches => {
    const lists = known.get(store) ?? new Map<string, StoreMatches>()
    known.set(store, lists)
    const matches = lists.get(key) ?? { of, ids: [], weights: new Map(), upTo: 0, since: version() }
    lists.delete(key)
    lists.set(key, matches)
    const oldest = lists.keys().next()
    if (lists.size > rememberedLists && !oldest.done) lists.delete(oldest.value)
    return matches
  }

  /** One slice after another; more may happen between two of them. */
  function* advance(store: Store, query: ListQuery): Generator<void> {
    const { of, sql, values, words = [] } = query
    const key = JSON.stringify([sql, values])
    const limit = words.length === 0 ? rowsAtATime : rowsAskedForWords
    for (;;) {
      const matches = remembered(store, of, key)
      const after = matches.upTo
      const lastSeq = store.lastSeq()
      if (after === lastSeq) return
      const { n, low, high } = words.length === 0 ? unbounded : endsOf(store, after, limit)
      const found: Found[] = []
      for (const each of words) {
        for (const some of exchangesWith(store, each, { after, low, high })) {
          found.push(...some)
          yield
        }
      }
      if (remembered(store, of, key) !== matches || matches.upTo !== after) continue
      const statement = prepared(store, sql)
      statement.setAllowUnknownNamedParameters(true)
      const rows = statement.all({ after, limit, high, found: JSON.stringify(found) }, ...values)
      for (const row of rows) {
        const [id, hit] = [integerColumn(row, 'id'), integerColumn(row, 'hit')]
        if (hit > 1) matches.weights.set(id, hit)
        if (settle(matches.ids, id, hit > 0)) matches.since = version()
      }
      const isAll = (n ?? rows.length) < limit
      matches.upTo = isAll ? lastSeq : n === undefined ? integerColumn(rows.at(-1), 'at') : high
      if (isAll) return
      yield
    }
  }
  const current = (store: Store, query: ListQuery): StoreMatches => {
    for (const _ of advance(store, query));
    return remembered(store, query.of, JSON.stringify([query.sql, query.values]))
  }

  return {
    async catchUp(query) {
      const breathe = createSlices()
      for (const store of stores()) {
        const slices = advance(store, query)
        while (store.database.isOpen && !slices.next().done) await breathe()
      }
    },
    matches(query) {
      const all = stores().map((store) => ({ store, ...current(store, query) }))
      return {
        parts: all,
        total: all.reduce((sum, { ids }) => sum + ids.length, 0),
        weight: all.reduce((sum, each) => sum + weightOf(each), 0),
        since: Math.max(0, ...all.map(({ since }) => since)),
      }
    },
    drop(store, gone) {
      for (const matches of known.get(store)?.values() ?? []) {
        for (const id of gone[matches.of]) matches.weights.delete(id)
        if (dropFrom(matches.ids, gone[matches.of])) matches.since = version()
      }
    },
    forget() {
      known = new WeakMap()
    },
  }
}

const unbounded = { n: undefined, low: 0, high: Number.MAX_SAFE_INTEGER }

/** Between which entries the exchanges lie that changed first after this one, and how many they are. */
function endsOf(store: Store, after: number, limit: number) {
  const row = prepared(store, entriesOf).get({ after, limit })
  return { n: integerColumn(row, 'n'), low: integerColumn(row, 'low'), high: integerColumn(row, 'high') }
}

type Found = readonly [words: string, exchange: number]

interface Asked {
  readonly after: number
  readonly low: number
  readonly high: number
}

/** Of the exchanges that are asked about those with an entry that has the words, a stretch of the index at a time. */
function* exchangesWith(
  store: Store,
  words: string,
  { after, low, high }: Asked,
): Generator<readonly Found[]> {
  for (const part of stretches(store, low, high)) {
    const { table } = part
    const some = `SELECT DISTINCT e.exchange FROM ${foundIn(table)} WHERE f.${table} MATCH ? AND f.rowid BETWEEN ? AND ?`
    const sql = `SELECT y.exchange AS id FROM (${some}) d JOIN summary y ON y.exchange = d.exchange
      WHERE y.last_seq > ? AND y.last_seq <= ?`
    yield prepared(store, sql)
      .all(words, part.low, part.high, after, high)
      .map((found) => [words, integerColumn(found, 'id')])
  }
}

function weightOf({ ids, weights }: StoreMatches): number {
  let weight = ids.length
  for (const each of weights.values()) weight += each - 1
  return weight
}

/** True where there is one more, or one fewer. */
function settle(ids: number[], id: number, hit: boolean): boolean {
  const last = ids.at(-1)
  if (last === undefined || last < id) {
    if (hit) ids.push(id)
    return hit
  }
  const at = firstWhere(ids.length, (place) => (ids[place] ?? 0) >= id)
  const there = ids[at] === id
  if (hit && !there) ids.splice(at, 0, id)
  else if (!hit && there) ids.splice(at, 1)
  return hit !== there
}

/** What is deleted together lies together, so only that stretch of a long list is looked at. True where one was there. */
function dropFrom(ids: number[], gone: readonly number[]): boolean {
  const [low = 0, high = -1] = [gone[0], gone.at(-1)]
  const from = firstWhere(ids.length, (place) => (ids[place] ?? 0) >= low)
  const to = firstWhere(ids.length, (place) => (ids[place] ?? 0) > high)
  const isGone = new Set(gone)
  let end = from
  for (let place = from; place < to; place += 1) {
    const id = ids[place] ?? 0
    if (!isGone.has(id)) ids[end++] = id
  }
  ids.splice(end, to - end)
  return end < to
}
