// Presenter mode: whether it is on, and its prepared prompts. It changes nothing else of the window, so leaving it restores
// everything.

import { create } from 'zustand'

interface PresentingState {
  readonly on: boolean
  /** The user's prompts; where empty, those of the agent card. */
  readonly prompts: readonly string[]
  set(on: boolean): void
  prepare(prompts: readonly string[]): void
}

export const usePresenting = create<PresentingState>((set) => ({
  on: false,
  prompts: [],
  set: (on) => set({ on }),
  prepare: (prompts) => set({ prompts }),
}))
