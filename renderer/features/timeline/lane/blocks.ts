// What stands on a lane: a block for each state, as wide as it lasted.

import { isSettled } from '#shared/a2a/task-states.ts'
import type { Segment } from '#shared/story/timeline/outline.ts'
import type { LaneScale } from '../../../ui/time-scale/scale.ts'
import type { Lane } from './activity.ts'

export interface LaneBlock {
  readonly segment: Segment
  readonly fromPx: number
  readonly widthPx: number
  readonly fromMs: number
  /** Absent for a terminal state: nothing comes after it. */
  readonly lastedMs?: number
  readonly current: boolean
}

/** Wide enough to be seen and to be hit. */
const leastPx = 4
/** A state at the end may have no length: it stands as a cap, beside one or two before it that had none either. */
export const tailPx = 30

export function blocksOf({ segments, offsetMs, endMs }: Lane, scale: LaneScale): readonly LaneBlock[] {
  // Where there is no room behind the end, what crowds there stands over each other rather than beyond it.
  const lastPx = scale.tailPx === 0 ? Math.max(0, scale.widthPx - leastPx) : scale.widthPx + 2 * leastPx
  let takenPx = 0
  return segments.map((segment, index): LaneBlock => {
    const next = segments[index + 1]
    const fromMs = segment.fromMs + offsetMs
    const toMs = (next ? next.fromMs : endMs) + offsetMs
    // What lasted no time still stands beside the one before.
    const fromPx = Math.min(Math.max(scale.px(fromMs), takenPx), lastPx)
    const cap = next || scale.tailPx === 0 ? leastPx : tailPx - Math.max(0, fromPx - scale.widthPx)
    const widthPx = Math.max(cap, scale.px(toMs) - fromPx)
    takenPx = fromPx + widthPx
    return {
      segment,
      fromPx,
      widthPx,
      fromMs: segment.fromMs,
      ...((next || !isSettled(segment.state)) && { lastedMs: toMs - fromMs }),
      current: next === undefined,
    }
  })
}

/** Whether the last state needs room at the end that its time does not give it. */
export function needsCap({ segments, endMs }: Lane, widthPx: number): boolean {
  const last = segments.at(-1)
  return last !== undefined && (endMs - last.fromMs) * widthPx < tailPx * Math.max(1, endMs)
}
