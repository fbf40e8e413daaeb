// What is being written in the composer. Another pane may offer a prompt; the composer then takes the focus.

import { create } from 'zustand'

interface DraftState {
  readonly text: string
  /** Grows with each offer, so that the composer knows to take the focus. */
  readonly offers: number
  setText(text: string): void
  offer(text: string): void
}

export const useDraft = create<DraftState>((set) => ({
  text: '',
  offers: 0,
  setText: (text) => set({ text }),
  offer: (text) => set(({ offers }) => ({ text, offers: offers + 1 })),
}))
