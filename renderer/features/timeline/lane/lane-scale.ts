import { createScale, type LaneScale, leastBreakMs, type Quiet } from '../../../ui/time-scale/scale.ts'
import { type Lane, quietOf } from './activity.ts'
import { needsCap, tailPx } from './blocks.ts'

/** One scale for all tasks on the clock; a wait in which something was at work is none. */
export function scaleOf(lanes: readonly Lane[], widthPx: number, atWork: readonly Quiet[] = []): LaneScale {
  const endMs = Math.max(0, ...lanes.map((lane) => lane.offsetMs + lane.endMs))
  const tail = lanes.some((lane) => needsCap(lane, widthPx)) ? tailPx : 0
  const quiet = without(quietOf(lanes, endMs, leastBreakMs), atWork)
  return { ...createScale({ endMs, quiet, widthPx: Math.max(0, widthPx - tail) }), tailPx: tail }
}

/** What is left of stretches where others lie over them. */
function without(stretches: readonly Quiet[], others: readonly Quiet[]): readonly Quiet[] {
  if (others.length === 0) return stretches
  const ordered = others.toSorted((one, other) => one.fromMs - other.fromMs)
  return stretches.flatMap(({ fromMs, toMs }) => {
    const left: Quiet[] = []
    let untilMs = fromMs
    for (const other of ordered) {
      if (other.toMs <= untilMs || other.fromMs >= toMs) continue
      left.push({ fromMs: untilMs, toMs: other.fromMs })
      untilMs = Math.max(untilMs, other.toMs)
    }
    left.push({ fromMs: untilMs, toMs })
    return left.filter((each) => each.toMs - each.fromMs >= leastBreakMs)
  })
}
