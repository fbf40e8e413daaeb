import { useCallback, useMemo, useState } from 'react'
import { useColumns } from '../state/columns.ts'
import { chosenColumns } from './columns/chosen-columns.ts'
import { ColumnsHead } from './columns/columns-head.tsx'
import { ColumnsMenu } from './columns/columns-menu.tsx'
import { useWidth } from './hooks.ts'
import { VirtualGrid } from './virtual-grid.tsx'
import type { FittingColumn, GridSort, VirtualGridProps } from './virtual-grid-props.ts'

export type { FittingColumn }

interface ColumnGridProps<Row> extends Omit<VirtualGridProps<Row>, 'columns' | 'cellsOf' | 'head'> {
  /** A new array draws every row on screen again; cells that tell of more than their row need one. */
  readonly columns: readonly FittingColumn<Row>[]
  /** Columns can be hidden and made as wide as one likes; that is kept under the name of the grid. */
  readonly isAdjustable?: boolean
  /** What it is sorted by, of a grid whose columns can be changed. */
  readonly sort?: GridSort
  /** Another column, or the same one turned round. */
  onSort?(column: string): void
}

/** A windowed grid that shows as many of its columns as there is room for. */
export function ColumnGrid<Row>(props: ColumnGridProps<Row>) {
  const { columns, isAdjustable = false, sort, onSort, ...rest } = props
  const { name: grid } = rest
  const { ref, widthPx } = useWidth<HTMLDivElement>()
  const choices = useColumns((state) => state.choices)
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number }>()
  const shown = useMemo(() => {
    const chosen = isAdjustable ? choices.filter((choice) => choice.grid === grid) : []
    return chosenColumns(columns, chosen, widthPx).map((column) => ({ ...column, id: column.name }))
  }, [columns, choices, isAdjustable, grid, widthPx])
  const cellsOf = useCallback(
    (row: Row, index: number) => shown.map((column) => column.cell(row, index)),
    [shown],
  )
  const head = (tracks: string) => (
    <ColumnsHead {...{ grid, tracks, sort, onSort }} columns={shown} onMenu={setMenuAt} />
  )
  return (
    <div ref={ref} className="column-grid">
      <VirtualGrid {...rest} {...(isAdjustable && { head })} columns={shown} cellsOf={cellsOf} />
      {isAdjustable && (
        <ColumnsMenu
          grid={grid}
          columns={columns}
          shown={new Set(shown.map(({ name }) => name))}
          at={menuAt}
          onClose={() => setMenuAt(undefined)}
        />
      )}
    </div>
  )
}
