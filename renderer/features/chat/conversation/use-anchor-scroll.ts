// Follows the end of a scrolling box until the reader scrolls away, and counts what arrives since then.

import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { staysAtTail } from '../../../ui/use-tail.ts'

// Rows searched for one that has moved; past it the scroll position may jump.
const maxMovedRows = 400

/** Closer to the end than this counts as at the end. */
const nearPx = 32

interface Tail {
  readonly atTail: boolean
  /** Items that arrived since the reader left the end. */
  readonly missed: number
  onScroll(): void
  goToTail(): void
  goToTop(): void
}

export function useTail(
  box: RefObject<HTMLElement | null>,
  count: number,
  drawn: object,
  /** Height of all rows as last drawn. */
  rowsHeight: number,
  startsAtTail: boolean,
): Tail {
  const [atTail, setAtTail] = useState(startsAtTail)
  const ref = useRef(count)
  /** The last scroll position that was set or seen. */
  const putAt = useRef(0)
  if (atTail) ref.current = count

  const toEnd = useCallback(() => {
    if (!box.current) return
    box.current.scrollTop = box.current.scrollHeight
    putAt.current = box.current.scrollTop
  }, [box])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was drawn anew may have another height
  useLayoutEffect(() => {
    if (atTail) toEnd()
  }, [atTail, count, drawn, rowsHeight, toEnd])

  // Rows get their height after they are drawn, which moves the end.
  useLayoutEffect(() => {
    const inner = box.current?.firstElementChild
    if (!inner || !atTail) return
    const observer = new ResizeObserver(toEnd)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [box, atTail, toEnd])

  return {
    atTail,
    missed: count - ref.current,
    onScroll() {
      if (!box.current) return
      const { scrollHeight, scrollTop, clientHeight } = box.current
      const isAtEnd = scrollHeight - scrollTop - clientHeight < nearPx
      // Rows that turn out shorter move the box up to their end, and it may have grown again before that is reported.
      const from = Math.min(putAt.current, rowsHeight - clientHeight - nearPx)
      putAt.current = scrollTop
      setAtTail((was) => staysAtTail(was, { isAtEnd, scrollTop, from }))
    },
    goToTail() {
      setAtTail(true)
      toEnd()
    },
    goToTop() {
      setAtTail(false)
      if (box.current) box.current.scrollTop = 0
    },
  }
}

// The reader's position stays fixed while rows above it get their real heights.

type Rows = Virtualizer<HTMLDivElement, Element>

interface Anchor {
  readonly key: string
  readonly index: number
  readonly start: number
}

/** `drawn`: another object after each change of rows. */
export function useAnchorScroll(
  box: RefObject<HTMLElement | null>,
  rows: Rows,
  drawn: object,
  isReading: boolean,
): void {
  const ref = useRef<Anchor>(undefined)
  const before = useRef(drawn)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const start = before.current !== drawn && isReading ? startOf(rows, ref.current) : undefined
    before.current = drawn
    if (start !== undefined && ref.current && start !== ref.current.start) {
      element.scrollTop += start - ref.current.start
      // The rows at the new position are drawn in the same frame.
      rows.scrollOffset = element.scrollTop
      redraw()
    }
    ref.current = firstIn(rows, element.scrollTop)
  })
}

function startOf(rows: Rows, anchor: Anchor | undefined): number | undefined {
  if (!anchor) return undefined
  const { getItemKey } = rows.options
  for (let moved = 0; moved < maxMovedRows; moved++) {
    for (const index of [anchor.index + moved, anchor.index - moved]) {
      const isThere = index >= 0 && index < rows.options.count && getItemKey(index) === anchor.key
      if (isThere) return rows.measurementsCache[index]?.start
    }
  }
  return undefined
}

/** The first loaded row in sight. */
function firstIn(rows: Rows, offset: number): Anchor | undefined {
  for (const { key, index, start, end } of rows.getVirtualItems())
    if (end > offset && typeof key === 'string') return { key, index, start }
  return undefined
}
