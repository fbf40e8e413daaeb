// The places of a list that lies in several stores, from its first row to its last.

import { firstWhere } from '#shared/collections/first-where.ts'
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
  /** Of those that are in it. */
  indexesOf(store: Store, ids: ReadonlySet<number>): ReadonlyMap<number, number>
}

/** As they were recorded, or by their values: then the first is the last where it descends. */
export function placesOf(matches: Matches, isDescending = false): Places {
  const isSorted = matches.parts.some(({ ordered }) => ordered)
  const filled = matches.parts.filter(({ ids }) => ids.length > 0)
  const places = isSorted && filled.length > 1 ? sortedPlaces(filled) : placesInTurn(filled)
  if (!isDescending) return places
  const { length } = places
  return {
    length,
    at: (index) => places.at(length - 1 - index),
    indexesOf: (store, ids) =>
      new Map([...places.indexesOf(store, ids)].map(([id, index]) => [id, length - 1 - index])),
  }
}

export function placesIn<T extends Place>(
  places: { readonly length: number; at(index: number): T | undefined },
  { offset, limit }: Range,
): readonly T[] {
  const length = Math.max(0, Math.min(limit, places.length - offset))
  return Array.from({ length }, (_, index) => places.at(offset + index)).filter(
    (place) => place !== undefined,
  )
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
    indexesOf(store, ids) {
      const before = parts.slice(
        0,
        parts.findIndex((part) => part.store === store),
      )
      const part = parts.find((each) => each.store === store)
      if (part === undefined) return new Map()
      const first = before.reduce((sum, each) => sum + each.ids.length, 0)
      const indexes = part.ordered ? indexesByWalking(part.ids, ids) : indexesByHalving(part.ids, ids)
      return new Map([...indexes].map(([id, index]) => [id, first + index]))
    },
  }
}

type Indexes = ReadonlyMap<number, number>

/** Of ascending numbers. */
function indexesByHalving(all: readonly number[], ids: ReadonlySet<number>): Indexes {
  const indexes = new Map<number, number>()
  for (const id of ids) {
    const index = firstWhere(all.length, (place) => (all[place] ?? 0) >= id)
    if (all[index] === id) indexes.set(id, index)
  }
  return indexes
}

function indexesByWalking(all: readonly number[], ids: ReadonlySet<number>): Indexes {
  const indexes = new Map<number, number>()
  for (const [index, id] of all.entries()) if (ids.has(id)) indexes.set(id, index)
  return indexes
}

function sortedPlaces(parts: Matches['parts']): Places {
  const valued = parts.flatMap(({ store, ids, ordered }) =>
    ids.map((id) => ({ store, id, value: ordered?.valueOf(id) ?? null })),
  )
  valued.sort((a, b) => compareValues(a.value, b.value))
  return {
    length: valued.length,
    at(index) {
      const there = valued[index]
      return there && { store: there.store, id: there.id }
    },
    indexesOf: (store, ids) =>
      new Map(
        valued.flatMap((each, index) =>
          each.store === store && ids.has(each.id) ? [[each.id, index] as const] : [],
        ),
      ),
  }
}
