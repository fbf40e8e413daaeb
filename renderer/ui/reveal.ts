// When a grid scrolls to a row by itself: to a revealed row, and to one that shrinking would hide.

import type { KeyboardEvent } from 'react'

/** Height of the sticky head, under which the rows scroll. */
export const headPx = 25

/** Indexes, both inclusive, with the rows just out of sight. */
interface DrawnRows {
  readonly from: number
  readonly to: number
}

/** Whether scrolling to a row leaves the end of the list; a drawn row needs no scrolling. */
export function leavesTail(index: number, { from, to }: DrawnRows): boolean {
  return index < from || index > to
}

/** The row, once the list has grown to it: before, scrolling would stop at the end. */
export function reachable<Row extends { readonly index: number }>(
  reveal: Row | undefined,
  count: number,
): Row | undefined {
  return reveal !== undefined && reveal.index < count ? reveal : undefined
}

interface Resized {
  /** The current row of the keyboard; negative where there is none. */
  readonly cursor: number
  readonly rowHeight: number
  readonly scrollTop: number
  /** Of the grid, including its head. */
  readonly beforePx: number
  readonly afterPx: number
}

/** Whether a detail opened below the grid may cover the current row: the row was in sight, and the grid has shrunk. */
export function mayHide({ cursor, rowHeight, scrollTop, beforePx, afterPx }: Resized): boolean {
  if (cursor < 0 || afterPx >= beforePx) return false
  const offsetPx = cursor * rowHeight - scrollTop
  return offsetPx >= 0 && offsetPx < beforePx - headPx
}

/** The left and right arrow keys move between buttons in a row. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll('button')]
  all[all.findIndex((button) => button.contains(document.activeElement)) + step]?.focus()
}

export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
