// Widths of the time columns: those of their longest text.

import { formatDuration, formatOffset } from '../../ui/format.ts'

/** +12.345 */
const leastOffsetChars = 7
/** 59.99 s */
const leastGapChars = 7
/** Of the list's monospaced figures. */
const characterPx = 7.1

export function offsetWidth(totalMs: number): string {
  return widthOf(Math.max(leastOffsetChars, formatOffset(totalMs).length))
}

/** No gap is longer than the whole; 9 min 59 s is as wide as 10 min 0 s. */
export function gapWidth(totalMs: number): string {
  const longestMs = Math.floor(totalMs / 60_000) * 60_000 + 59_000
  return widthOf(totalMs < 59_000 ? leastGapChars : formatDuration(longestMs).length)
}

function widthOf(chars: number): string {
  return `${chars * characterPx + 2}px`
}
