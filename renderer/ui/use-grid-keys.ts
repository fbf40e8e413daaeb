// Moves, opens and selects the current row of a grid by keyboard, and keeps it in sight.

import type { Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import type { Point } from './menu.tsx'
import { mayHide } from './reveal.ts'
import type { VirtualGridProps } from './virtual-grid-props.ts'

interface GridBox {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>
  readonly rowHeight: number
}

// From the left end of a row to the menu opened by key.
const menuIndentPx = 24

const turns: Readonly<Record<string, 'other' | 'open' | 'closed'>> = {
  Enter: 'other',
  ' ': 'other',
  ArrowRight: 'open',
  ArrowLeft: 'closed',
}

export function useGridKeys<Row>(
  { count, rowOf, onPair, onContext, onTurn }: VirtualGridProps<Row>,
  pick: (row: Row, isPaired: boolean) => void,
  { scroller, rows, rowHeight }: GridBox,
) {
  const cursor = useRef(-1)
  useKeptInSight(cursor, { scroller, rows, rowHeight })

  // The current row may not be fetched yet.
  const awaited = useRef<{ readonly index: number; readonly isPaired: boolean }>(undefined)
  useEffect(() => {
    const row = awaited.current && rowOf(awaited.current.index)
    if (awaited.current === undefined || row === undefined) return
    pick(row, awaited.current.isPaired)
    awaited.current = undefined
  })

  function moveTo(index: number, isPaired: boolean): void {
    const row = rowOf(index)
    // At the end of the list, the row must not be removed from the pair.
    if (isPaired && index === cursor.current) return
    cursor.current = index
    rows.scrollToIndex(index)
    awaited.current = row === undefined ? { index, isPaired } : undefined
    if (row !== undefined) pick(row, isPaired)
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
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const atCursor = `[aria-selected="true"][aria-rowindex="${cursor.current + 2}"]`
      const box = scroller.current?.querySelector(atCursor)?.getBoundingClientRect()
      if (box) openMenu(event, cursor.current, { x: box.left + menuIndentPx, y: box.bottom })
      return
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
    moveTo(Math.min(Math.max(target, 0), count - 1), event.shiftKey && onPair !== undefined)
  }

  function openMenu(event: KeyboardEvent | MouseEvent, index: number, at: Point): void {
    const row = rowOf(index)
    if (!onContext || row === undefined) return
    event.preventDefault()
    cursor.current = index
    onContext(row, at)
  }

  function onContextMenu(event: MouseEvent): void {
    const pointed = event.target instanceof Element ? event.target.closest('[role="row"]') : null
    if (pointed !== null)
      openMenu(event, Number(pointed.ariaRowIndex) - 2, { x: event.clientX, y: event.clientY })
  }

  return { cursor, onKeyDown, onContextMenu }
}

/** Keeps the current row in sight when a detail opens below the grid. */
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
