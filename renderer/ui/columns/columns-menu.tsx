// The menu of a grid's columns: opened by a button at the end of its head, or by a right click on the head.

import { Columns3 } from 'lucide-react'
import { useColumns } from '../../state/columns.ts'
import { Menu, type MenuItem, PointedMenu } from '../menu.tsx'
import type { FittingColumn } from '../virtual-grid-props.ts'

interface ColumnsMenuProps {
  readonly grid: string
  readonly columns: readonly Pick<FittingColumn<never>, 'name' | 'isMain'>[]
  readonly shown: ReadonlySet<string>
  /** Where the head was clicked. */
  readonly at: { readonly x: number; readonly y: number } | undefined
  onClose(): void
}

export function ColumnsMenu({ grid, columns, shown, at, onClose }: ColumnsMenuProps) {
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
