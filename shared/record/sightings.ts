// An agent may say one thing several times over: on a stream, in a reply, to a poll, by push. That is one fact with
// several sightings. Facts that carry no identity of their own (an artifact chunk has none) are matched by counting:
// the n-th time a channel says something is the n-th time it was said. A channel is one stream, or one webhook path.

import { appended, type List } from './list.ts'

/** `sent` is the user's own word; `reply` answers a send or cancel, `poll` answers a get or list. */
export type Source = 'sent' | 'stream' | 'reply' | 'poll' | 'push'

export interface Sighting {
  readonly source: Source
  readonly exchangeId: string
  /** The entry that showed it: the way to its bytes. */
  readonly seq: number
  readonly at: number
  readonly monoMs: number
  /** Since the first sighting of the same fact; 0 for the first. */
  readonly delayMs: number
}

export interface Sighted {
  readonly first: Sighting
  /** The later ones, in the order of the record. */
  readonly others: List<Sighting>
}

/** Where something was said, before it is known to be new; `sighting` is what a new fact takes for its first. */
export interface Place {
  readonly sighting: Sighting
  readonly channel: Channel
}

export interface Channel {
  readonly id: string
  /** Facts first seen before this entry are not expected on it: a new subscription brings only what is new. */
  readonly openedSeq: number
}

export function seenAgain<T extends Sighted>(fact: T, { sighting }: Place): T {
  return { ...fact, others: appended(fact.others, delayed(fact.first, sighting)) }
}

export function delayed(first: Sighting, later: Sighting): Sighting {
  return { ...later, delayMs: elapsedMs(first, later) }
}

interface Moment {
  readonly at: number
  readonly monoMs: number
}

/** By the engine's monotonic clock; by the wall clock where that one went back, as it does when the engine restarts. */
export function elapsedMs(from: Moment, to: Moment): number {
  const exact = to.monoMs - from.monoMs
  return exact >= 0 ? exact : Math.max(0, to.at - from.at)
}

export interface Matcher {
  /** The index of the fact this is a sighting of, or undefined when it is new; then `index` becomes its own. */
  match(key: string, index: number, place: Place): number | undefined
}

interface Occurrences {
  readonly indexes: number[]
  /** How many of them each channel has shown. */
  readonly shown: Map<string, number>
}

/** `firstSeqOf` gives the entry in which a fact was first seen; it grows with the index. */
export function createMatcher(firstSeqOf: (index: number) => number): Matcher {
  // Nearly everything is said once: such a fact is kept as three numbers, and counted only when it returns.
  const single = new Map<string, number>()
  const indexes: number[] = []
  const channels: string[] = []
  const repeated = new Map<string, Occurrences>()

  const occurrencesOf = (key: string, ordinal: number): Occurrences => {
    const known = repeated.get(key)
    if (known) return known
    const first = { indexes: [indexes[ordinal] ?? 0], shown: new Map([[channels[ordinal] ?? '', 1]]) }
    repeated.set(key, first)
    return first
  }

  return {
    match(key, index, { channel }) {
      const ordinal = single.get(key)
      if (ordinal === undefined) {
        single.set(key, indexes.length)
        indexes.push(index)
        channels.push(channel.id)
        return undefined
      }
      const { indexes: same, shown } = occurrencesOf(key, ordinal)
      const next = shown.get(channel.id) ?? upperBound(same, (one) => firstSeqOf(one) < channel.openedSeq)
      const known = same[next]
      shown.set(channel.id, next + 1)
      if (known === undefined) same.push(index)
      return known
    },
  }
}

/** The first position whose item no longer satisfies `before`; items that do come first. */
function upperBound(items: readonly number[], before: (item: number) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && before(item)) low = middle + 1
    else high = middle
  }
  return low
}
