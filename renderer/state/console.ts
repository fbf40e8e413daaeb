// How the window shows the exchanges: the filter, whether the list is paused, and where it begins. None of it affects the
// record.

import { create } from 'zustand'
import type { Severity } from '#shared/a2a/finding.ts'
import { maxOpenRequests, maxOpenRows } from '#shared/contract/constants.ts'
import type { ConsoleTab } from '#shared/contract/preferences.ts'
import type { ExchangeOrder, Ordering } from '#shared/record/exchange-order.ts'
import { createDebounce } from './debounce.ts'
import { useMode } from './selection.ts'

// How the window shows the agents together: as a sequence or a map, which calls are folded, and between which lanes.

interface Between {
  /** Ids of lanes. */
  readonly from: string
  readonly to: string
}

interface Chosen {
  readonly key: string
  readonly exchangeId: string
}

interface SequenceState {
  readonly view: 'sequence' | 'map'
  readonly open: readonly string[]
  readonly between: Between | undefined
  /** The selected row, where its exchange has several. */
  readonly chosen: Chosen | undefined
  show(view: 'sequence' | 'map'): void
  turn(key: string, turnTo: 'other' | 'open' | 'closed'): void
  only(between: Between | undefined): void
  choose(row: Chosen): void
}

export const useSequence = create<SequenceState>((set) => ({
  view: 'sequence',
  open: [],
  between: undefined,
  chosen: undefined,
  show: (view) => set({ view }),
  turn: (key, turnTo) =>
    set(({ open }) => {
      const others = open.filter((one) => one !== key)
      const isOpen = others.length < open.length
      const opens = turnTo === 'other' ? !isOpen : turnTo === 'open'
      return { open: opens ? [...others, key].slice(-maxOpenRows) : others }
    }),
  only: (between) => set({ between, view: 'sequence' }),
  choose: ({ key, exchangeId }) => set({ chosen: { key, exchangeId } }),
}))

// Folded spans that are remembered; beyond, the oldest open again.
const maxKeptFolds = 1_000

export const useSpans = create<SpansState>((set) => ({
  folded: [],
  fold: ({ key }, folded) =>
    set((state) => {
      const others = state.folded.filter((each) => each !== key)
      return { folded: folded ? [...others, key].slice(-maxKeptFolds) : others }
    }),
}))

// How the window shows the webhooks: which of the three lists, and what is selected in each.

export type WebhookList = 'calls' | 'configurations' | 'noise'

interface WebhooksState {
  readonly list: WebhookList
  /** Lists only calls of this configuration. */
  readonly ofConfigId: string | undefined
  readonly filter: string
  readonly configId: string | undefined
  /** The configuration whose missing calls are diagnosed as soon as it is shown. */
  readonly diagnosedId: string | undefined
  show(list: WebhookList): void
  showCallsOf(configId: string | undefined): void
  setFilter(filter: string): void
  chooseConfiguration(configId: string | undefined): void
}

export const useWebhooks = create<WebhooksState>((set) => ({
  list: 'calls',
  ofConfigId: undefined,
  filter: '',
  configId: undefined,
  diagnosedId: undefined,
  show: (list) => set({ list }),
  showCallsOf: (ofConfigId) => set({ list: 'calls', ofConfigId }),
  setFilter: (filter) => set({ filter }),
  chooseConfiguration: (configId) => set({ list: 'configurations', configId }),
}))

const all: FindingView = {
  ...{ severity: undefined, agentId: undefined, inSession: undefined, rule: '', muted: false },
}

export const useFindings = create<FindingsState>((set) => ({
  ...all,
  narrow: (view) => set(view),
  showAll: () => set(all),
}))

export type RequestPair = readonly [first: string, second: string]

interface ConsoleState {
  readonly tab: ConsoleTab
  readonly filter: string
  /** The text in the filter box; it becomes the filter once typing pauses. */
  readonly typed: string
  readonly paused: boolean
  /** The number of exchanges when the list was paused. */
  readonly pausedTotal: number | undefined
  /** Exchanges up to this entry are cleared from the list. */
  readonly after: number
  /** Undefined: by time, the newest last. */
  readonly order: ExchangeOrder | undefined
  /** Requests below which their webhook calls are listed; those opened last are at the end. */
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
  /** Sorts ascending, then descending, then by time again. */
  sortBy(by: Ordering): void
  turnRequest(exchangeId: string, isOpen: boolean): void
  setCompareWith(exchangeId: string | undefined): void
}

export function showConsole(tab: ConsoleTab): void {
  useConsole.getState().setTab(tab)
  useMode.getState().show('console')
}

export const useConsole = create<ConsoleState>((set, get) => {
  const debounce = createDebounce()
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
      debounce.next(() => get().setFilter(typed))
    },
    setFilter(filter) {
      debounce.drop()
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

interface FindingView {
  readonly severity: Severity | undefined
  readonly agentId: string | undefined
  /** Limits the live list to a session. */
  readonly inSession: string | undefined
  /** Part of the rule's name. */
  readonly rule: string
  /** Lists muted findings instead of the others. */
  readonly muted: boolean
}

interface FindingsState extends FindingView {
  narrow(view: Partial<FindingView>): void
  showAll(): void
}

interface SpansState {
  /** Keys of rows whose children are hidden. */
  readonly folded: readonly string[]
  fold(row: { readonly key: string }, folded: boolean): void
}
