// The names over the columns of a virtual grid.

// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be windowed
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and the keys

import type { GridColumn } from './virtual-grid-props.ts'

/** Stays at the top, over the rows that are scrolled beneath it. */
export const headPx = 25

export function GridHead({
  columns,
  tracks,
}: {
  readonly columns: readonly GridColumn[]
  readonly tracks: string
}) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="grid-head"
      style={{ gridTemplateColumns: tracks, height: headPx }}
    >
      {columns.map((column) => (
        <span key={column.id} role="columnheader" className="truncate">
          {column.head ?? <ColumnName column={column} />}
        </span>
      ))}
    </div>
  )
}

function ColumnName({ column: { name, width } }: { readonly column: GridColumn }) {
  return width === '16px' ? <span className="visually-hidden">{name}</span> : name
}
