// When a grid scrolls to a row by itself: to one that is asked for, and to the one that a smaller grid would hide.

/** Of the names over the columns: they stay at the top, over the rows that are scrolled beneath them. */
export const headPx = 25

/** By index, both included; those just out of sight are drawn, too. */
interface DrawnRows {
  readonly from: number
  readonly to: number
}

/** Whether to go to a row is to leave the end of the list: one that is drawn already leaves it where it is. */
export function leavesTail(index: number, { from, to }: DrawnRows): boolean {
  return index < from || index > to
}

/** A row that the list has not grown to is gone to once it has: before, the end would be taken for it, and left behind. */
export function reachable<Row extends { readonly index: number }>(
  reveal: Row | undefined,
  count: number,
): Row | undefined {
  return reveal !== undefined && reveal.index < count ? reveal : undefined
}

interface Resized {
  /** The row that the keys are on; negative before they are on any. */
  readonly cursor: number
  readonly rowHeight: number
  readonly scrollTop: number
  /** Of the grid, its head included. */
  readonly beforePx: number
  readonly afterPx: number
}

/** Whether what opened below the grid may lie over the row that opened it: it was in sight, and the grid is smaller now. */
export function mayHide({ cursor, rowHeight, scrollTop, beforePx, afterPx }: Resized): boolean {
  if (cursor < 0 || afterPx >= beforePx) return false
  const offsetPx = cursor * rowHeight - scrollTop
  return offsetPx >= 0 && offsetPx < beforePx - headPx
}
