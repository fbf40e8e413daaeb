// Where the word of a state stands in its block: behind a break that would lie over it.

import type { Scale } from '../../../ui/time-scale/scale.ts'
import type { LaneBlock } from './blocks.ts'

export interface Label {
  readonly icon: boolean
  readonly word: boolean
  readonly indentPx: number
}

/** How wide a break is drawn. */
export const breakMarkPx = 14
const paddingPx = 5
const iconPx = 18
const characterPx = 6.5
/** The short words have the wide letters, and none may be cut. */
const wideLettersPx = 11

export function labelOf({ segment, fromPx, widthPx }: LaneBlock, breaks: Scale['breaks']): Label {
  const wordPx = iconPx + 2 * paddingPx + wideLettersPx + segment.state.length * characterPx
  const over = breaks
    .map((one) => (one.fromPx + one.toPx - breakMarkPx) / 2 - fromPx)
    .find((markPx) => markPx + breakMarkPx > 0 && markPx < wordPx)
  const behindPx = over === undefined ? paddingPx : over + breakMarkPx + paddingPx
  // Where there is no room behind the break, what stands before it is enough.
  const indentPx = behindPx + iconPx > widthPx ? paddingPx : behindPx
  const roomPx = widthPx - indentPx + paddingPx
  const isFree = over === undefined || indentPx === behindPx
  const isCovered = over !== undefined && !isFree && over < iconPx
  return { indentPx, icon: roomPx >= iconPx && !isCovered, word: isFree && roomPx >= wordPx }
}
