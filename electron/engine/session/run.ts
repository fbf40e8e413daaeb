// Makes runs of entries that are about to be written. All that filters look at is the same for every entry of a run, so a
// filter decides over rows, and a row is an entry or a run.

import type { Entry } from '#shared/record/entry.ts'
import { type ArrivalTime, isPlain, type Packed, type PlainFrame, plainEnd } from '#shared/record/run.ts'

export interface Appended {
  readonly entry: Entry
  readonly taskId?: string
}

export interface NewRow {
  readonly packed: Packed
  readonly taskId: string | undefined
}

/** No row spans more, so that a row which holds a sequence number is never far below it. */
export const maxRunEntries = 1_000
const maxRunChars = 1024 * 1024

export function toRows(appended: readonly Appended[]): readonly NewRow[] {
  const rows: NewRow[] = []
  let run: OpenRun | undefined
  const close = () => {
    if (run !== undefined) rows.push({ packed: run.close(), taskId: run.taskId })
    run = undefined
  }
  for (const { entry, taskId } of appended) {
    if (!isPlain(entry)) {
      close()
      rows.push({ packed: entry, taskId })
      continue
    }
    if (run?.add(entry, taskId)) continue
    close()
    run = openRun(entry, taskId)
  }
  close()
  return rows
}

interface OpenRun {
  readonly taskId: string | undefined
  /** False where the frame is not one that can follow. */
  add(frame: PlainFrame, taskId: string | undefined): boolean
  close(): Packed
}

function openRun(first: PlainFrame, taskId: string | undefined): OpenRun {
  const frames: PlainFrame[] = [first]
  let ends: Ends = { before: first.raw.text, after: first.raw.text, shortest: first.raw.text.length }
  let chars = first.raw.text.length

  const follows = (frame: PlainFrame, its: string | undefined): boolean =>
    frame.seq === first.seq + frames.length &&
    frame.exchangeId === first.exchangeId &&
    frame.sessionId === first.sessionId &&
    its === taskId &&
    frame.index === first.index + frames.length

  return {
    taskId,
    add(frame, its) {
      const { text } = frame.raw
      const fits = frames.length < maxRunEntries && chars + text.length <= maxRunChars
      if (!fits || !follows(frame, its)) return false
      if (!hasEnds(text, ends)) ends = sharedEnds(text, ends)
      chars += text.length
      frames.push(frame)
      return true
    },
    close: () => (frames.length === 1 ? first : runOf(frames, ends)),
  }
}

/** What all texts seen begin and end with, never both with the same characters. */
interface Ends {
  readonly before: string
  readonly after: string
  readonly shortest: number
}

function hasEnds(text: string, { before, after }: Ends): boolean {
  if (text.length < before.length + after.length) return false
  return text.slice(0, before.length) === before && text.slice(text.length - after.length) === after
}

function sharedEnds(text: string, ends: Ends): Ends {
  const shortest = Math.min(ends.shortest, text.length)
  let start = 0
  // The empty line at the end always belongs to what stands after.
  const startMost = Math.min(ends.before.length, shortest - plainEnd.length)
  while (start < startMost && text[start] === ends.before[start]) start += 1
  let end = 0
  const endMost = Math.min(ends.after.length, shortest - start)
  while (end < endMost && text[text.length - 1 - end] === ends.after[ends.after.length - 1 - end]) end += 1
  // A character of two halves stays in one piece.
  if (/[\ud800-\udbff]/.test(text[start - 1] ?? '')) start -= 1
  if (/[\udc00-\udfff]/.test(text[text.length - end] ?? '')) end -= 1
  return { before: text.slice(0, start), after: text.slice(text.length - end), shortest }
}

function runOf(frames: readonly PlainFrame[], { before, after }: Ends): Packed {
  const [first] = frames
  if (first === undefined) throw new Error('a run needs an entry')
  const { seq, sessionId, exchangeId, index } = first
  const texts = frames.map(({ raw }) => raw.text.slice(before.length, raw.text.length - after.length))
  return { kind: 'run', seq, sessionId, exchangeId, index, before, after, texts, times: timesOf(frames) }
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
