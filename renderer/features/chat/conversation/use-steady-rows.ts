// What is read stays where it is while rows above it come to be known, with another height than they were taken to have.

import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react'

type Rows = Virtualizer<HTMLDivElement, Element>

interface Held {
  readonly key: string
  readonly index: number
  readonly start: number
}

// Rows a row is looked for at another place; past it the reader's place may jump.
const maxMovedRows = 400

/** `drawn` is another object whenever rows have changed. */
export function useSteadyRows(
  box: RefObject<HTMLElement | null>,
  rows: Rows,
  drawn: object,
  isReading: boolean,
): void {
  const held = useRef<Held>(undefined)
  const before = useRef(drawn)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const start = before.current !== drawn && isReading ? startOf(rows, held.current) : undefined
    before.current = drawn
    if (start !== undefined && held.current && start !== held.current.start) {
      element.scrollTop += start - held.current.start
      // The rows that are drawn are those of the new place, in the same frame.
      rows.scrollOffset = element.scrollTop
      redraw()
    }
    held.current = firstIn(rows, element.scrollTop)
  })
}

function startOf(rows: Rows, held: Held | undefined): number | undefined {
  if (!held) return undefined
  const { getItemKey } = rows.options
  for (let moved = 0; moved < maxMovedRows; moved++) {
    for (const index of [held.index + moved, held.index - moved]) {
      const isThere = index >= 0 && index < rows.options.count && getItemKey(index) === held.key
      if (isThere) return rows.measurementsCache[index]?.start
    }
  }
  return undefined
}

/** The first row in sight that is known. */
function firstIn(rows: Rows, offset: number): Held | undefined {
  for (const { key, index, start, end } of rows.getVirtualItems())
    if (end > offset && typeof key === 'string') return { key, index, start }
  return undefined
}
