// The row of a grid that the keys are on: they move it, turn it and select it, and it stays in sight.

import type { Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { mayHide } from './reveal.ts'
import type { VirtualGridProps } from './virtual-grid-props.ts'

interface GridBox {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>
  readonly rowHeight: number
}

const turns: Readonly<Record<string, 'other' | 'open' | 'closed'>> = {
  Enter: 'other',
  ' ': 'other',
  ArrowRight: 'open',
  ArrowLeft: 'closed',
}

export function useGridKeys<Row>(
  { count, rowOf, onSelect, onTurn }: VirtualGridProps<Row>,
  { scroller, rows, rowHeight }: GridBox,
) {
  const cursor = useRef(-1)
  useKeptInSight(cursor, { scroller, rows, rowHeight })

  // The keys may be ahead of what has been fetched.
  const awaited = useRef(-1)
  useEffect(() => {
    const row = awaited.current < 0 ? undefined : rowOf(awaited.current)
    if (row === undefined) return
    awaited.current = -1
    onSelect(row)
  })

  function moveTo(index: number): void {
    const row = rowOf(index)
    cursor.current = index
    rows.scrollToIndex(index)
    if (row === undefined) awaited.current = index
    else onSelect(row)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: cursor.current + 1,
      ArrowUp: cursor.current - 1,
      PageDown: cursor.current + page,
      PageUp: cursor.current - page,
      Home: 0,
      End: count - 1,
    }
    const turn = turns[event.key]
    const row = turn && rowOf(cursor.current)
    if (turn && row !== undefined && onTurn) {
      event.preventDefault()
      onTurn(row, cursor.current, turn)
      return
    }
    const target = targets[event.key]
    if (target === undefined || count === 0) return
    event.preventDefault()
    moveTo(Math.min(Math.max(target, 0), count - 1))
  }

  return { cursor, onKeyDown }
}

/** What opens below the grid must not lie over the row that opened it. */
function useKeptInSight(cursor: RefObject<number>, { scroller, rows, rowHeight }: GridBox): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let beforePx = element.clientHeight
    const observer = new ResizeObserver(() => {
      const { scrollTop, clientHeight: afterPx } = element
      if (mayHide({ cursor: cursor.current, rowHeight, scrollTop, beforePx, afterPx }))
        rows.scrollToIndex(cursor.current, { align: 'auto' })
      beforePx = afterPx
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [cursor, scroller, rows, rowHeight])
}
