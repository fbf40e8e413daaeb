// Which spans are folded away.

import { create } from 'zustand'

interface SpansState {
  /** Keys of rows whose inside is not shown. */
  readonly folded: readonly string[]
  fold(row: { readonly key: string }, folded: boolean): void
}

// Spans that stay folded, whatever is looked at meanwhile; of more the latest, and the others are open again.
const maxKeptFolds = 1_000

export const useSpans = create<SpansState>((set) => ({
  folded: [],
  fold: ({ key }, folded) =>
    set((state) => {
      const others = state.folded.filter((each) => each !== key)
      return { folded: folded ? [...others, key].slice(-maxKeptFolds) : others }
    }),
}))
