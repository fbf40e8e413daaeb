// The list of exchanges by position: which of them match a filter is worked out once, then only again for those that have
// changed since, so that a live view of a hundred thousand exchanges costs what has happened and not what there is.

import { firstWhere } from '#shared/collections/first-where.ts'
import { integerColumn } from './column.ts'
import type { Clause } from './filter.ts'
import type { Store } from './store.ts'

const rememberedFilters = 8

interface Matches {
  /** Numbers of matching exchanges, ascending: the order in which they began. */
  readonly ids: number[]
  upTo: number
}

export interface ExchangeMatches {
  /** `key` names the clause: the same one must always mean the same. */
  matches(
    store: Store,
    key: string,
    clause: Pick<Clause, 'values'> & { readonly sql: string },
  ): readonly number[]
  /** After a deletion, or a change that is no entry. */
  forget(): void
}

export function createExchangeMatches(): ExchangeMatches {
  let known = new WeakMap<Store, Map<string, Matches>>()

  const remembered = (store: Store, key: string): Matches => {
    const filters = known.get(store) ?? new Map<string, Matches>()
    known.set(store, filters)
    const matches = filters.get(key) ?? { ids: [], upTo: 0 }
    filters.delete(key)
    filters.set(key, matches)
    const oldest = filters.keys().next()
    if (filters.size > rememberedFilters && !oldest.done) filters.delete(oldest.value)
    return matches
  }

  return {
    matches(store, key, { sql, values }) {
      const matches = remembered(store, key)
      const lastSeq = store.lastSeq()
      if (matches.upTo === lastSeq) return matches.ids
      const changed = store.database
        .prepare(
          `SELECT y.exchange AS id, coalesce((${sql}), 0) AS hit FROM summary y WHERE y.last_seq > ? ORDER BY y.exchange`,
        )
        .all(...values, matches.upTo)
      for (const row of changed) {
        settle(matches.ids, integerColumn(row, 'id'), integerColumn(row, 'hit') === 1)
      }
      matches.upTo = lastSeq
      return matches.ids
    },
    forget() {
      known = new WeakMap()
    },
  }
}

function settle(ids: number[], id: number, hit: boolean): void {
  const last = ids.at(-1)
  if (last === undefined || last < id) {
    if (hit) ids.push(id)
    return
  }
  const at = firstWhere(ids.length, (place) => (ids[place] ?? 0) >= id)
  const there = ids[at] === id
  if (hit && !there) ids.splice(at, 0, id)
  else if (!hit && there) ids.splice(at, 1)
}
