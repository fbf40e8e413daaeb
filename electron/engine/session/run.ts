// Makes runs of entries that are about to be written. All that filters look at is the same for every entry of a run, so a
// filter decides over rows, and a row is an entry or a run.

import type { Entry } from '#shared/record/entry.ts'
import { type ArrivalTime, isPlain, type Packed, type PlainFrame } from '#shared/record/run.ts'
import { type Ends, sharedEnds, textBetween } from './shared-ends.ts'

export interface Appended {
  readonly entry: Entry
  readonly taskId?: string | undefined
  readonly told?: Told | undefined
}

/** What decoding told about an exchange as a whole. */
export interface Told {
  readonly contextId?: string
  /** The agent's own error. */
  readonly error?: { readonly code?: number; readonly message: string }
}

export interface NewRow {
  readonly packed: Packed
  readonly taskId?: string | undefined
  /** By its first entry. */
  readonly told?: Told | undefined
}

/** No row spans more, so that a row which holds a sequence number is never far below it. */
export const maxRunEntries = 1_000
const maxRunChars = 1024 * 1024

export function toRows(appended: readonly Appended[]): readonly NewRow[] {
  const rows: NewRow[] = []
  let run: OpenRun | undefined
  const close = () => {
    if (run !== undefined) rows.push(run.close())
    run = undefined
  }
  for (const { entry, taskId, told } of appended) {
    if (!isPlain(entry)) {
      close()
      rows.push({ packed: entry, taskId, told })
      continue
    }
    if (told === undefined && run?.add(entry, taskId)) continue
    close()
    run = openRun(entry, taskId, told)
  }
  close()
  return rows
}

interface OpenRun {
  /** False where the frame is not one that can follow. */
  add(frame: PlainFrame, taskId: string | undefined): boolean
  close(): NewRow
}

function openRun(first: PlainFrame, taskId: string | undefined, told: Told | undefined): OpenRun {
  const frames: PlainFrame[] = [first]
  const { text: firstText } = first.data
  let ends: Ends = { before: firstText, after: firstText }
  let chars = firstText.length

  const follows = (frame: PlainFrame, its: string | undefined): boolean =>
    frame.seq === first.seq + frames.length &&
    frame.exchangeId === first.exchangeId &&
    frame.sessionId === first.sessionId &&
    its === taskId &&
    frame.index === first.index + frames.length

  return {
    add(frame, its) {
      const { text } = frame.data
      const fits = frames.length < maxRunEntries && chars + text.length <= maxRunChars
      if (!fits || !follows(frame, its)) return false
      ends = sharedEnds(text, ends)
      chars += text.length
      frames.push(frame)
      return true
    },
    close: () => ({ packed: frames.length === 1 ? first : runOf(frames, ends), taskId, told }),
  }
}

function runOf(frames: readonly PlainFrame[], { before, after }: Ends): Packed {
  const [first] = frames
  if (first === undefined) throw new Error('a run needs an entry')
  const { seq, sessionId, exchangeId, index } = first
  const texts = frames.map(({ data }) => textBetween(data.text, { before, after })).join('\n')
  const count = frames.length
  return {
    kind: 'run',
    seq,
    sessionId,
    exchangeId,
    index,
    count,
    before,
    after,
    texts,
    times: timesOf(frames),
  }
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
