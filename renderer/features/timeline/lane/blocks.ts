// What stands on a lane: a block for each state, as wide as it lasted.

import { type TaskState, terminalStates } from '#shared/a2a/model.ts'
import type { Segment } from '#shared/record/timeline/outline.ts'
import type { Lane } from './activity.ts'
import type { Scale } from './scale.ts'

export interface Block {
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
/** A state at the end has no length: it stands as a cap. */
export const capPx = 22

export function blocksOf({ segments, offsetMs, endMs }: Lane, scale: Scale): readonly Block[] {
  return segments.map((segment, index): Block => {
    const next = segments[index + 1]
    const fromMs = segment.fromMs + offsetMs
    const toMs = (next ? next.fromMs : endMs) + offsetMs
    const fromPx = scale.px(fromMs)
    const isCap = next === undefined && isOver(segment.state)
    return {
      segment,
      fromPx,
      widthPx: isCap ? capPx : Math.max(leastPx, scale.px(toMs) - fromPx),
      fromMs: segment.fromMs,
      ...(!isCap && { lastedMs: toMs - fromMs }),
      current: next === undefined,
    }
  })
}

export function isOver(state: TaskState): boolean {
  return terminalStates.has(state)
}
