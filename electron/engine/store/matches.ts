// Long lists by position: what belongs to one is worked out once, then only again for what has changed since, so that a live
// view of a hundred thousand exchanges costs what has happened and not what there is.

import { firstWhere } from '#shared/collections/first-where.ts'
import { createSlices } from '../slices.ts'
import { integerColumn } from './column.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'

const rememberedLists = 32
/** A few milliseconds of work, whatever is asked of each. */
const rowsAtATime = 500
const dearMs = 40
const entriesOf =
  'SELECT min(first_seq) AS low, max(last_seq) AS high FROM (SELECT first_seq, last_seq FROM summary WHERE last_seq > :after ORDER BY last_seq LIMIT :limit)'

export interface ListQuery {
  /** What its ids are numbers of. */
  readonly of: 'exchanges' | 'entries'
  /**
   * Of what has changed after the entry `:after` the first `:limit`, by the entry with which each last did: its `id`, whether it is a
   * `hit`, and that entry, `at`.
   */
  readonly sql: string
  readonly values: readonly (string | number)[]
  /** Asks for `:low` and `:high` as well, the first and last entry of the exchanges that are looked at. */
  readonly hasWords?: boolean
}

interface StoreMatches {
  readonly of: ListQuery['of']
  /** Ascending. */
  readonly ids: number[]
  upTo: number
  limit: number
  /** The version in which there were last more or fewer of them. */
  since: number
}

export interface Matches {
  readonly parts: readonly { readonly store: Store; readonly ids: readonly number[] }[]
  readonly total: number
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
    const matches = lists.get(key) ?? { of, ids: [], upTo: 0, limit: rowsAtATime, since: version() }
    lists.delete(key)
    lists.set(key, matches)
    const oldest = lists.keys().next()
    if (lists.size > rememberedLists && !oldest.done) lists.delete(oldest.value)
    return matches
  }

  /** One slice; false when nothing is left. */
  const advance = (store: Store, { of, sql, values, hasWords }: ListQuery): boolean => {
    const matches = remembered(store, of, JSON.stringify([sql, values]))
    const lastSeq = store.lastSeq()
    if (matches.upTo === lastSeq) return false
    const { limit } = matches
    const range = { after: matches.upTo, limit }
    const ends = hasWords ? prepared(store, entriesOf).get(range) : {}
    const begun = performance.now()
    const statement = prepared(store, sql)
    // Words that are none are not looked for anywhere.
    statement.setAllowUnknownNamedParameters(true)
    const rows = statement.all({ ...range, ...ends }, ...values)
    // To look for a word that is everywhere takes long, however few are asked about.
    if (performance.now() - begun > dearMs) matches.limit *= 4
    for (const row of rows) {
      const moves = settle(matches.ids, integerColumn(row, 'id'), integerColumn(row, 'hit') === 1)
      if (moves) matches.since = version()
    }
    matches.upTo = rows.length < limit ? lastSeq : integerColumn(rows.at(-1), 'at')
    return matches.upTo < lastSeq
  }
  const current = (store: Store, query: ListQuery): StoreMatches => {
    while (advance(store, query));
    return remembered(store, query.of, JSON.stringify([query.sql, query.values]))
  }

  return {
    async catchUp(query) {
      const breathe = createSlices()
      for (const store of stores()) {
        while (store.database.isOpen && advance(store, query)) await breathe()
      }
    },
    matches(query) {
      const all = stores().map((store) => ({ store, ...current(store, query) }))
      return {
        parts: all,
        total: all.reduce((sum, { ids }) => sum + ids.length, 0),
        since: Math.max(0, ...all.map(({ since }) => since)),
      }
    },
    drop(store, gone) {
      for (const matches of known.get(store)?.values() ?? []) {
        if (dropFrom(matches.ids, gone[matches.of])) matches.since = version()
      }
    },
    forget() {
      known = new WeakMap()
    },
  }
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
