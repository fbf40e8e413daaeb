import { type ReactNode, useCallback, useMemo } from 'react'
import { useWidth } from './use-width.ts'
import { VirtualGrid } from './virtual-grid.tsx'
import type { GridColumn, VirtualGridProps } from './virtual-grid-props.ts'

export interface FittingColumn<Row> extends Omit<GridColumn, 'id'> {
  /** The width of the grid at which there is room for the column; without one there always is. */
  readonly fromPx?: number
  cell(row: Row, index: number): ReactNode
}

interface ColumnGridProps<Row> extends Omit<VirtualGridProps<Row>, 'columns' | 'cellsOf'> {
  /** A new array draws every row on screen again; cells that tell of more than their row need one. */
  readonly columns: readonly FittingColumn<Row>[]
}

/** A windowed grid that shows as many of its columns as there is room for. */
export function ColumnGrid<Row>({ columns, ...rest }: ColumnGridProps<Row>) {
  const { ref, widthPx } = useWidth<HTMLDivElement>()
  const shown = useMemo(
    () =>
      columns.filter(({ fromPx = 0 }) => widthPx >= fromPx).map((column) => ({ ...column, id: column.name })),
    [columns, widthPx],
  )
  const cellsOf = useCallback(
    (row: Row, index: number) => shown.map((column) => column.cell(row, index)),
    [shown],
  )
  return (
    <div ref={ref} className="column-grid">
      <VirtualGrid {...rest} columns={shown} cellsOf={cellsOf} />
    </div>
  )
}
