// Follows the end of a scrolling box until the reader scrolls away from it, and counts what came since.

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { staysAtTail } from '../../../ui/tail.ts'

/** Closer to the end than this is at the end. */
const nearPx = 32

interface Tail {
  readonly atTail: boolean
  /** Items that came since the reader left the end. */
  readonly missed: number
  onScroll(): void
  goToTail(): void
  goToTop(): void
}

export function useTail(
  box: RefObject<HTMLElement | null>,
  count: number,
  drawn: object,
  /** Of all rows, as drawn last. */
  rowsHeight: number,
  startsAtTail: boolean,
): Tail {
  const [atTail, setAtTail] = useState(startsAtTail)
  const seen = useRef(count)
  /** Where the box was put, or seen, last. */
  const putAt = useRef(0)
  if (atTail) seen.current = count

  const toEnd = useCallback(() => {
    if (!box.current) return
    box.current.scrollTop = box.current.scrollHeight
    putAt.current = box.current.scrollTop
  }, [box])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was drawn anew may have another height
  useLayoutEffect(() => {
    if (atTail) toEnd()
  }, [atTail, count, drawn, rowsHeight, toEnd])

  // Rows find their height after they are drawn: the end moves then, too.
  useLayoutEffect(() => {
    const inner = box.current?.firstElementChild
    if (!inner || !atTail) return
    const observer = new ResizeObserver(toEnd)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [box, atTail, toEnd])

  return {
    atTail,
    missed: count - seen.current,
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
