// A link of an agent that the user has clicked: nothing is opened before they have seen where it goes.

import { create } from 'zustand'

interface AskedLinkState {
  readonly url: string | undefined
  ask(url: string): void
  close(): void
}

export const useAskedLink = create<AskedLinkState>((set) => ({
  url: undefined,
  ask: (url) => set({ url }),
  close: () => set({ url: undefined }),
}))
