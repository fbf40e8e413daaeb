// Ids in the order of their values, updated as values change: the cost for a list of a hundred thousand is that of the changes.

import { firstMatch } from '#shared/collections/list.ts'
import { compareValues, type OrderValue } from '#shared/record/exchange-order.ts'

export interface OrderedChange {
  readonly id: number
  /** False where the id is not in the list, or no longer. */
  readonly isIn: boolean
  readonly value: OrderValue
}

// More changes are merged with the rest instead of being inserted one by one.
const maxSingly = 32

export type OrderedIds = ReturnType<typeof createOrderedIds>

export function createOrderedIds() {
  const values = new Map<number, OrderValue>()
  /** Each in order, and less than half as long as the one before. */
  const stretches: number[][] = []
  const compare = (a: number, b: number) =>
    compareValues(values.get(a) ?? null, values.get(b) ?? null) || a - b
  const placeIn = (ids: readonly number[], id: number) =>
    firstMatch(ids.length, (place) => compare(ids[place] ?? 0, id) >= 0)

  const remove = (ids: ReadonlySet<number>) => {
    for (const [index, stretch] of stretches.entries())
      stretches[index] = stretch.filter((id) => !ids.has(id))
    for (const id of ids) values.delete(id)
  }
  const removeOne = (id: number) => {
    for (const stretch of stretches) {
      const place = placeIn(stretch, id)
      if (stretch[place] === id) stretch.splice(place, 1)
    }
    values.delete(id)
  }
  const mergeLast = () => {
    const [shorter = [], longer = []] = [stretches.pop(), stretches.pop()]
    stretches.push(merged(longer, shorter, compare))
  }

  return {
    /** True where the length changed. */
    change(changes: readonly OrderedChange[]): boolean {
      const before = changes.filter(({ id }) => values.has(id)).map(({ id }) => id)
      const sizeBefore = values.size
      if (before.length > maxSingly) remove(new Set(before))
      else for (const id of before) removeOne(id)
      const fresh = changes.filter(({ isIn }) => isIn)
      for (const { id, value } of fresh) values.set(id, value)
      const ids = fresh.map(({ id }) => id).sort(compare)
      if (stretches.length === 1 && ids.length <= maxSingly) {
        const [all = []] = stretches
        for (const id of ids) all.splice(placeIn(all, id), 0, id)
      } else stretches.push(ids)
      while (stretches.length > 1 && (stretches.at(-2)?.length ?? 0) < 2 * (stretches.at(-1)?.length ?? 0))
        mergeLast()
      return values.size !== sizeBefore || before.length !== fresh.length
    },
    drop: (gone: readonly number[]) => remove(new Set(gone)),
    valueOf: (id: number): OrderValue => values.get(id) ?? null,
    all(): number[] {
      while (stretches.length > 1) mergeLast()
      return stretches[0] ?? []
    },
  }
}

function merged(
  one: readonly number[],
  other: readonly number[],
  compare: (a: number, b: number) => number,
): number[] {
  const all: number[] = []
  let [at, otherAt] = [0, 0]
  while (at < one.length && otherAt < other.length) {
    const [a = 0, b = 0] = [one[at], other[otherAt]]
    if (compare(a, b) <= 0) {
      all.push(a)
      at += 1
    } else {
      all.push(b)
      otherAt += 1
    }
  }
  for (; at < one.length; at += 1) all.push(one[at] ?? 0)
  for (; otherAt < other.length; otherAt += 1) all.push(other[otherAt] ?? 0)
  return all
}
