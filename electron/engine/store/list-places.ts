// The places of a list that lies in several stores, from its first row to its last.

import { compareValues } from '#shared/record/exchange-order.ts'
import type { Matches, Range } from './matches.ts'
import type { Store } from './store.ts'

export interface Place {
  readonly store: Store
  readonly id: number
}

export interface Places {
  readonly length: number
  at(index: number): Place | undefined
}

/** As they were recorded, or by their values: then the first is the last where it descends. */
export function placesOf(matches: Matches, isDescending = false): Places {
  const isSorted = matches.parts.some(({ ordered }) => ordered)
  const filled = matches.parts.filter(({ ids }) => ids.length > 0)
  const places = isSorted && filled.length > 1 ? sortedPlaces(filled) : placesInTurn(filled)
  if (!isDescending) return places
  const { length } = places
  return { length, at: (index) => places.at(length - 1 - index) }
}

export function placesIn(places: Places, { offset, limit }: Range): readonly Place[] {
  const length = Math.max(0, Math.min(limit, places.length - offset))
  return Array.from({ length }, (_, index) => places.at(offset + index) ?? []).flat()
}

function placesInTurn(parts: Matches['parts']): Places {
  return {
    length: parts.reduce((sum, { ids }) => sum + ids.length, 0),
    at(index) {
      let skip = index
      for (const { store, ids } of parts) {
        const id = ids[skip]
        if (id !== undefined) return { store, id }
        skip -= ids.length
      }
      return undefined
    },
  }
}

function sortedPlaces(parts: Matches['parts']): Places {
  const valued = parts.flatMap(({ store, ids, ordered }) =>
    ids.map((id) => ({ store, id, value: ordered?.valueOf(id) ?? null })),
  )
  valued.sort((a, b) => compareValues(a.value, b.value))
  return { length: valued.length, at: (index) => valued[index] }
}
