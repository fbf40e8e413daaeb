// Long lists by position: what belongs to one is worked out once, then only again for what has changed since, so that a live
// view of a hundred thousand exchanges costs what has happened and not what there is.

import { firstWhere } from '#shared/collections/first-where.ts'
import { integerColumn } from './column.ts'
import type { Store } from './store.ts'

const rememberedLists = 32

export interface ListQuery {
  /** Ascending `id`s of what has changed after the entry its last parameter names, and whether each is a `hit`. */
  readonly sql: string
  readonly values: readonly (string | number)[]
}

interface StoreMatches {
  /** Ascending. */
  readonly ids: number[]
  upTo: number
  /** The version in which there were last more or fewer of them. */
  since: number
}

export interface Matches {
  readonly parts: readonly { readonly store: Store; readonly ids: readonly number[] }[]
  readonly total: number
  readonly since: number
}

export interface Lists {
  matches(query: ListQuery): Matches
  /** After a deletion, or a change that is no entry. */
  forget(): void
}

interface ListsDeps {
  readonly stores: () => readonly Store[]
  readonly version: () => number
}

export function createLists({ stores, version }: ListsDeps): Lists {
  let known = new WeakMap<Store, Map<string, StoreMatches>>()

  const remembered = (store: Store, key: string): StoreMatches => {
    const lists = known.get(store) ?? new Map<string, StoreMatches>()
    known.set(store, lists)
    const matches = lists.get(key) ?? { ids: [], upTo: 0, since: version() }
    lists.delete(key)
    lists.set(key, matches)
    const oldest = lists.keys().next()
    if (lists.size > rememberedLists && !oldest.done) lists.delete(oldest.value)
    return matches
  }

  const current = (store: Store, { sql, values }: ListQuery): StoreMatches => {
    const matches = remembered(store, JSON.stringify([sql, values]))
    const lastSeq = store.lastSeq()
    if (matches.upTo === lastSeq) return matches
    for (const row of store.database.prepare(sql).all(...values, matches.upTo)) {
      const moves = settle(matches.ids, integerColumn(row, 'id'), integerColumn(row, 'hit') === 1)
      if (moves) matches.since = version()
    }
    matches.upTo = lastSeq
    return matches
  }

  return {
    matches(query) {
      const all = stores().map((store) => ({ store, ...current(store, query) }))
      return {
        parts: all,
        total: all.reduce((sum, { ids }) => sum + ids.length, 0),
        since: Math.max(0, ...all.map(({ since }) => since)),
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
