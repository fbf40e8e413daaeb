import { isSettled } from '#shared/a2a/task-states.ts'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import type { Rates, Segment } from '#shared/story/timeline/outline.ts'
import {
  createScale,
  type LaneScale,
  leastBreakMs,
  type Quiet,
  type Scale,
} from '../../ui/time-scale/scale.ts'

/** Wide enough to see and to click. */
const leastPx = 4
/** A state at the end may have no duration: it is a cap, beside one or two others without duration. */
export const tailPx = 30

// The word of a state in its block: after a break that would cover it.

export interface Label {
  readonly icon: boolean
  readonly word: boolean
  readonly indentPx: number
}

/** Width of a break. */
export const breakMarkPx = 14
const paddingPx = 5
const iconPx = 18
const characterPx = 6.5
/** Short words have wide letters, and none may be cut. */
const wideLettersPx = 11

export function labelOf({ segment, fromPx, widthPx }: LaneBlock, breaks: Scale['breaks']): Label {
  const wordPx = iconPx + 2 * paddingPx + wideLettersPx + segment.state.length * characterPx
  const over = breaks
    .map((one) => (one.fromPx + one.toPx - breakMarkPx) / 2 - fromPx)
    .find((markPx) => markPx + breakMarkPx > 0 && markPx < wordPx)
  const behindPx = over === undefined ? paddingPx : over + breakMarkPx + paddingPx
  // Without room after the break, the space before it suffices.
  const indentPx = behindPx + iconPx > widthPx ? paddingPx : behindPx
  const roomPx = widthPx - indentPx + paddingPx
  const isFree = over === undefined || indentPx === behindPx
  const isCovered = over !== undefined && !isFree && over < iconPx
  return { indentPx, icon: roomPx >= iconPx && !isCovered, word: isFree && roomPx >= wordPx }
}

/** One scale for all tasks on the clock; time with activity does not count as a wait. */
export function scaleOf(lanes: readonly Lane[], widthPx: number, atWork: readonly Quiet[] = []): LaneScale {
  const endMs = Math.max(0, ...lanes.map((lane) => lane.offsetMs + lane.endMs))
  const tail = lanes.some((lane) => needsCap(lane, widthPx)) ? tailPx : 0
  const quiet = without(quietOf(lanes, endMs, leastBreakMs), atWork)
  return { ...createScale({ endMs, quiet, widthPx: Math.max(0, widthPx - tail) }), tailPx: tail }
}

/** Subtracts other stretches. */
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

// A block for each state on a lane, as wide as its duration.

export interface LaneBlock {
  readonly segment: Segment
  readonly fromPx: number
  readonly widthPx: number
  readonly fromMs: number
  /** Absent for a terminal state. */
  readonly lastedMs?: number
  readonly current: boolean
}

export function blocksOf({ segments, offsetMs, endMs }: Lane, scale: LaneScale): readonly LaneBlock[] {
  // Marks without room before the end overlap instead of leaving the lane.
  const lastPx = scale.tailPx === 0 ? Math.max(0, scale.widthPx - leastPx) : scale.widthPx + 2 * leastPx
  let takenPx = 0
  return segments.map((segment, index): LaneBlock => {
    const next = segments[index + 1]
    const fromMs = segment.fromMs + offsetMs
    const toMs = (next ? next.fromMs : endMs) + offsetMs
    // A state without duration is still beside the previous one.
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

/** Whether the last state needs more room at the end than its duration gives. */
function needsCap({ segments, endMs }: Lane, widthPx: number): boolean {
  const last = segments.at(-1)
  return last !== undefined && (endMs - last.fromMs) * widthPx < tailPx * Math.max(1, endMs)
}

// Activity on a lane: the time in between is quiet, and may be drawn shortened.

/** A task as it is drawn, in milliseconds since the start of the common clock. */
export interface Lane {
  readonly taskId: string
  readonly agentId?: string
  /** When the task began on the common clock. */
  readonly offsetMs: number
  /** The end of its recorded time. */
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

/** Stretches longer than `leastMs` without activity, in order. */
function quietOf(lanes: readonly Lane[], endMs: number, leastMs: number): readonly Quiet[] {
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
