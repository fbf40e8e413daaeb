// Runs: plain frames of one exchange that followed each other, as they are kept and as they cross to a window. They are what
// streams are made of, and nearly all text in them repeats: what each begins and ends with is said once, and when those
// came that came together. A frame is plain when its raw text says all there is to say about it.

import type { Entry, FrameEntry } from './entry.ts'

export interface FrameRun {
  readonly kind: 'run'
  /** Of the first entry, as is `index`; the others count on from there. */
  readonly seq: number
  readonly sessionId: string
  readonly exchangeId: string
  readonly index: number
  /** What each raw text begins with, the name of its one field included. */
  readonly before: string
  /** What each raw text ends with, the empty line included. */
  readonly after: string
  /** What stands between, frame by frame. */
  readonly texts: readonly string[]
  /** How many came at once, and when. */
  readonly times: readonly ArrivalTime[]
}

export type ArrivalTime = readonly [count: number, at: number, monoMs: number]

/** An entry, or many in one. */
export type Packed = Entry | FrameRun

export type PlainFrame = FrameEntry & { readonly raw: { readonly text: string } }

export const plainStart = 'data: '
export const plainEnd = '\n\n'
const around = plainStart.length + plainEnd.length

export function isPlain(entry: Entry): entry is PlainFrame {
  if (entry.kind !== 'frame' || entry.framing !== 'sse' || entry.findings !== undefined) return false
  if (entry.event !== undefined || entry.id !== undefined || entry.retryMs !== undefined) return false
  const raw = entry.raw.text
  const data = entry.data?.text
  if (raw === undefined || data === undefined) return false
  if (raw.length !== data.length + around) return false
  if (entry.raw.sizeBytes !== (entry.data?.sizeBytes ?? 0) + around) return false
  // Not `startsWith(data, …)`: comparing a slice is ten times as fast.
  return raw.startsWith(plainStart) && raw.endsWith(plainEnd) && raw.slice(plainStart.length, -2) === data
}

export function countOf(packed: Packed): number {
  return packed.kind === 'run' ? packed.texts.length : 1
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
  if (packed.kind !== 'run' || count === packed.texts.length) return packed
  return {
    ...packed,
    seq: packed.seq + skip,
    index: packed.index + skip,
    texts: packed.texts.slice(skip, skip + count),
    times: cutTimes(packed.times, skip, count),
  }
}

type Base = Pick<FrameEntry, 'seq' | 'sessionId' | 'exchangeId' | 'at' | 'monoMs'>

/** A plain frame from its raw text. */
export function plainFrame(base: Base, index: number, raw: string): FrameEntry {
  const sizeBytes = utf8Length(raw)
  return {
    ...base,
    kind: 'frame',
    index,
    framing: 'sse',
    raw: { sizeBytes, text: raw },
    data: { sizeBytes: sizeBytes - around, text: raw.slice(plainStart.length, -plainEnd.length) },
  }
}

function unpackRun(run: FrameRun, entries: Entry[]): void {
  const { sessionId, exchangeId, before, after, texts, times } = run
  const dataBefore = before.slice(plainStart.length)
  const dataAfter = after.slice(0, -plainEnd.length)
  const sharedBytes = utf8Length(before) + utf8Length(after)
  let place = 0
  for (const [count, at, monoMs] of times) {
    for (const end = place + count; place < end; place += 1) {
      const text = texts[place] ?? ''
      const sizeBytes = sharedBytes + utf8Length(text)
      entries.push({
        seq: run.seq + place,
        sessionId,
        exchangeId,
        at,
        monoMs,
        kind: 'frame',
        index: run.index + place,
        framing: 'sse',
        raw: { sizeBytes, text: before + text + after },
        data: { sizeBytes: sizeBytes - around, text: dataBefore + text + dataAfter },
      })
    }
  }
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

/** Of text without lone surrogates. */
function utf8Length(text: string): number {
  let bytes = text.length
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place)
    if (unit < 0x80) continue
    // Each half of a surrogate pair is two of the four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2
  }
  return bytes
}
