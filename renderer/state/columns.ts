import { create } from 'zustand'
import { maxColumnChoices } from '#shared/contract/constants.ts'
import type { ColumnChoice } from '#shared/contract/preferences.ts'

// The user's choices of hidden columns and column widths by grid. Stored by preferences.ts.

interface ColumnState {
  readonly choices: readonly ColumnChoice[]
  show(grid: string, column: string, isShown: boolean): void
  /** Undefined: the default width. */
  resize(grid: string, widthsPx: ReadonlyMap<string, number | undefined>): void
  reset(grid: string): void
}

export const useColumns = create<ColumnState>((set) => ({
  choices: [],
  show: (grid, column, isShown) =>
    set(({ choices }) => ({
      choices: changed(choices, grid, column, ({ hidden: _, ...rest }) =>
        isShown ? rest : { ...rest, hidden: true },
      ),
    })),
  resize: (grid, widthsPx) =>
    set(({ choices }) => {
      let next = choices
      for (const [column, widthPx] of widthsPx)
        next = changed(next, grid, column, ({ widthPx: _, ...rest }) =>
          widthPx === undefined ? rest : { ...rest, widthPx: Math.round(widthPx) },
        )
      return { choices: next }
    }),
  reset: (grid) => set(({ choices }) => ({ choices: choices.filter((each) => each.grid !== grid) })),
}))

function changed(
  choices: readonly ColumnChoice[],
  grid: string,
  column: string,
  change: (choice: ColumnChoice) => ColumnChoice,
): readonly ColumnChoice[] {
  const isIt = (each: ColumnChoice) => each.grid === grid && each.column === column
  const next = change(choices.find(isIt) ?? { grid, column })
  const others = choices.filter((each) => !isIt(each))
  const isPlain = next.hidden === undefined && next.widthPx === undefined
  return isPlain ? others : [...others, next].slice(-maxColumnChoices)
}
