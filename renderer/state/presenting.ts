// Presenter mode: on or off, and what is prepared to be said in it. Nothing else of the window changes with it, so leaving it
// puts everything back.

import { create } from 'zustand'

interface PresentingState {
  readonly on: boolean
  /** The user's own; empty: what the agent's card suggests. */
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
