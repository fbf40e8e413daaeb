// An agent may report one fact several times: on a stream, in a reply, to a poll, by push. That is one fact with several
// sightings. Facts without an identity (an artifact chunk has none) are matched by counting: the n-th report on a channel is a
// sighting of the n-th fact. A channel is one stream, or one webhook path.

import { appended, firstMatch, type List, listOf, values } from '../collections/list.ts'
import { createNumbers } from '../collections/numbers.ts'
import type { Entry } from '../record/entry.ts'

/** `sent`: a message of the user; `reply`: the answer to a send or cancel; `poll`: the answer to a get or list. */
export const sources = ['sent', 'stream', 'reply', 'poll', 'push'] as const
export type Source = (typeof sources)[number]

export interface Sighting {
  readonly source: Source
  readonly exchangeId: string
  /** The entry that reported it, with its bytes. */
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

/** Where something was reported, before it is clear whether that is new; a new fact takes `sighting` as its first. */
export interface Place {
  readonly sighting: Sighting
  readonly channel: Channel
  readonly sessionId: string
  /** Size of the entry, envelope included. */
  readonly bytes: number
  readonly findings?: Entry['findings'] | undefined
  /** Not the answer to a request for it: a webhook call, or an item of a list. */
  readonly unasked?: boolean
  /** The fact that an earlier call with the same body at the same webhook was a sighting of. */
  readonly repeats?: number
}

export interface Channel {
  readonly id: string
  /** Facts first seen before this entry are not expected on it: a new subscription delivers only later ones. */
  readonly openedSeq: number
}

export function addSighting<T extends Sighted>(fact: T, { sighting }: Place): T {
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

type Instant = Pick<Entry, 'at' | 'monoMs'>

/** By the engine's monotonic clock; by the wall clock where the monotonic one went back, as after a restart of the engine. */
export function elapsedMs(from: Instant, to: Instant): number {
  const exact = to.monoMs - from.monoMs
  return exact >= 0 ? exact : Math.max(0, to.at - from.at)
}

export type Matcher = ReturnType<typeof createMatcher>

/** Earlier facts by their index. */
export interface Facts {
  digestAt(index: number): number
  /** The entry that reported the fact first; grows with the index. */
  firstSeqAt(index: number): number
}

interface Occurrences {
  readonly indexes: number[]
  /** How many of them each channel has reported. */
  readonly shown: Map<string, number>
}

export function createMatcher({ digestAt, firstSeqAt }: Facts) {
  // With one channel nothing can match, so nothing is indexed: the common case costs one number an event. The index is built
  // when a second channel appears.
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
    // Not counted, so that the channel's next piece still matches the fact that follows.
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
     * The index of the fact this is a sighting of, or undefined where it is new and gets `index`. A repetition by the channel
     * is never new: where counting finds no fact, the result is `repeated`, the fact it was before.
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
    /** No other channel has reported these facts. */
    isSole: ({ channel }: Place) => occurrences === undefined && sole?.id === channel.id,
    /** Adds `count` facts from `index` on, of the sole channel. */
    areNews(index: number, count: number) {
      for (let next = index; next < index + count; next += 1) unindexed.set(unindexed.add(), 0, next)
    },
  }
}
