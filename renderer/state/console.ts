// What this window shows of the wire: the filter, whether the list stands still, and from where on it begins. Never what
// is recorded.

import { create } from 'zustand'
import { maxOpenRequests } from '#shared/contract/constants.ts'
import type { ConsoleTab } from '#shared/contract/preferences.ts'
import type { ExchangeOrder, Ordering } from '#shared/record/exchange-order.ts'
import { useMode } from './mode.ts'
import { createTypingRest } from './typing-rest.ts'

export type RequestPair = readonly [first: string, second: string]

interface ConsoleState {
  readonly tab: ConsoleTab
  readonly filter: string
  /** What stands in the filter's box: it becomes the filter once typing rests. */
  readonly typed: string
  readonly paused: boolean
  /** How many there were when it was paused; the list may be left and shown again meanwhile. */
  readonly pausedTotal: number | undefined
  /** Exchanges up to this entry are cleared away. */
  readonly after: number
  /** Undefined: by time, the newest last. */
  readonly order: ExchangeOrder | undefined
  /** Requests below which their webhook calls are listed, those opened last. */
  readonly openRequests: readonly string[]
  /** The other side of a comparison. */
  readonly compareWith: string | undefined
  /** Two requests that are selected together, until one of them is compared. */
  readonly pair: RequestPair | undefined
  setTab(tab: ConsoleTab): void
  typeFilter(typed: string): void
  setFilter(filter: string): void
  setPaused(paused: boolean, total?: number): void
  clear(after: number): void
  /** By something else, then the other way round, then by time again. */
  sortBy(by: Ordering): void
  turnRequest(exchangeId: string, isOpen: boolean): void
  setCompareWith(exchangeId: string | undefined): void
}

/** Opened in one of its views. */
export function showConsole(tab: ConsoleTab): void {
  useConsole.getState().setTab(tab)
  useMode.getState().show('console')
}

export const useConsole = create<ConsoleState>((set, get) => {
  const rest = createTypingRest()
  return {
    tab: 'wire',
    filter: '',
    typed: '',
    paused: false,
    pausedTotal: undefined,
    after: 0,
    order: undefined,
    openRequests: [],
    compareWith: undefined,
    pair: undefined,
    setTab: (tab) => set({ tab }),
    typeFilter(typed) {
      set({ typed })
      rest.next(() => get().setFilter(typed))
    },
    setFilter(filter) {
      rest.drop()
      set({ filter, typed: filter, pausedTotal: undefined })
    },
    setPaused: (paused, total) => set({ paused, pausedTotal: paused ? total : undefined }),
    clear: (after) => set({ after, pausedTotal: undefined }),
    sortBy: (by) =>
      set(({ order }) => {
        if (by === 'time') return { order: order === undefined ? { by, descending: true } : undefined }
        if (order?.by !== by) return { order: { by, descending: false } }
        return { order: order.descending ? undefined : { by, descending: true } }
      }),
    turnRequest: (exchangeId, isOpen) =>
      set(({ openRequests }) => {
        const others = openRequests.filter((each) => each !== exchangeId)
        const next = isOpen ? [...others, exchangeId].slice(-maxOpenRequests) : others
        return { openRequests: next, pausedTotal: undefined }
      }),
    setCompareWith: (compareWith) => set({ compareWith, pair: undefined }),
  }
})
