// What this window shows of the wire: the filter, whether the list stands still, and from where on it begins. Never what
// is recorded.

import { create } from 'zustand'

export type ConsoleTab = 'wire' | 'webhooks' | 'findings' | 'checks'

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

const restMs = 160

export const useConsole = create<ConsoleState>((set, get) => {
  let rest: ReturnType<typeof setTimeout> | undefined
  return {
    tab: 'wire',
    filter: '',
    typed: '',
    paused: false,
    after: 0,
    compareWith: undefined,
    setTab: (tab) => set({ tab }),
    typeFilter(typed) {
      clearTimeout(rest)
      set({ typed })
      rest = setTimeout(() => get().setFilter(typed), restMs)
    },
    setFilter(filter) {
      clearTimeout(rest)
      set({ filter, typed: filter })
    },
    setPaused: (paused) => set({ paused }),
    clear: (after) => set({ after }),
    setCompareWith: (compareWith) => set({ compareWith }),
  }
})
