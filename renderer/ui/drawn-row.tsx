// A row of a virtual grid.

// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be windowed
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and the keys

import { memo, type ReactNode, type RefObject } from 'react'
import type { VirtualGridProps } from './virtual-grid.tsx'

interface DrawnRowProps<Row> extends Pick<VirtualGridProps<Row>, 'cellsOf' | 'columns' | 'onSelect'> {
  readonly row: Row
  readonly index: number
  readonly topPx: number
  readonly heightPx: number
  readonly tracks: string
  readonly selected: boolean
  readonly cursor: RefObject<number>
}

/** Left alone while the list is scrolled, and while other rows come or change. */
export const DrawnRow = memo(function DrawnRow<Row>(props: DrawnRowProps<Row>) {
  const { row, index, topPx, heightPx, tracks, columns, selected, cursor, cellsOf, onSelect } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      className="grid-row"
      style={{ gridTemplateColumns: tracks, height: heightPx, top: topPx }}
      onClick={() => {
        cursor.current = index
        onSelect(row)
      }}
    >
      {cellsOf(row, index).map((cell, column) => (
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
