// Follows the end of a growing list, as far as its rows are loaded, until the user scrolls away.

import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { keepScrolled, scrolledTo } from '../state/scrolled.ts'

// Rows at the end that may still be loading; with more, the list scrolls to its end at once.
const maxMissingRows = 1_000

interface TailOf {
  readonly count: number
  readonly followsTail: boolean
  readonly rows: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rowHeight: number
  /** The name under which the scroll position is stored. */
  readonly place: string | undefined
  isThere(index: number): boolean
}

export function useTail({ count, followsTail, rows, scroller, rowHeight, place, isThere }: TailOf) {
  const [last, setLast] = useState(count)
  const [backTo, setBackTo] = useState(() => scrolledTo(place))
  const [atTail, setAtTail] = useState(backTo === undefined)
  const isFollowing = followsTail && atTail
  /** The last scroll position that was set or read. */
  const putAt = useRef(0)
  const end = lastThere(count, isThere)

  useEffect(() => {
    if (!isFollowing || count === 0) return
    rows.scrollToIndex(end, { align: 'end' })
    if (scroller.current) putAt.current = scroller.current.scrollTop
    setLast(count)
  }, [count, end, isFollowing, rows, scroller])

  const shown = useRef({ count, end, rowHeight, backTo })
  shown.current = { count, end, rowHeight, backTo }
  // A box that grows may reach the end without a scroll event.
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      const { backTo: place, ...rows } = shown.current
      if (place !== undefined || !isAtTail(box, rows)) return
      setAtTail(true)
      setLast(rows.count)
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller])

  useEffect(() => {
    if (backTo === undefined || count <= backTo) return
    rows.scrollToIndex(backTo, { align: 'start' })
    setBackTo(undefined)
  }, [backTo, count, rows])

  return {
    isFollowing,
    /** The last loaded row. */
    end,
    /** How many rows arrived since the end was last in view. */
    news: followsTail && !atTail ? count - last : 0,
    setAtTail,
    onScroll(): void {
      if (!scroller.current) return
      const { scrollTop } = scroller.current
      const isAtEnd = isAtTail(scroller.current, { count, end, rowHeight })
      const reached = staysAtTail(isFollowing, { isAtEnd, scrollTop, from: putAt.current })
      putAt.current = scrollTop
      setAtTail(reached)
      if (backTo === undefined)
        keepScrolled(
          place,
          followsTail && reached ? undefined : Math.floor(scrollTop / rowHeight) || undefined,
        )
      if (reached) setLast(count)
    },
  }
}

/** The last loaded row, or the last of all where too many are not loaded. */
export function lastThere(count: number, isThere: (index: number) => boolean): number {
  const least = Math.max(0, count - maxMissingRows)
  for (let index = count - 1; index >= least; index--) if (isThere(index)) return index
  return count - 1
}

/** Rows to draw: those in view, and as many at the end that scrolls into view in the same frame. */
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
  readonly end: number
  readonly rowHeight: number
}

/** Whether less than a row is left below, not counting rows that are still loading, which have height but no text. */
export function isAtTail({ scrollTop, scrollHeight, clientHeight }: Scrolled, rows: Rows): boolean {
  const missingPx = (rows.count - 1 - rows.end) * rows.rowHeight
  return scrollHeight - scrollTop - clientHeight - missingPx < rows.rowHeight
}

interface Moved {
  readonly isAtEnd: boolean
  readonly scrollTop: number
  /** The previous scroll position. */
  readonly from: number
}

/** Whether the list still follows its end after a scroll: growth does not scroll, so scrolling up was the user. */
export function staysAtTail(was: boolean, { isAtEnd, scrollTop, from }: Moved): boolean {
  return isAtEnd || (was && scrollTop >= from)
}
