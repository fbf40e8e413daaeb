// A row of a virtual grid.

// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be windowed
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and the keys

import { memo, type ReactNode, type RefObject, useMemo } from 'react'
import { useTurn } from './drawing/use-turn.ts'
import type { VirtualGridProps } from './virtual-grid-props.ts'

interface DrawnRowProps<Row>
  extends Pick<VirtualGridProps<Row>, 'cellsOf' | 'columns' | 'costOf' | 'nestOf'> {
  readonly row: Row
  readonly index: number
  readonly topPx: number
  readonly heightPx: number
  readonly tracks: string
  readonly selected: boolean
  readonly cursor: RefObject<number>
  onSelect(row: Row, isPaired: boolean): void
}

/** Left alone while the list is scrolled, and while other rows come or change. */
export const DrawnRow = memo(function DrawnRow<Row>(props: DrawnRowProps<Row>) {
  const {
    row,
    index,
    topPx,
    heightPx,
    tracks,
    columns,
    selected,
    cursor,
    cellsOf,
    costOf,
    nestOf,
    onSelect,
  } = props
  const cost = useMemo(() => costOf?.(row) ?? 0, [costOf, row])
  const isDrawn = useTurn(cost)
  const nest = nestOf?.(row)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-level={nest?.level}
      aria-expanded={nest?.open}
      className="grid-row"
      style={{ gridTemplateColumns: tracks, height: heightPx, top: topPx }}
      onClick={(event) => {
        cursor.current = index
        onSelect(row, event.ctrlKey || event.metaKey)
      }}
    >
      {(isDrawn ? cellsOf(row, index) : []).map((cell, column) => (
        <span
          key={columns[column]?.id}
          role="gridcell"
          className={columns[column]?.fits ? 'grid-cell' : 'grid-cell truncate'}
        >
          {cell}
        </span>
      ))}
    </div>
  )
}) as <Row>(props: DrawnRowProps<Row>) => ReactNode
