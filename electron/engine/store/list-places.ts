// A list with webhook calls nested in their requests: rows below an expanded request, hidden otherwise.

import { firstMatch } from '#shared/collections/list.ts'
import { compareValues } from '#shared/record/exchange-order.ts'
import type { Matches, Range } from './list-cache.ts'
import type { Store } from './store.ts'

export interface FoldedPlace extends Place {
  /** Nested in the request above. */
  readonly isWithin?: true
  /** The number of calls nested in it. */
  readonly webhookCalls?: number
}

export interface FoldedPlaces {
  readonly length: number
  at(index: number): FoldedPlace | undefined
  /** For a hidden row, the index of its request. */
  indexOf(store: Store, id: number): number
}

interface Folds {
  readonly store: Store
  readonly byRequest: ReadonlyMap<number, readonly number[]>
  readonly open: ReadonlySet<number>
  /** Ids that do not belong to the list. */
  readonly left: readonly number[]
}

/** The calls nested in one request. */
interface Within {
  readonly place: number
  readonly store: Store
  readonly calls: readonly number[]
  /** The places of these calls without nesting. */
  readonly callPlaces: readonly number[]
  readonly isOpen: boolean
}

export function foldPlaces(places: Places, folds: readonly Folds[]): FoldedPlaces {
  const withins = folds.flatMap((fold) => withinRequests(places, fold))
  const hidden = Int32Array.from([
    ...withins.flatMap(({ callPlaces }) => callPlaces),
    ...folds.flatMap(({ store, left }) => [...places.indexesOf(store, new Set(left)).values()]),
  ]).sort()
  /** The place without the nested calls. */
  const folded = (place: number) => place - firstMatch(hidden.length, (at) => (hidden[at] ?? 0) >= place)
  const unfolded = (index: number) =>
    index + firstMatch(hidden.length, (at) => (hidden[at] ?? 0) - at > index)
  const byPlace = new Map(withins.map((within) => [within.place, within]))
  const open = withins
    .filter(({ isOpen }) => isOpen)
    .map((within) => ({ ...within, index: folded(within.place) }))
    .sort((a, b) => a.index - b.index)
  const indexOfPlace = (place: number) =>
    open.reduce((sum, { index, calls }) => (index < folded(place) ? sum + calls.length : sum), folded(place))

  return {
    length: places.length - hidden.length + open.reduce((sum, { calls }) => sum + calls.length, 0),
    at(index) {
      let skip = index
      for (const { index: at, store, calls } of open) {
        if (skip <= at) break
        const id = calls[skip - at - 1]
        if (id !== undefined) return { store, id, isWithin: true }
        skip -= calls.length
      }
      const place = unfolded(skip)
      const there = places.at(place)
      const within = byPlace.get(place)
      return there && (within ? { ...there, webhookCalls: within.calls.length } : there)
    },
    indexOf(store, id) {
      const within = withins.find((each) => each.store === store && each.calls.includes(id))
      if (within) return indexOfPlace(within.place) + (within.isOpen ? within.calls.indexOf(id) + 1 : 0)
      const place = places.indexesOf(store, new Set([id])).get(id)
      return place === undefined ? -1 : indexOfPlace(place)
    },
  }
}

/** Only requests that are in the list. */
function withinRequests(places: Places, { store, byRequest, open, left }: Folds): readonly Within[] {
  if (byRequest.size === 0) return []
  const isLeft = new Set(left)
  const indexes = places.indexesOf(store, new Set([...byRequest.keys(), ...[...byRequest.values()].flat()]))
  return [...byRequest].flatMap(([request, all]) => {
    const place = indexes.get(request)
    const calls = all.filter((call) => indexes.has(call) && !isLeft.has(call)).sort((a, b) => a - b)
    if (place === undefined || calls.length === 0) return []
    const callPlaces = calls.flatMap((call) => indexes.get(call) ?? [])
    return [{ place, store, calls, callPlaces, isOpen: open.has(request) }]
  })
}

// Positions of a list over several stores.

interface Place {
  readonly store: Store
  readonly id: number
}

interface Places {
  readonly length: number
  at(index: number): Place | undefined
  /** Ids that are in the list. */
  indexesOf(store: Store, ids: ReadonlySet<number>): ReadonlyMap<number, number>
}

/** By time or by values; descending reverses the order. */
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

function indexesByHalving(all: readonly number[], ids: ReadonlySet<number>): Indexes {
  const indexes = new Map<number, number>()
  for (const id of ids) {
    const index = firstMatch(all.length, (place) => (all[place] ?? 0) >= id)
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
