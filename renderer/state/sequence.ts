// What this window shows of the agents together: the sequence or the map, which calls are folded out, and between which lanes.

import { create } from 'zustand'
import { maxOpenRows } from '#shared/contract/constants.ts'

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
  /** The row that was chosen here, where its exchange has several. */
  readonly chosen: Chosen | undefined
  show(view: 'sequence' | 'map'): void
  turn(key: string, wanted: 'other' | 'open' | 'closed'): void
  only(between: Between | undefined): void
  choose(row: Chosen): void
}

export const useSequence = create<SequenceState>((set) => ({
  view: 'sequence',
  open: [],
  between: undefined,
  chosen: undefined,
  show: (view) => set({ view }),
  turn: (key, wanted) =>
    set(({ open }) => {
      const others = open.filter((one) => one !== key)
      const isOpen = others.length < open.length
      const opens = wanted === 'other' ? !isOpen : wanted === 'open'
      return { open: opens ? [...others, key].slice(-maxOpenRows) : others }
    }),
  only: (between) => set({ between, view: 'sequence' }),
  choose: ({ key, exchangeId }) => set({ chosen: { key, exchangeId } }),
}))
