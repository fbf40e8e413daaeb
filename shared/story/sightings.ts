// An agent may say one thing several times over: on a stream, in a reply, to a poll, by push. That is one fact with
// several sightings. Facts that carry no identity of their own (an artifact chunk has none) are matched by counting:
// the n-th time a channel reports something is the n-th time it was said. A channel is one stream, or one webhook path.

import { appended, firstMatch, type List, listOf, values } from '../collections/list.ts'
import { createNumbers } from '../collections/numbers.ts'
import type { Entry } from '../record/entry.ts'

/** `sent` is the user's own word; `reply` answers a send or cancel, `poll` answers a get or list. */
export const sources = ['sent', 'stream', 'reply', 'poll', 'push'] as const
export type Source = (typeof sources)[number]

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
  readonly sessionId: string
  /** Of the entry, envelope included. */
  readonly bytes: number
  readonly findings?: Entry['findings'] | undefined
  /** Nobody here asked about what it reports: a webhook call, one of a list. */
  readonly unasked?: boolean
  /** The same words came to the same webhook before, and were the sighting of this fact of their task. */
  readonly repeats?: number
}

export interface Channel {
  readonly id: string
  /** Facts first seen before this entry are not expected on it: a new subscription brings only what is new. */
  readonly openedSeq: number
}

export function seenAgain<T extends Sighted>(fact: T, { sighting }: Place): T {
  return { ...fact, others: appended(fact.others, delayed(fact.first, sighting)) }
}

/** In the order of the record: the second may have been seen first. */
export function bothSeen(a: Sighted, b: Sighted): Sighted {
  const [first, ...others] = [a, b]
    .flatMap((one) => [one.first, ...values(one.others)])
    .sort((one, two) => one.seq - two.seq)
  return first ? { first, others: listOf(others.map((later) => delayed(first, later))) } : a
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

export type Matcher = ReturnType<typeof createMatcher>

/** What the matcher asks about facts it was given earlier, by their index. */
export interface Facts {
  digestAt(index: number): number
  /** The entry in which a fact was first seen; it grows with the index. */
  firstSeqAt(index: number): number
}

interface Occurrences {
  readonly indexes: number[]
  /** How many of them each channel has shown. */
  readonly shown: Map<string, number>
}

export function createMatcher({ digestAt, firstSeqAt }: Facts) {
  // While there is one channel nothing can match, and nothing is indexed: the common case costs one number an event.
  // When a second one appears the index is made, once.
  const unindexed = createNumbers(1)
  let sole: Channel | undefined
  let occurrences: Map<number, Occurrences> | undefined

  const find = (
    all: Map<number, Occurrences>,
    digest: number,
    index: number,
    channel: Channel,
    repeated?: number,
  ) => {
    const same = all.get(digest)
    if (!same) {
      if (repeated !== undefined) return repeated
      all.set(digest, { indexes: [index], shown: new Map([[channel.id, 1]]) })
      return undefined
    }
    const { indexes, shown } = same
    const next =
      shown.get(channel.id) ??
      firstMatch(indexes.length, (place) => firstSeqAt(indexes[place] ?? 0) >= channel.openedSeq)
    const current = indexes[next]
    // Not counted, so that the channel's next piece still meets the fact that is yet to come.
    if (current === undefined && repeated !== undefined) return repeated
    shown.set(channel.id, next + 1)
    if (current === undefined) indexes.push(index)
    return current
  }
  const indexed = (first: Channel): Map<number, Occurrences> => {
    const all = new Map<number, Occurrences>()
    for (let row = 0; row < unindexed.length; row++) {
      const index = unindexed.get(row, 0)
      find(all, digestAt(index), index, first)
    }
    return all
  }

  return {
    /**
     * The index of the fact this is a sighting of, or undefined when it is new; then `index` becomes its own. What the channel
     * was seen to repeat is never new: when counting finds no fact for it, it is `repeated`, the one it was before.
     */
    match(digest: number, index: number, { channel }: Place, repeated?: number): number | undefined {
      sole ??= channel
      if (!occurrences && sole.id === channel.id) {
        if (repeated !== undefined) return repeated
        unindexed.set(unindexed.add(), 0, index)
        return undefined
      }
      occurrences ??= indexed(sole)
      return find(occurrences, digest, index, channel, repeated)
    },
    /** No other channel has told of these facts. */
    isSole: ({ channel }: Place) => occurrences === undefined && sole?.id === channel.id,
    /** So many facts from `index` on, of the sole channel. */
    areNews(index: number, count: number) {
      for (let next = index; next < index + count; next += 1) unindexed.set(unindexed.add(), 0, next)
    },
  }
}
