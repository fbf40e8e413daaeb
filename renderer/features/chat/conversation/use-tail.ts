// Follows the end of a scrolling box until the reader scrolls away from it, and counts what came since.

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Closer to the end than this is at the end. */
const nearPx = 32

interface Tail {
  readonly atTail: boolean
  /** Items that came since the reader left the end. */
  readonly missed: number
  onScroll(): void
  goToTail(): void
}

export function useTail(
  box: RefObject<HTMLElement | null>,
  count: number,
  drawn: object,
  startsAtTail: boolean,
): Tail {
  const [atTail, setAtTail] = useState(startsAtTail)
  const seen = useRef(count)
  const lastTop = useRef(0)
  if (atTail) seen.current = count

  const toEnd = useCallback(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [box])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was drawn anew may have grown
  useLayoutEffect(() => {
    if (atTail) toEnd()
  }, [atTail, count, drawn, toEnd])

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
      const near = scrollHeight - scrollTop - clientHeight < nearPx
      // Growth alone never leaves the end: only a reader who goes up does.
      if (near) setAtTail(true)
      else if (scrollTop < lastTop.current) setAtTail(false)
      lastTop.current = scrollTop
    },
    goToTail() {
      setAtTail(true)
      toEnd()
    },
  }
}
