// Which span is looked at, which are folded away, and where one is to be shown that was chosen elsewhere.

import { create } from 'zustand'

interface Asked {
  readonly exchangeId: string
  readonly key: string
}

interface SpansState {
  /** The key of its row. */
  readonly selected: string | undefined
  /** Keys of rows whose inside is not shown. */
  readonly folded: readonly string[]
  /** Until it is shown. */
  readonly asked: Asked | undefined
  select(key: string | undefined): void
  fold(row: { readonly key: string }, folded: boolean): void
  ask(asked: Asked): void
}

// Spans that stay folded, whatever is looked at meanwhile; of more the latest, and the others are open again.
const maxKeptFolds = 1_000

export const useSpans = create<SpansState>((set) => ({
  selected: undefined,
  folded: [],
  asked: undefined,
  select: (selected) => set({ selected }),
  fold: ({ key }, folded) =>
    set((state) => {
      const others = state.folded.filter((each) => each !== key)
      return { folded: folded ? [...others, key].slice(-maxKeptFolds) : others }
    }),
  // What it is in is shown, too.
  ask: (asked) => set({ asked, selected: asked.key, folded: [] }),
}))
