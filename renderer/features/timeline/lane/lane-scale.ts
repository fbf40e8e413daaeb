import { createScale, type LaneScale, leastBreakMs } from '../../../ui/time-scale/scale.ts'
import { type Lane, quietOf } from './activity.ts'
import { needsCap, tailPx } from './blocks.ts'

/** One scale for all tasks on the clock. */
export function scaleOf(lanes: readonly Lane[], widthPx: number): LaneScale {
  const endMs = Math.max(0, ...lanes.map((lane) => lane.offsetMs + lane.endMs))
  const tail = lanes.some((lane) => needsCap(lane, widthPx)) ? tailPx : 0
  const quiet = quietOf(lanes, endMs, leastBreakMs)
  return { ...createScale({ endMs, quiet, widthPx: Math.max(0, widthPx - tail) }), tailPx: tail }
}
