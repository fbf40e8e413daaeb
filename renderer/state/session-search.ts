// What is looked for in all sessions. It stays while its hits are opened one after another, each in a tab with panes of its own.

import { create } from 'zustand'
import { createDebounce } from './debounce.ts'

interface SessionSearchState {
  readonly typed: string
  /** What is requested: what was typed, once typing rests. */
  readonly query: string
  type(typed: string): void
  clear(): void
}

export const useSessionSearch = create<SessionSearchState>((set, get) => {
  const debounce = createDebounce()
  return {
    typed: '',
    query: '',
    type(typed) {
      const query = typed.trim()
      set({ typed })
      if (query !== '') return debounce.next(() => set({ query }))
      debounce.drop()
      set({ query })
    },
    clear: () => get().type(''),
  }
})
