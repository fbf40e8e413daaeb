// Finds the entry at a position of a filtered list without counting from the start each time: the places of every few
// hundred entries are remembered per filter, and extended as the record grows.

import type { Entry } from '#shared/record/entry.ts'
import { type EntryFilter, toClause } from './filter.ts'
import type { Store } from './store.ts'

const step = 500
const rememberedFilters = 8

interface Places {
  /** `anchors[k]` is the number after which the entry at position `k * step` is the next to match. */
  readonly anchors: number[]
  seen: number
  upTo: number
}

export interface Positions {
  page(store: Store, filter: EntryFilter | undefined, offset: number, limit: number): readonly Entry[]
  /** After a deletion nothing is where it was. */
  forget(): void
}

export function createPositions(): Positions {
  const known = new WeakMap<Store, Map<string, Places>>()
  const stores = new Set<WeakRef<Store>>()

  const placesOf = (store: Store, filter: EntryFilter | undefined): Places => {
    let filters = known.get(store)
    if (filters === undefined) {
      filters = new Map()
      known.set(store, filters)
      stores.add(new WeakRef(store))
    }
    const key = JSON.stringify(filter ?? {})
    const places = filters.get(key) ?? { anchors: [0], seen: 0, upTo: 0 }
    filters.delete(key)
    filters.set(key, places)
    const oldest = filters.keys().next()
    if (filters.size > rememberedFilters && !oldest.done) filters.delete(oldest.value)
    return places
  }

  return {
    page(store, filter, offset, limit) {
      const clause = toClause(filter)
      if (clause.where === '') {
        const first = store.firstOfUnbroken()
        if (first !== undefined) return store.select({ clause, after: first - 1 + offset, limit })
      }
      const places = placesOf(store, filter)
      extend(places, store.spans(clause, places.upTo))
      const anchor = Math.min(Math.floor(offset / step), places.anchors.length - 1)
      const skip = offset - anchor * step
      const after = places.anchors[anchor] ?? 0
      return store.select({ clause, after, limit: skip + limit }).slice(skip)
    },
    forget() {
      for (const reference of stores) {
        const store = reference.deref()
        if (store !== undefined) known.delete(store)
      }
      stores.clear()
    },
  }
}

function extend(places: Places, spans: Iterable<{ readonly seq: number; readonly n: number }>): void {
  for (const { seq, n } of spans) {
    while (places.anchors.length * step < places.seen + n) {
      places.anchors.push(seq - 1 + places.anchors.length * step - places.seen)
    }
    places.seen += n
    places.upTo = seq
  }
}
