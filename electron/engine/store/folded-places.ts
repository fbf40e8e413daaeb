// A list in which webhook calls lie within the request they belong to: in their places below it where it is open, else not at all.

import { firstWhere } from '#shared/collections/first-where.ts'
import type { Place, Places } from './list-places.ts'
import type { Store } from './store.ts'

export interface FoldedPlace extends Place {
  /** It lies within the request above it. */
  readonly isWithin?: true
  /** How many lie within it. */
  readonly webhookCalls?: number
}

export interface FoldedPlaces {
  readonly length: number
  at(index: number): FoldedPlace | undefined
  /** Of what is out of sight, that of its request. */
  indexOf(store: Store, id: number): number
}

interface Folds {
  readonly store: Store
  readonly byRequest: ReadonlyMap<number, readonly number[]>
  readonly open: ReadonlySet<number>
  /** What is not in the list after all. */
  readonly left: readonly number[]
}

/** Within the request at this place. */
interface Within {
  readonly place: number
  readonly store: Store
  readonly calls: readonly number[]
  /** Where these would be by themselves. */
  readonly callPlaces: readonly number[]
  readonly isOpen: boolean
}

export function foldPlaces(places: Places, folds: readonly Folds[]): FoldedPlaces {
  const withins = folds.flatMap((fold) => withinRequests(places, fold))
  const hidden = Int32Array.from([
    ...withins.flatMap(({ callPlaces }) => callPlaces),
    ...folds.flatMap(({ store, left }) => [...places.indexesOf(store, new Set(left)).values()]),
  ]).sort()
  /** In the list without them. */
  const folded = (place: number) => place - firstWhere(hidden.length, (at) => (hidden[at] ?? 0) >= place)
  const unfolded = (index: number) =>
    index + firstWhere(hidden.length, (at) => (hidden[at] ?? 0) - at > index)
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

/** Only what is in the list itself. */
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
