import { create } from 'zustand'

interface KeySheetState {
  /** What is looked for in the open sheet. */
  readonly query: string | undefined
  show(query: string): void
  close(): void
}

export const useKeySheet = create<KeySheetState>((set) => ({
  query: undefined,
  show: (query) => set({ query }),
  close: () => set({ query: undefined }),
}))
