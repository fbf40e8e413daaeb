// A row of a virtual grid.

// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be windowed
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and the keys

import { memo, type ReactNode, type RefObject, useMemo } from 'react'
import { useTurn } from './drawing/use-turn.ts'

export interface GridColumn {
  readonly id: string
  readonly name: string
  /** A CSS grid track. */
  readonly width: string
  /** What stands in it is never wider: nothing is cut off, which spares the browser a clip for each cell. */
  readonly fits?: boolean
}

export interface VirtualGridProps<Row> {
  readonly name: string
  readonly columns: readonly GridColumn[]
  readonly rowHeight: number
  readonly count: number
  readonly followsTail?: boolean
  rowOf(index: number): Row | undefined
  /** A new function draws every row on screen again, the same one only those that have changed. */
  cellsOf(row: Row, index: number): readonly ReactNode[]
  /** What a row takes to be drawn, in elements of a page, where its cells may be any texts: such rows are drawn in turn. */
  costOf?(row: Row): number
  isSelected(row: Row): boolean
  onSelect(row: Row): void
  /** A row that has something inside: Enter and the space bar turn it, the right and the left arrow open and close it. */
  onTurn?(row: Row, index: number, wanted: 'other' | 'open' | 'closed'): void
  /** Rows that are drawn, so that they can be fetched; `rowOf` may not know them yet. */
  onRange?(from: number, to: number): void
  /** Where to scroll to; a new object goes there again. */
  readonly reveal?: { readonly index: number } | undefined
}

interface DrawnRowProps<Row>
  extends Pick<VirtualGridProps<Row>, 'cellsOf' | 'columns' | 'costOf' | 'onSelect'> {
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
  const { row, index, topPx, heightPx, tracks, columns, selected, cursor, cellsOf, costOf, onSelect } = props
  const cost = useMemo(() => costOf?.(row) ?? 0, [costOf, row])
  const isDrawn = useTurn(cost)
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
