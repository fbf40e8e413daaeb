// Following the end of a list that grows, as far as its rows are there, until the reader scrolls away.

import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useState } from 'react'
import { keepScrolled, takeScrolled } from '../state/scrolled.ts'

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

/** Rows at the end that may be on their way; with more, the end is gone to at once. */
const maxMissingRows = 1_000

export function useTail({ count, followsTail, rows, scroller, rowHeight, place, isThere }: TailOf) {
  const [seen, setSeen] = useState(count)
  const [backTo, setBackTo] = useState(() => takeScrolled(place))
  const [atTail, setAtTail] = useState(backTo === undefined)
  const isFollowing = followsTail && atTail
  const end = lastThere(count, isThere)

  useEffect(() => {
    if (!isFollowing || count === 0) return
    rows.scrollToIndex(end, { align: 'end' })
    setSeen(count)
  }, [count, end, isFollowing, rows])

  useEffect(() => {
    if (backTo === undefined || count <= backTo) return
    rows.scrollToIndex(backTo, { align: 'start' })
    setBackTo(undefined)
  }, [backTo, count, rows])

  return {
    isFollowing,
    /** How many came since the end was last seen. */
    news: followsTail && !atTail ? count - seen : 0,
    setAtTail,
    onScroll(): void {
      if (!scroller.current) return
      const { scrollHeight, scrollTop, clientHeight } = scroller.current
      const missingPx = (count - 1 - end) * rowHeight
      const reached = scrollHeight - scrollTop - clientHeight - missingPx < rowHeight
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

function lastThere(count: number, isThere: (index: number) => boolean): number {
  const least = Math.max(0, count - maxMissingRows)
  for (let index = count - 1; index >= least; index--) if (isThere(index)) return index
  return count - 1
}
