import { type ReactNode, useState } from 'react'
import { PointedMenu } from './menu.tsx'
import type { Point } from './use-context-menu.ts'
import type { VirtualGridProps } from './virtual-grid-props.ts'

interface GridMenu<Row> {
  /** Of a grid that opens the menu of a row. */
  readonly pointable: VirtualGridProps<Row>
  /** The menu of the row that was pointed at. */
  readonly pointedMenu: ReactNode
}

export function useGridMenu<Row>(props: VirtualGridProps<Row>): GridMenu<Row> {
  const { menu, onSelect } = props
  const [pointed, setPointed] = useState<Point & { readonly row: Row }>()
  if (!menu) return { pointable: props, pointedMenu: null }
  const onContext = (row: Row, at: Point) => {
    onSelect(row)
    setPointed({ row, ...at })
  }
  return {
    pointable: { ...props, onContext },
    pointedMenu: pointed && (
      <PointedMenu
        label={menu.label}
        items={() => menu.items(pointed.row)}
        x={pointed.x}
        y={pointed.y}
        onClose={() => setPointed(undefined)}
      />
    ),
  }
}
