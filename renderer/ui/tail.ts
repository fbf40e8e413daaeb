// Rows at the end that may be on their way; with more, the end is gone to at once.
const maxMissingRows = 1_000

/** The last row that is there already, or the last of all where too many at the end are not. */
export function lastThere(count: number, isThere: (index: number) => boolean): number {
  const least = Math.max(0, count - maxMissingRows)
  for (let index = count - 1; index >= least; index--) if (isThere(index)) return index
  return count - 1
}

/** Rows to draw: those in view, and as many at the end that is about to be in view, in the same frame. */
export function withTail(drawn: readonly { readonly index: number }[], end: number | undefined): number[] {
  const indexes = drawn.map(({ index }) => index)
  const last = indexes.at(-1)
  if (end === undefined || last === undefined || last >= end) return indexes
  const first = Math.max(last, end - indexes.length) + 1
  return [...indexes, ...Array.from({ length: end - first + 1 }, (_, at) => first + at)]
}

interface Scrolled {
  readonly scrollTop: number
  readonly scrollHeight: number
  readonly clientHeight: number
}

interface Rows {
  readonly count: number
  /** The last that is there. */
  readonly end: number
  readonly rowHeight: number
}

/** Whether less than a row is left below, those on their way aside: they have height before they have text. */
export function isAtTail({ scrollTop, scrollHeight, clientHeight }: Scrolled, rows: Rows): boolean {
  const missingPx = (rows.count - 1 - rows.end) * rows.rowHeight
  return scrollHeight - scrollTop - clientHeight - missingPx < rows.rowHeight
}

interface Moved {
  readonly isAtEnd: boolean
  readonly scrollTop: number
  /** Where it was put, or seen, before. */
  readonly from: number
}

/** Whether the end is followed after the box moved: growth moves no box, so only a reader leaves it, who goes up. */
export function staysAtTail(was: boolean, { isAtEnd, scrollTop, from }: Moved): boolean {
  return isAtEnd || (was && scrollTop >= from)
}
