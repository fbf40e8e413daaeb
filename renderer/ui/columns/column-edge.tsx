import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { leastColumnPx } from './chosen-columns.ts'

// Of a column; what is longer is read where the row leads to.
const maxColumnPx = 1_200
const stepPx = 10

interface ColumnEdgeProps {
  readonly name: string
  readonly side: 'start' | 'end'
  readonly tabIndex: number
  /** As wide as the column was when it was last laid out. */
  readonly widthPx: number
  /** As wide as it is now. */
  measurePx(): number
  /** How much wider it can become. */
  sparePx(): number
  /** Undefined: as it is by itself. */
  onResize(widthPx: number | undefined): void
}

/** The edge of a column: dragged, moved by arrow keys, and put back by a double click or Enter. */
export function ColumnEdge(props: ColumnEdgeProps) {
  const { name, side, tabIndex, widthPx, measurePx, sparePx, onResize } = props
  const drag = useRef<{ readonly x: number; readonly widthPx: number; readonly mostPx: number }>(undefined)
  const outwards = side === 'end' ? 1 : -1
  const most = () => Math.min(maxColumnPx, measurePx() + Math.max(0, sparePx()))

  function onPointerDown(event: PointerEvent): void {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, widthPx: measurePx(), mostPx: most() }
  }
  function onPointerMove(event: PointerEvent): void {
    const { current: start } = drag
    if (start === undefined || event.clientX === start.x) return
    const next = start.widthPx + outwards * (event.clientX - start.x)
    onResize(Math.min(Math.max(next, leastColumnPx), start.mostPx))
  }
  function onKeyDown(event: KeyboardEvent): void {
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: measurePx() + outwards * stepPx,
      ArrowLeft: measurePx() - outwards * stepPx,
      Home: leastColumnPx,
      End: maxColumnPx,
    }
    const target = targets[event.key]
    if (target === undefined && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    onResize(target === undefined ? undefined : Math.min(Math.max(target, leastColumnPx), most()))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule has no value that keys change
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={widthPx}
      aria-valuemin={leastColumnPx}
      aria-valuemax={maxColumnPx}
      tabIndex={tabIndex}
      className={`column-edge ${side}`}
      // Its column is sorted by a click elsewhere.
      onClick={(event) => event.stopPropagation()}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => {
        drag.current = undefined
      }}
      onDoubleClick={() => onResize(undefined)}
      onKeyDown={onKeyDown}
    />
  )
}
