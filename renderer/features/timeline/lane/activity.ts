// When something happened on a lane: what lies between is quiet, and may be drawn shorter than it was.

import type { TimelineTask } from '#shared/contract/timeline.ts'
import type { Rates, Segment } from '#shared/story/timeline/outline.ts'
import type { Quiet } from '../../../ui/time-scale/scale.ts'

/** A task as it is drawn, in milliseconds since the start of the common clock. */
export interface Lane {
  readonly taskId: string
  readonly agentId?: string
  /** When the task began on the common clock. */
  readonly offsetMs: number
  /** The end of what is known of it. */
  readonly endMs: number
  readonly heardMs: number
  readonly open: boolean
  readonly segments: readonly Segment[]
  readonly sentMs: readonly number[]
  readonly callerMs: readonly number[]
  readonly rates: Rates
}

export function taskOf({ taskId, agentId }: Lane): TimelineTask {
  return agentId === undefined ? { taskId } : { taskId, agentId }
}

/** The stretches longer than `leastMs` in which nothing came and nothing was said, in their order. */
export function quietOf(lanes: readonly Lane[], endMs: number, leastMs: number): readonly Quiet[] {
  const moments = lanes.flatMap(momentsOf).sort((a, b) => a - b)
  moments.push(endMs)
  const quiet: Quiet[] = []
  let heardMs = 0
  for (const ms of moments) {
    if (ms - heardMs >= leastMs) quiet.push({ fromMs: heardMs, toMs: ms })
    heardMs = Math.max(heardMs, ms)
  }
  return quiet
}

function momentsOf({ offsetMs, segments, sentMs, heardMs, rates }: Lane): readonly number[] {
  const moments = [...segments.map(({ fromMs }) => fromMs), ...sentMs, heardMs]
  for (const [step, events] of rates.events.entries()) {
    if (events > 0) moments.push(step * rates.stepMs, Math.min(heardMs, (step + 1) * rates.stepMs))
  }
  return moments.map((ms) => ms + offsetMs)
}
