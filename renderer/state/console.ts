// What this window shows of the wire: the filter, whether the list stands still, and from where on it begins. Never what
// is recorded.

import { create } from 'zustand'

export type ConsoleTab = 'wire' | 'webhooks' | 'findings' | 'checks'

interface ConsoleState {
  readonly tab: ConsoleTab
  readonly filter: string
  readonly paused: boolean
  /** Exchanges up to this entry are cleared away. */
  readonly after: number
  /** The other side of a comparison. */
  readonly compareWith: string | undefined
  setTab(tab: ConsoleTab): void
  setFilter(filter: string): void
  setPaused(paused: boolean): void
  clear(after: number): void
  setCompareWith(exchangeId: string | undefined): void
}

export const useConsole = create<ConsoleState>((set) => ({
  tab: 'wire',
  filter: '',
  paused: false,
  after: 0,
  compareWith: undefined,
  setTab: (tab) => set({ tab }),
  setFilter: (filter) => set({ filter }),
  setPaused: (paused) => set({ paused }),
  clear: (after) => set({ after }),
  setCompareWith: (compareWith) => set({ compareWith }),
}))
