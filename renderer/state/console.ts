// What this window shows of the wire: the filter, whether the list stands still, and from where on it begins. Never what
// is recorded.

import { create } from 'zustand'
import { createTypingRest } from './typing-rest.ts'

export type ConsoleTab = 'wire' | 'webhooks' | 'findings' | 'sequence' | 'checks'

interface ConsoleState {
  readonly tab: ConsoleTab
  readonly filter: string
  /** What stands in the filter's box: it becomes the filter once typing rests. */
  readonly typed: string
  readonly paused: boolean
  /** Exchanges up to this entry are cleared away. */
  readonly after: number
  /** The other side of a comparison. */
  readonly compareWith: string | undefined
  setTab(tab: ConsoleTab): void
  typeFilter(typed: string): void
  setFilter(filter: string): void
  setPaused(paused: boolean): void
  clear(after: number): void
  setCompareWith(exchangeId: string | undefined): void
}

export const useConsole = create<ConsoleState>((set, get) => {
  const rest = createTypingRest()
  return {
    tab: 'wire',
    filter: '',
    typed: '',
    paused: false,
    after: 0,
    compareWith: undefined,
    setTab: (tab) => set({ tab }),
    typeFilter(typed) {
      set({ typed })
      rest.next(() => get().setFilter(typed))
    },
    setFilter(filter) {
      rest.drop()
      set({ filter, typed: filter })
    },
    setPaused: (paused) => set({ paused }),
    clear: (after) => set({ after }),
    setCompareWith: (compareWith) => set({ compareWith }),
  }
})
