import type { ReactNode } from 'react'
import type { MenuItem } from './menu.tsx'

export interface GridColumn {
  readonly id: string
  readonly name: string
  /** What stands at its head instead of the name. */
  readonly head?: ReactNode
  /** A CSS grid track. */
  readonly width: string
  /** What stands in it is never wider: nothing is cut off, which spares the browser a clip for each cell. */
  readonly fits?: boolean
}

export interface FittingColumn<Row> extends Omit<GridColumn, 'id'> {
  /** The width of the grid at which there is room for the column; without one there always is. */
  readonly fromPx?: number
  /** What a row is about: it is always there, and takes what others leave. */
  readonly isMain?: boolean
  /** A click on its head sorts by it. */
  readonly isSortable?: boolean
  cell(row: Row, index: number): ReactNode
}

/** By the name of a column. */
export interface GridSort {
  readonly column: string
  readonly descending: boolean
}

/** Where a row stands in a tree. */
interface Nest {
  /** From 1. */
  readonly level: number
  /** Absent where nothing is inside. */
  readonly open?: boolean | undefined
}

export interface VirtualGridProps<Row> {
  readonly name: string
  /** Under this name, it stands where it stood when its window was there last. */
  readonly place?: string | undefined
  readonly columns: readonly GridColumn[]
  /** The row of names, in place of a plain one. */
  head?(tracks: string): ReactNode
  readonly rowHeight: number
  readonly count: number
  readonly followsTail?: boolean
  rowOf(index: number): Row | undefined
  /** A new function draws every row on screen again, the same one only those that have changed. */
  cellsOf(row: Row, index: number): readonly ReactNode[]
  /** What a row takes to be drawn, in elements of a page, where its cells may be any texts: such rows are drawn in turn. */
  costOf?(row: Row): number
  /** Rows that lie in each other: the grid is then a tree. The same function as long as it reports the same. */
  readonly nestOf?: ((row: Row) => Nest) | undefined
  isSelected(row: Row): boolean
  onSelect(row: Row): void
  /** Another row beside the selected one: by Ctrl or ⌘ and a click, or Shift and the keys that move. */
  onPair?(row: Row): void
  /** A right click on a row, or the key for it on the one that the keys are on. */
  onContext?(row: Row, at: { readonly x: number; readonly y: number }): void
  /** What that offers of a row, which is selected then, where nothing else shows it. */
  readonly menu?: { readonly label: string; items(row: Row): readonly MenuItem[] }
  /** A row that has something inside: Enter and the space bar turn it, the right and the left arrow open and close it. */
  onTurn?(row: Row, index: number, turnTo: 'other' | 'open' | 'closed'): void
  /** Rows that are drawn, so that they can be fetched; `rowOf` may not know them yet. */
  onRange?(from: number, to: number): void
  /** Where to scroll to; a new object goes there again. */
  readonly reveal?: { readonly index: number } | undefined
}
