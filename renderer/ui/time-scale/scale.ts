// Positions on a time scale. Waits much longer than everything else are broken and labelled with their length, so that the rest
// stays readable.

import { formatDuration } from '../format.ts'

/** Upper bound for the axis' digits. */
const characterPx = 6.5
/** The padding of a break's label, and the least gap between two labels. */
const breakPaddingPx = 3
const apartPx = 4

export interface Quiet {
  readonly fromMs: number
  readonly toMs: number
}

interface Break extends Quiet {
  readonly fromPx: number
  readonly toPx: number
}

interface Tick {
  readonly ms: number
  readonly px: number
}

export interface Scale {
  readonly widthPx: number
  readonly endMs: number
  readonly breaks: readonly Break[]
  readonly ticks: readonly Tick[]
  px(ms: number): number
}

/** With room after the end, for states of no duration. */
export interface LaneScale extends Scale {
  readonly tailPx: number
}

export function endOf({ widthPx, tailPx }: LaneScale): number {
  return widthPx + tailPx
}

/** A wait shorter than this is never broken. */
export const leastBreakMs = 3_000
const usualBreakPx = 34
const tickPx = 64

interface ScaleOptions {
  readonly endMs: number
  readonly quiet: readonly Quiet[]
  readonly widthPx: number
  /** The waits to break; by default those far longer than the rest, each wide enough for its label. */
  readonly broken?: readonly Quiet[]
  /** Width of each broken wait. */
  readonly breakPx?: number
}

export function createScale(options: ScaleOptions): Scale {
  const { endMs, quiet, widthPx, breakPx = usualBreakPx } = options
  const broken = options.broken ?? brokenOf(endMs, quiet, widthPx)
  const brokenMs = broken.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
  const perMs = Math.max(0, widthPx - broken.length * breakPx) / Math.max(1, endMs - brokenMs)

  const breaks: Break[] = []
  let skippedMs = 0
  for (const one of broken) {
    const fromPx = (one.fromMs - skippedMs) * perMs + breaks.length * breakPx
    breaks.push({ ...one, fromPx, toPx: fromPx + breakPx })
    skippedMs += one.toMs - one.fromMs
  }
  const px = (ms: number): number => {
    let before = 0
    let passed = 0
    for (const { fromMs, toMs, fromPx } of breaks) {
      if (ms <= fromMs) break
      if (ms < toMs) return fromPx + (breakPx * (ms - fromMs)) / (toMs - fromMs)
      before += toMs - fromMs
      passed++
    }
    return Math.max(0, Math.min(widthPx, (ms - before) * perMs + passed * breakPx))
  }
  return { widthPx, endMs, breaks, px, ticks: ticksOf(endMs, breaks, perMs, px) }
}

/** Waits more than twice as long as everything besides the long waits, as many as fit. */
function brokenOf(endMs: number, quiet: readonly Quiet[], widthPx: number): readonly Quiet[] {
  const long = quiet.filter(({ fromMs, toMs }) => toMs - fromMs >= leastBreakMs)
  const busyMs = Math.max(1_000, endMs - long.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0))
  const most = Math.floor(widthPx / (usualBreakPx * 3))
  return long
    .filter(({ fromMs, toMs }) => toMs - fromMs > 2 * busyMs)
    .sort((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs))
    .slice(0, most)
    .sort((a, b) => a.fromMs - b.fromMs)
}

const steps = [1, 2, 5].flatMap((digit) => [1, 10, 100, 1_000, 10_000].map((power) => digit * power))
const longSteps = [15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400].map(
  (s) => s * 1_000,
)
const allSteps = [...steps.filter((step) => step <= 10_000), ...longSteps].sort((a, b) => a - b)

function ticksOf(
  endMs: number,
  breaks: readonly Break[],
  perMs: number,
  px: (ms: number) => number,
): readonly Tick[] {
  if (perMs <= 0) return []
  const step = allSteps.find((each) => each * perMs >= tickPx) ?? endMs
  const ticks: Tick[] = [{ ms: 0, px: 0 }]
  let fromMs = 0
  for (const { fromMs: toMs, toMs: next } of [...breaks, { fromMs: endMs, toMs: endMs }]) {
    for (let ms = Math.ceil(fromMs / step) * step; ms <= toMs; ms += step) {
      const place = px(ms)
      const isFree = breaks.every(({ fromPx, toPx }) => Math.abs((fromPx + toPx) / 2 - place) >= tickPx * 0.9)
      if (isFree && place - (ticks.at(-1)?.px ?? 0) >= tickPx * 0.8) ticks.push({ ms, px: place })
    }
    fromMs = next
  }
  return ticks
}

// Which labels a time scale shows without overlap. A broken wait takes precedence over a tick.

export interface AxisLabel {
  readonly kind: 'tick' | 'break'
  readonly words: string
  readonly fromPx: number
  readonly toPx: number
}

/** From the left. */
export function axisLabels(scale: LaneScale): readonly AxisLabel[] {
  const breaks = scale.breaks.map(({ fromMs, toMs, fromPx, toPx }) =>
    labelAt('break', formatDuration(toMs - fromMs), (fromPx + toPx) / 2, scale),
  )
  const ticks = scale.ticks.map(({ ms, px }) => labelAt('tick', tickName(ms), px, scale))
  const shown: AxisLabel[] = []
  for (const label of [...breaks, ...ticks]) {
    const isFree = shown.every(
      (other) => label.toPx + apartPx <= other.fromPx || other.toPx + apartPx <= label.fromPx,
    )
    if (isFree) shown.push(label)
  }
  return shown.toSorted((one, other) => one.fromPx - other.fromPx)
}

/** Centred at its position, but within the lane. */
function labelAt(kind: AxisLabel['kind'], words: string, px: number, scale: LaneScale): AxisLabel {
  const widthPx = words.length * characterPx + (kind === 'break' ? 2 * breakPaddingPx : 0)
  const fromPx = Math.max(0, Math.min(px - widthPx / 2, endOf(scale) - widthPx))
  return { kind, words, fromPx, toPx: fromPx + widthPx }
}

export function tickName(ms: number): string {
  if (ms === 0) return '0'
  if (ms < 1_000) return `${ms} ms`
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(3))} s`
  const minutes = Math.floor(ms / 60_000)
  const seconds = Number(((ms % 60_000) / 1_000).toFixed(3))
  return seconds === 0 ? `${minutes} min` : `${minutes}:${seconds < 10 ? '0' : ''}${seconds}`
}
