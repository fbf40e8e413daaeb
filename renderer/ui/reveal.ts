// When a grid scrolls to a row by itself: to one that is requested, and to the one that a smaller grid would hide.

import type { KeyboardEvent } from 'react'

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

/** The left and the right arrow go from button to button within an element, for those that stand in one row. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll('button')]
  all[all.findIndex((button) => button.contains(document.activeElement)) + step]?.focus()
}

/** The list with the item at `from` taken out and put in at `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
