// Finds the entry at a position of a filtered list without counting from the start each time: the places of every few
// hundred entries are remembered per filter, and extended as the record grows.

import { createRecent } from '#shared/collections/recent.ts'
import type { Entry } from '#shared/record/entry.ts'
import { type EntryFilter, toClause } from './filter.ts'
import { perStore } from './per-store.ts'
import type { Store } from './store.ts'

const step = 500
/** At least half of them are. */
const rememberedFilters = 16

interface Places {
  /** `anchors[k]` is the number after which the entry at position `k * step` is the next to match. */
  readonly anchors: number[]
  seen: number
  upTo: number
}

export function createPositions() {
  const begin = () => perStore(() => createRecent<string, Places>(rememberedFilters))
  let known = begin()

  const placesOf = (store: Store, filter: EntryFilter | undefined): Places => {
    const filters = known(store)
    const key = JSON.stringify(filter ?? {})
    const places = filters.get(key) ?? { anchors: [0], seen: 0, upTo: 0 }
    filters.set(key, places)
    return places
  }

  return {
    page(store: Store, filter: EntryFilter | undefined, offset: number, limit: number): readonly Entry[] {
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
    /** After a deletion nothing is where it was. */
    forget() {
      known = begin()
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
