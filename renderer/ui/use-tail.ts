// Following the end of a list that grows, as far as its rows are there, until the reader scrolls away.

import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { keepScrolled, scrolledTo } from '../state/scrolled.ts'
import { isAtTail, lastThere, staysAtTail } from './tail.ts'

interface TailOf {
  readonly count: number
  readonly followsTail: boolean
  readonly rows: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rowHeight: number
  /** Where it stands is kept under this name. */
  readonly place: string | undefined
  isThere(index: number): boolean
}

export function useTail({ count, followsTail, rows, scroller, rowHeight, place, isThere }: TailOf) {
  const [seen, setSeen] = useState(count)
  const [backTo, setBackTo] = useState(() => scrolledTo(place))
  const [atTail, setAtTail] = useState(backTo === undefined)
  const isFollowing = followsTail && atTail
  /** Where the box was put, or seen, last. */
  const putAt = useRef(0)
  const end = lastThere(count, isThere)

  useEffect(() => {
    if (!isFollowing || count === 0) return
    rows.scrollToIndex(end, { align: 'end' })
    if (scroller.current) putAt.current = scroller.current.scrollTop
    setSeen(count)
  }, [count, end, isFollowing, rows, scroller])

  const shown = useRef({ count, end, rowHeight, backTo })
  shown.current = { count, end, rowHeight, backTo }
  // A box that grows may reach the end without being scrolled.
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      const { backTo: place, ...rows } = shown.current
      if (place !== undefined || !isAtTail(box, rows)) return
      setAtTail(true)
      setSeen(rows.count)
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
    /** The last row that is there. */
    end,
    /** How many came since the end was last seen. */
    news: followsTail && !atTail ? count - seen : 0,
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
      if (reached) setSeen(count)
    },
  }
}
