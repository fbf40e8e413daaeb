// Runs: plain frames of one exchange that followed each other, as they are kept and as they cross to a window. They are what
// streams are made of, and nearly all text in them repeats: what each begins and ends with is said once, and when those
// came that came together.

import { firstWhere } from '../collections/first-where.ts'
import type { Entry } from './entry.ts'
import { plainFrame, wrapBytes } from './plain-frame.ts'
import type { ArrivalTime, FrameRun } from './run-schema.ts'
import { utf8Bytes } from './text-size.ts'

export type { FrameRun } from './run-schema.ts'

/** An entry, or many in one. */
export type Packed = Entry | FrameRun

export function countOf(packed: Packed): number {
  return packed.kind === 'run' ? packed.count : 1
}

/** The place of the first that is not over at this number; they are in order. */
export function firstEndingAfter(packed: readonly Packed[], seq: number): number {
  return firstWhere(packed.length, (place) => {
    const each = packed[place]
    return each !== undefined && each.seq + countOf(each) - 1 > seq
  })
}

/** Of each of its frames, but for its text. */
export function bytesAround({ wrap, before, after }: FrameRun): number {
  return wrapBytes(wrap) + utf8Bytes(before) + utf8Bytes(after)
}

/** Of all its frames together. */
export function rawBytes(run: FrameRun): number {
  const separators = run.count - 1
  return run.count * bytesAround(run) + utf8Bytes(run.texts) - separators
}

export function unpack(packed: readonly Packed[]): readonly Entry[] {
  const entries: Entry[] = []
  for (const each of packed) {
    if (each.kind === 'run') unpackRun(each, entries)
    else entries.push(each)
  }
  return entries
}

/** The entries from the one numbered `from` on, at most `most` of them; undefined where there are none. */
export function cut(packed: Packed, from: number, most: number): Packed | undefined {
  const skip = Math.max(0, from - packed.seq)
  const count = Math.min(countOf(packed) - skip, most)
  if (count <= 0) return undefined
  if (packed.kind !== 'run' || count === packed.count) return packed
  return {
    ...packed,
    seq: packed.seq + skip,
    index: packed.index + skip,
    count,
    texts: packed.texts
      .split('\n')
      .slice(skip, skip + count)
      .join('\n'),
    times: cutTimes(packed.times, skip, count),
  }
}

/** Goes through a run without making entries of it. */
export function eachOf(
  run: FrameRun,
  take: (text: string, place: number, at: number, monoMs: number) => void,
): void {
  const lines = run.texts.split('\n')
  eachTime(run, (place, at, monoMs) => take(lines[place] ?? '', place, at, monoMs))
}

function eachTime({ times }: FrameRun, take: (place: number, at: number, monoMs: number) => void): void {
  let place = 0
  for (const [count, at, monoMs] of times) {
    for (const upTo = place + count; place < upTo; place += 1) take(place, at, monoMs)
  }
}

function unpackRun(run: FrameRun, entries: Entry[]): void {
  const { sessionId, exchangeId, wrap, before, after } = run
  const sharedBytes = utf8Bytes(before) + utf8Bytes(after)
  eachOf(run, (text, place, at, monoMs) => {
    const base = { seq: run.seq + place, sessionId, exchangeId, at, monoMs }
    const data = before + text + after
    entries.push(plainFrame(base, run.index + place, data, wrap, sharedBytes + utf8Bytes(text)))
  })
}

function cutTimes(times: readonly ArrivalTime[], skip: number, count: number): readonly ArrivalTime[] {
  const left: ArrivalTime[] = []
  let [passed, wanted] = [skip, count]
  for (const [many, at, monoMs] of times) {
    const taken = Math.min(Math.max(0, many - passed), wanted)
    passed = Math.max(0, passed - many)
    wanted -= taken
    if (taken > 0) left.push([taken, at, monoMs])
  }
  return left
}
