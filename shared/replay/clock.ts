// The time of a replay: the time of an entry, and the entry at a time. Exact at the outline's marks; in between, entries are
// assumed to be evenly spaced.

import { firstMatch } from '../collections/list.ts'
import type { ReplayOutline } from './outline.ts'

export const speeds = [1, 2, 5, 10, 20] as const

const momentMs = 1_000

export interface ReplayClock {
  readonly totalMs: number
  timeOf(seq: number): number
  seqAt(timeMs: number): number
}

interface Mark {
  readonly seq: number
  readonly timeMs: number
}

export function createReplayClock({ marks }: ReplayOutline, shorten: boolean): ReplayClock {
  const timed: Mark[] = []
  let timeMs = 0
  for (const [index, { seq, monoMs, waited }] of marks.entries()) {
    const before = marks[index - 1]
    const pace = { speed: 1, shorten: shorten && waited === true }
    if (before !== undefined) timeMs += waitMs(monoMs - before.monoMs, pace)
    timed.push({ seq, timeMs })
  }
  const between = (from: keyof Mark, to: keyof Mark, value: number): number => {
    const next = firstMatch(timed.length, (place) => (timed[place]?.[from] ?? 0) > value)
    const [before, after] = [timed[next - 1], timed[next]]
    if (before === undefined) return 0
    if (after === undefined) return before[to]
    const part = (value - before[from]) / (after[from] - before[from])
    return before[to] + part * (after[to] - before[to])
  }
  return {
    totalMs: timeMs,
    timeOf: (seq) => between('seq', 'timeMs', seq),
    seqAt: (time) => Math.floor(between('timeMs', 'seq', time)),
  }
}

interface Pace {
  readonly speed: number
  /** Waits are cut to a moment. */
  readonly shorten: boolean
}

/** A clock that ran backwards, as in an imported file, makes no wait. */
export function waitMs(gapMs: number, { speed, shorten }: Pace): number {
  const gap = Math.max(0, gapMs)
  return (shorten ? Math.min(gap, momentMs) : gap) / speed
}
