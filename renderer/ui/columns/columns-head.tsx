// The head of a grid with adjustable columns. Tab reaches the column that the arrow keys moved to, and its edge.

// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be windowed
// biome-ignore-all lint/a11y/noStaticElementInteractions: a right click opens what the button beside it does

import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { useColumns } from '../../state/columns.ts'
import { useWidth } from '../hooks.ts'
import { headPx } from '../reveal.ts'
import type { FittingColumn, GridSort } from '../virtual-grid-props.ts'
import { leastColumnPx } from './chosen-columns.ts'
import '../virtual-grid.css'

// Of a column; longer text is read where the row leads.
const maxColumnPx = 1_200
const stepPx = 10

interface ColumnsHeadProps {
  readonly grid: string
  readonly columns: readonly FittingColumn<never>[]
  readonly tracks: string
  readonly sort: GridSort | undefined
  readonly onSort: ((column: string) => void) | undefined
  onMenu(at: { readonly x: number; readonly y: number }): void
}

export function ColumnsHead({ grid, columns, tracks, sort, onSort, onMenu }: ColumnsHeadProps) {
  const row = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const main = columns.findIndex(({ isMain }) => isMain)
  const cellAt = (index: number) => row.current?.children[index] as HTMLElement | undefined

  function resize(index: number, widthPx: number | undefined): void {
    const widths = new Map<string, number | undefined>()
    // From now on only the main column absorbs changes, so that an edge stays under the pointer.
    for (const [at, { name, width, isMain }] of columns.entries())
      if (widthPx !== undefined && !isMain && width.includes('fr')) widths.set(name, cellAt(at)?.clientWidth)
    widths.set(columns[index]?.name ?? '', widthPx)
    useColumns.getState().resize(grid, widths)
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const { left, bottom } = event.currentTarget.getBoundingClientRect()
      openMenu(event, { x: left, y: bottom })
    } else if (step !== 0) {
      event.preventDefault()
      event.stopPropagation()
      cellAt(Math.min(Math.max(current + step, 0), columns.length - 1))?.focus()
    }
  }
  function openMenu(event: KeyboardEvent | MouseEvent, at: { readonly x: number; readonly y: number }): void {
    event.preventDefault()
    event.stopPropagation()
    onMenu(at)
  }

  return (
    <div
      ref={row}
      role="row"
      tabIndex={-1}
      aria-rowindex={1}
      className="grid-head"
      style={{ gridTemplateColumns: tracks, height: headPx }}
      onContextMenu={(event) => openMenu(event, { x: event.clientX, y: event.clientY })}
    >
      {columns.map((column, index) => (
        <HeadCell
          key={column.name}
          column={column}
          sort={sort?.column === column.name ? sort : undefined}
          onSort={column.isSortable && onSort ? () => onSort(column.name) : undefined}
          side={index < main ? 'end' : 'start'}
          isCurrent={index === Math.min(current, columns.length - 1)}
          sparePx={() => (cellAt(main)?.clientWidth ?? 0) - leastMainPx}
          onFocus={() => setCurrent(index)}
          onKeyDown={onKeyDown}
          onResize={(widthPx) => resize(index, widthPx)}
        />
      ))}
    </div>
  )
}

const leastMainPx = 120

interface HeadCellProps {
  readonly column: FittingColumn<never>
  readonly sort: GridSort | undefined
  readonly onSort: (() => void) | undefined
  /** The side of its edge: towards the main column, which absorbs the change. */
  readonly side: 'start' | 'end'
  readonly isCurrent: boolean
  sparePx(): number
  onFocus(): void
  onKeyDown(event: KeyboardEvent): void
  onResize(widthPx: number | undefined): void
}

function HeadCell(props: HeadCellProps) {
  const { column, sort, onSort, side, isCurrent, sparePx, onFocus, onKeyDown, onResize } = props
  const { ref, widthPx } = useWidth<HTMLSpanElement>()
  const { name, head = name, width, isMain } = column
  const SortArrow = sort?.descending ? ArrowDown : ArrowUp
  const isMark = width === '16px'
  const tabIndex = isCurrent ? 0 : -1
  return (
    <span
      ref={ref}
      role="columnheader"
      aria-label={name}
      aria-sort={onSort && (sort ? (sort.descending ? 'descending' : 'ascending') : 'none')}
      tabIndex={tabIndex}
      className={onSort ? 'column-head sortable' : 'column-head'}
      onFocus={onFocus}
      onClick={onSort}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return onKeyDown(event)
        event.preventDefault()
        event.stopPropagation()
        onSort?.()
      }}
    >
      <span className={isMark ? 'visually-hidden' : 'truncate'}>
        {head}
        {sort && <SortArrow className="sort-arrow" size={11} />}
      </span>
      {!isMark && !isMain && (
        <ColumnEdge
          name={name}
          side={side}
          tabIndex={tabIndex}
          widthPx={widthPx}
          measurePx={() => ref.current?.clientWidth ?? 0}
          sparePx={sparePx}
          onResize={onResize}
        />
      )}
    </span>
  )
}

interface ColumnEdgeProps {
  readonly name: string
  readonly side: 'start' | 'end'
  readonly tabIndex: number
  /** The width at the last layout. */
  readonly widthPx: number
  /** The width now. */
  measurePx(): number
  /** By how much it can grow. */
  sparePx(): number
  /** Undefined: the default width. */
  onResize(widthPx: number | undefined): void
}

/** The edge of a column: dragged, moved by arrow keys, and reset by a double click or Enter. */
function ColumnEdge(props: ColumnEdgeProps) {
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
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={widthPx}
      aria-valuemin={leastColumnPx}
      aria-valuemax={maxColumnPx}
      tabIndex={tabIndex}
      className={`column-edge ${side}`}
      // A click elsewhere in the head sorts.
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
