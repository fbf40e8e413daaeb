// Which figures stand on a time scale: none over another. A wait that is drawn shorter says so before a tick says its time.

import { formatDuration } from '../format.ts'
import { endOf, type LaneScale } from './scale.ts'

export interface AxisLabel {
  readonly kind: 'tick' | 'break'
  readonly words: string
  readonly fromPx: number
  readonly toPx: number
}

/** Of the axis’ figures, and no less. */
const characterPx = 6.5
/** What a browser keeps free around a break’s name, and at least between two figures. */
const breakPaddingPx = 3
const apartPx = 4

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

/** Around its place, but within the lane. */
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
