import { Columns3 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useColumns } from '../state/columns.ts'
import { chosenColumns } from './columns/chosen-columns.ts'
import { ColumnsHead } from './columns/columns-head.tsx'
import { useWidth } from './hooks.ts'
import { Menu, type MenuItem, PointedMenu } from './menu.tsx'
import { VirtualGrid } from './virtual-grid.tsx'
import type { FittingColumn, GridSort, VirtualGridProps } from './virtual-grid-props.ts'

export type { FittingColumn }

interface ColumnGridProps<Row> extends Omit<VirtualGridProps<Row>, 'columns' | 'cellsOf' | 'head'> {
  /** A new array draws every row on screen again, which cells that depend on more than their row need. */
  readonly columns: readonly FittingColumn<Row>[]
  /** Columns can be hidden and resized; the choices are stored under the grid's name. */
  readonly isAdjustable?: boolean
  /** The current order of a sortable grid. */
  readonly sort?: GridSort
  /** Called with another column, or with the same one to reverse the order. */
  onSort?(column: string): void
}

/** A windowed grid that shows as many of its columns as fit. */
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
    <div ref={ref} className="anchor fills full-height">
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

// The menu of a grid's columns: opened by a button at the end of its head, or by a right click on the head.

interface ColumnsMenuProps {
  readonly grid: string
  readonly columns: readonly Pick<FittingColumn<never>, 'name' | 'isMain'>[]
  readonly shown: ReadonlySet<string>
  /** Where the head was clicked. */
  readonly at: { readonly x: number; readonly y: number } | undefined
  onClose(): void
}

function ColumnsMenu({ grid, columns, shown, at, onClose }: ColumnsMenuProps) {
  function items(): readonly MenuItem[] {
    const { choices, show, reset } = useColumns.getState()
    const hidden = new Set(choices.flatMap((each) => (each.grid === grid && each.hidden ? each.column : [])))
    return [
      ...columns.map(({ name, isMain = false }) => {
        const checked = isMain || !hidden.has(name)
        return {
          label: name,
          run: () => show(grid, name, !checked),
          disabled: isMain,
          checked,
          isOneOfSeveral: true,
          ...(checked && !shown.has(name) && { hint: 'no room' }),
        }
      }),
      { label: 'Reset columns', run: () => reset(grid) },
    ]
  }
  return (
    <span className="columns-button">
      <Menu label="Columns" button={<Columns3 size={13} />} items={items} />
      {at && <PointedMenu label="Columns" items={items} {...at} onClose={onClose} />}
    </span>
  )
}
