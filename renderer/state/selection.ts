// What is selected, once for the whole window: every pane shows the same thing its own way.

import { create } from 'zustand'

interface SelectionState {
  readonly agentId: string | undefined
  readonly taskId: string | undefined
  readonly exchangeId: string | undefined
  /** The entry of the record behind a selected event or frame. */
  readonly entrySeq: number | undefined
  selectAgent(agentId: string | undefined): void
  selectTask(taskId: string | undefined): void
  selectExchange(exchangeId: string | undefined, entrySeq?: number): void
}

export const useSelection = create<SelectionState>((set) => ({
  agentId: undefined,
  taskId: undefined,
  exchangeId: undefined,
  entrySeq: undefined,
  selectAgent: (agentId) => set({ agentId, taskId: undefined }),
  selectTask: (taskId) => set({ taskId }),
  selectExchange: (exchangeId, entrySeq) => set({ exchangeId, entrySeq }),
}))
