// The search in all sessions. It is kept while its hits are opened, each in a tab of its own.

import { create } from 'zustand'
import { createDebounce } from './debounce.ts'

interface SessionSearchState {
  readonly typed: string
  /** The text searched for: `typed`, once typing pauses. */
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
