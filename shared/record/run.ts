// Runs: consecutive plain frames of one exchange, as they are stored and sent to a window. Streams consist of them, and nearly
// all their text repeats: the shared beginning and end are stored once, and so is the time of frames that arrived together.

import { firstMatch } from '../collections/list.ts'
import type { Entry, FrameEntry } from './entry.ts'
import { type PlainFrame, plainFrame, wrapBytes, wrapOf } from './plain-frame.ts'
import type { ArrivalTime, FrameRun } from './run-schema.ts'
import { utf8Bytes } from './text-size.ts'

// Largest frame that is sent with its row; a larger one is fetched when it is opened.
const maxFrameWithPageBytes = 262_144
// Total of frames that are sent with their rows; others are fetched when they are opened.
const maxFramesWithPageBytes = 4 * 1024 * 1024

/** An entry, or a run of them. */
export type Packed = Entry | FrameRun

export function countOf(packed: Packed): number {
  return packed.kind === 'run' ? packed.count : 1
}

/** Index of the first one that does not end before this number; they are in order. */
export function firstEndingAfter(packed: readonly Packed[], seq: number): number {
  return firstMatch(packed.length, (place) => {
    const each = packed[place]
    return each !== undefined && each.seq + countOf(each) - 1 > seq
  })
}

/** Bytes of each of its frames, except its text. */
export function bytesAround({ wrap, before, after }: FrameRun): number {
  return wrapBytes(wrap) + utf8Bytes(before) + utf8Bytes(after)
}

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

/** At most `most` entries from number `from` on; undefined where there are none. */
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

/** Iterates over a run without creating entries. */
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
  let [passed, requested] = [skip, count]
  for (const [many, at, monoMs] of times) {
    const taken = Math.min(Math.max(0, many - passed), requested)
    passed = Math.max(0, passed - many)
    requested -= taken
    if (taken > 0) left.push([taken, at, monoMs])
  }
  return left
}

// Makes a run of consecutive plain frames in one wrap: finds their shared beginning and end.

export function runOf(frames: readonly PlainFrame[]): FrameRun {
  const [first] = frames
  if (first === undefined) throw new Error('a run needs an entry')
  const { seq, sessionId, exchangeId, index } = first
  const texts = frames.map(({ data }) => data.text)
  const ends = endsOf(texts)
  return {
    kind: 'run',
    seq,
    sessionId,
    exchangeId,
    index,
    count: frames.length,
    wrap: wrapOf(first.raw.text),
    ...ends,
    texts: texts.map((text) => textBetween(text, ends)).join('\n'),
    times: timesOf(frames),
  }
}

interface Ends {
  readonly before: string
  readonly after: string
}

/** The shared beginning and end of all texts. */
export function endsOf([first = '', ...others]: readonly string[]): Ends {
  if (others.length === 0) return { before: first, after: '' }
  const whole = { before: first, after: first }
  return others.reduce<Ends>((ends, text) => sharedEnds(text, ends, first.length), whole)
}

/** Adds one more text; for the first alone, both ends are all of it. They overlap in no text, including the first. */
function sharedEnds(text: string, ends: Ends, firstLength: number): Ends {
  const areApart = ends.before.length + ends.after.length <= firstLength
  if (areApart && hasEnds(text, ends)) return ends
  let start = 0
  const startMost = Math.min(ends.before.length, text.length)
  while (start < startMost && text[start] === ends.before[start]) start += 1
  let end = 0
  const endMost = Math.min(ends.after.length, text.length - start, firstLength - start)
  while (end < endMost && text[text.length - 1 - end] === ends.after[ends.after.length - 1 - end]) end += 1
  // A surrogate pair stays together.
  if (/[\ud800-\udbff]/.test(text[start - 1] ?? '')) start -= 1
  if (/[\udc00-\udfff]/.test(text[text.length - end] ?? '')) end -= 1
  return { before: text.slice(0, start), after: text.slice(text.length - end) }
}

export function textBetween(text: string, { before, after }: Ends): string {
  return text.slice(before.length, text.length - after.length)
}

function hasEnds(text: string, { before, after }: Ends): boolean {
  if (text.length < before.length + after.length) return false
  // Comparing slices is many times faster than `startsWith`.
  return text.slice(0, before.length) === before && text.slice(text.length - after.length) === after
}

function timesOf(frames: readonly PlainFrame[]): readonly ArrivalTime[] {
  const times: [number, number, number][] = []
  for (const { at, monoMs } of frames) {
    const last = times.at(-1)
    if (last !== undefined && last[1] === at && last[2] === monoMs) last[0] += 1
    else times.push([1, at, monoMs])
  }
  return times
}

/** Frames with the content that is stored apart, for a list. Beyond the bounds it stays apart. */
export function readableFrames(
  frames: readonly FrameEntry[],
  textBehind: (hash: string) => string | undefined,
): readonly FrameEntry[] {
  let left = maxFramesWithPageBytes
  return frames.map((frame) => {
    const { data } = frame
    if (data?.hash === undefined || data.text !== undefined || data.truncated) return frame
    if (data.sizeBytes > Math.min(maxFrameWithPageBytes, left)) return frame
    const text = textBehind(data.hash)
    if (text === undefined) return frame
    left -= data.sizeBytes
    return { ...frame, data: { ...data, text } }
  })
}
