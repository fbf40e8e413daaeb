// Applies the user's choices to a grid's columns: which are hidden, and how wide the others are.

import type { ColumnChoice } from '#shared/contract/preferences.ts'
import type { FittingColumn } from '../virtual-grid-props.ts'

/** The narrowest width: a few letters. */
export const leastColumnPx = 40
const gapPx = 10

/** `widthPx`: of the grid. */
export function chosenColumns<Row>(
  columns: readonly FittingColumn<Row>[],
  choices: readonly ColumnChoice[],
  widthPx: number,
): readonly FittingColumn<Row>[] {
  const choiceOf = ({ name }: FittingColumn<Row>) => choices.find(({ column }) => column === name)
  const isHidden = (column: FittingColumn<Row>) => !column.isMain && choiceOf(column)?.hidden === true
  // Hidden columns leave their room to others.
  const freePx = columns.filter(isHidden).reduce((sum, { width }) => sum + leastOf(width) + gapPx, 0)
  return columns
    .filter((column) => !isHidden(column) && widthPx + freePx >= (column.fromPx ?? 0))
    .map((column) => {
      const chosenPx = column.isMain ? undefined : choiceOf(column)?.widthPx
      if (chosenPx === undefined) return column
      // A column shrinks in a window narrower than the one in which it was resized.
      return { ...column, width: `minmax(${leastColumnPx}px, ${chosenPx}px)`, fits: false }
    })
}

function leastOf(track: string): number {
  return Number(/\d+/.exec(track)?.[0] ?? 0)
}
