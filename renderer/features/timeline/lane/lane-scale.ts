import { type Lane, quietOf } from './activity.ts'
import { needsCap, tailPx } from './blocks.ts'
import { createScale, type LaneScale, leastBreakMs } from './scale.ts'

/** One scale for all tasks on the clock. */
export function scaleOf(lanes: readonly Lane[], widthPx: number): LaneScale {
  const endMs = Math.max(0, ...lanes.map((lane) => lane.offsetMs + lane.endMs))
  const tail = lanes.some((lane) => needsCap(lane, widthPx)) ? tailPx : 0
  const quiet = quietOf(lanes, endMs, leastBreakMs)
  return { ...createScale({ endMs, quiet, widthPx: Math.max(0, widthPx - tail) }), tailPx: tail }
}

export function tickName(ms: number): string {
  if (ms === 0) return '0'
  if (ms < 1_000) return `${ms} ms`
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(3))} s`
  const minutes = Math.floor(ms / 60_000)
  const seconds = Number(((ms % 60_000) / 1_000).toFixed(3))
  return seconds === 0 ? `${minutes} min` : `${minutes}:${seconds < 10 ? '0' : ''}${seconds}`
}
