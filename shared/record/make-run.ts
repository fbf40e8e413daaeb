// Makes a run of plain frames that follow each other in one wrap: what their data begin and end with alike is found, and said once.

import { type PlainFrame, wrapOf } from './plain-frame.ts'
import type { ArrivalTime, FrameRun } from './run-schema.ts'

export function runOf(frames: readonly PlainFrame[]): FrameRun {
  const [first] = frames
  if (first === undefined) throw new Error('a run needs an entry')
  const { seq, sessionId, exchangeId, index } = first
  const said = frames.map(({ data }) => data.text)
  const ends = endsOf(said)
  return {
    kind: 'run',
    seq,
    sessionId,
    exchangeId,
    index,
    count: frames.length,
    wrap: wrapOf(first.raw.text),
    ...ends,
    texts: said.map((text) => textBetween(text, ends)).join('\n'),
    times: timesOf(frames),
  }
}

interface Ends {
  readonly before: string
  readonly after: string
}

/** What all begin with, and what they end with. */
export function endsOf([first = '', ...others]: readonly string[]): Ends {
  if (others.length === 0) return { before: first, after: '' }
  const whole = { before: first, after: first }
  return others.reduce<Ends>((ends, text) => sharedEnds(text, ends, first.length), whole)
}

/** Of one more text than before; of the first alone both are all of it. They overlap in no text, the first included. */
function sharedEnds(text: string, ends: Ends, firstLength: number): Ends {
  const areApart = ends.before.length + ends.after.length <= firstLength
  if (areApart && hasEnds(text, ends)) return ends
  let start = 0
  const startMost = Math.min(ends.before.length, text.length)
  while (start < startMost && text[start] === ends.before[start]) start += 1
  let end = 0
  const endMost = Math.min(ends.after.length, text.length - start, firstLength - start)
  while (end < endMost && text[text.length - 1 - end] === ends.after[ends.after.length - 1 - end]) end += 1
  // A character of two halves stays in one piece.
  if (/[\ud800-\udbff]/.test(text[start - 1] ?? '')) start -= 1
  if (/[\udc00-\udfff]/.test(text[text.length - end] ?? '')) end -= 1
  return { before: text.slice(0, start), after: text.slice(text.length - end) }
}

export function textBetween(text: string, { before, after }: Ends): string {
  return text.slice(before.length, text.length - after.length)
}

function hasEnds(text: string, { before, after }: Ends): boolean {
  if (text.length < before.length + after.length) return false
  // Slices are compared many times as fast as `startsWith` does it.
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
