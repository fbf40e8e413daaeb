import type { ReactNode } from 'react'
import type { MenuItem } from './menu.tsx'

export interface GridColumn {
  readonly id: string
  readonly name: string
  /** Shown in the head instead of the name. */
  readonly head?: ReactNode
  /** A CSS grid track. */
  readonly width: string
  /** The content is never wider, which spares the browser a clip for each cell. */
  readonly fits?: boolean
}

export interface FittingColumn<Row> extends Omit<GridColumn, 'id'> {
  /** The width of the grid from which the column is shown. */
  readonly fromPx?: number
  /** The main column: always shown, and as wide as the others allow. */
  readonly isMain?: boolean
  /** A click on its head sorts by it. */
  readonly isSortable?: boolean
  cell(row: Row, index: number): ReactNode
}

/** `column`: by name. */
export interface GridSort {
  readonly column: string
  readonly descending: boolean
}

interface Nest {
  /** From 1. */
  readonly level: number
  /** Absent for a row without children. */
  readonly open?: boolean | undefined
}

export interface VirtualGridProps<Row> {
  readonly name: string
  /** The name under which the scroll position is stored. */
  readonly place?: string | undefined
  readonly columns: readonly GridColumn[]
  /** Replaces the plain head. */
  head?(tracks: string): ReactNode
  readonly rowHeight: number
  readonly count: number
  readonly followsTail?: boolean
  rowOf(index: number): Row | undefined
  /** A new function draws every row on screen again; the same one draws only changed rows. */
  cellsOf(row: Row, index: number): readonly ReactNode[]
  /** The cost of a row in DOM elements, where cells contain arbitrary text: such rows are queued. */
  costOf?(row: Row): number
  /** Makes the grid a tree. It must be stable while its results are. */
  readonly nestOf?: ((row: Row) => Nest) | undefined
  isSelected(row: Row): boolean
  onSelect(row: Row): void
  /** Called for another row beside the selected one: Ctrl or ⌘ and a click, or Shift and an arrow key. */
  onPair?(row: Row): void
  /** Called on a right click, or on the menu key for the current row. */
  onContext?(row: Row, at: { readonly x: number; readonly y: number }): void
  /** The menu of a row, which is then selected. */
  readonly menu?: { readonly label: string; items(row: Row): readonly MenuItem[] }
  /** For rows with children: Enter and Space toggle them, the arrow keys right and left open and close them. */
  onTurn?(row: Row, index: number, turnTo: 'other' | 'open' | 'closed'): void
  /** Called with the drawn rows, so that they can be fetched. */
  onRange?(from: number, to: number): void
  /** Where to scroll to; a new object scrolls there again. */
  readonly reveal?: { readonly index: number } | undefined
}
