// Finds the earlier sighting of a fact without identity, by counting, as `sightings.ts` does, in bounded memory: only the
// newest facts can be met again. While there is one channel nothing is indexed.

import { firstWhere } from '../../collections/first-where.ts'
import { createNumbers, type Numbers } from '../../collections/numbers.ts'
import type { Channel } from '../sightings.ts'

export interface Twin {
  readonly row: number
  readonly ms: number
}

export interface Twins {
  /**
   * The fact seen before, or undefined when it is new; then `row` and `ms` are remembered as its own. What the channel was seen to
   * repeat is never new: when counting finds no fact for it, it is `repeated`.
   */
  match(
    key: number,
    seq: number,
    channel: Channel,
    row: () => number,
    ms: number,
    repeated?: Twin,
  ): Twin | undefined
  /** Keys of the newest facts. */
  newest(count: number): ReadonlySet<number>
}

interface Occurrences {
  /** Positions among all facts, oldest first. */
  readonly facts: number[]
  /** How many were forgotten. */
  gone: number
  readonly shown: Map<string, number>
}

const column = { key: 0, row: 1, ms: 2, seq: 3 } as const

export function createTwins(bound = 65_536): Twins {
  // Two halves: the older one is dropped as a whole when the newer is full.
  let older: Numbers | undefined
  let newer = createNumbers(4)
  let dropped = 0
  let sole: string | undefined
  let index: Map<number, Occurrences> | undefined

  const count = () => dropped + (older?.length ?? 0) + newer.length
  const read = (fact: number, what: number): number => {
    const place = fact - dropped
    const first = older?.length ?? 0
    return place < first ? (older?.get(place, what) ?? 0) : newer.get(place - first, what)
  }
  const enter = (all: Map<number, Occurrences>, key: number, fact: number, channelId: string) => {
    const same = all.get(key)
    if (!same) all.set(key, { facts: [fact], gone: 0, shown: new Map([[channelId, 1]]) })
    else {
      same.facts.push(fact)
      same.shown.set(channelId, same.gone + same.facts.length)
    }
  }
  /** Each key's facts at once: one fact may have been told tens of thousands of times. */
  const forget = (all: Map<number, Occurrences>, facts: Numbers) => {
    const counts = new Map<number, number>()
    for (let place = 0; place < facts.length; place++) {
      const key = facts.get(place, column.key)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    for (const [key, count] of counts) {
      const same = all.get(key)
      if (!same) continue
      same.facts.splice(0, count)
      same.gone += count
      if (same.facts.length === 0) all.delete(key)
    }
  }
  const remember = (key: number, seq: number, row: number, ms: number): number => {
    if (newer.length >= bound / 2) {
      if (older) {
        if (index) forget(index, older)
        dropped += older.length
      }
      older = newer
      newer = createNumbers(4)
    }
    const fact = count()
    const place = newer.add()
    newer.set(place, column.key, key)
    newer.set(place, column.row, row)
    newer.set(place, column.ms, ms)
    newer.set(place, column.seq, seq)
    return fact
  }
  /** Facts are in the order of the record. */
  const firstSince = (facts: readonly number[], seq: number) =>
    firstWhere(facts.length, (place) => read(facts[place] ?? 0, column.seq) >= seq)
  const indexed = (channelId: string) => {
    const all = new Map<number, Occurrences>()
    for (let fact = dropped; fact < count(); fact++) enter(all, read(fact, column.key), fact, channelId)
    return all
  }

  return {
    newest: (wanted) => {
      const from = Math.max(dropped, count() - wanted)
      return new Set(Array.from({ length: count() - from }, (_, place) => read(from + place, column.key)))
    },
    match(key, seq, channel, row, ms, repeated) {
      sole ??= channel.id
      if (!index && sole === channel.id) {
        if (repeated) return repeated
        remember(key, seq, row(), ms)
        return undefined
      }
      index ??= indexed(sole)
      const same = index.get(key)
      if (!same) {
        if (repeated) return repeated
        enter(index, key, remember(key, seq, row(), ms), channel.id)
        return undefined
      }
      const { facts, gone, shown } = same
      const next = Math.max(gone, shown.get(channel.id) ?? gone + firstSince(facts, channel.openedSeq))
      const known = facts[next - gone]
      // Not counted, so that the channel's next piece still meets the fact that is yet to come.
      if (known === undefined && repeated) return repeated
      shown.set(channel.id, next + 1)
      if (known !== undefined) return { row: read(known, column.row), ms: read(known, column.ms) }
      facts.push(remember(key, seq, row(), ms))
      // Remembering may have forgotten the last of the older ones, and the key with it.
      index.set(key, same)
      return undefined
    },
  }
}
