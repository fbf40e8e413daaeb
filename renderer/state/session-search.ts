// What is looked for in all sessions. It stays while its hits are opened one after another, each in a tab with panes of its own.

import { create } from 'zustand'

interface SessionSearchState {
  readonly query: string
  setQuery(query: string): void
}

export const useSessionSearch = create<SessionSearchState>((set) => ({
  query: '',
  setQuery: (query) => set({ query }),
}))
