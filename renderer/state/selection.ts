// What is selected, once for the whole window: every pane shows the same thing its own way.

import { create } from 'zustand'

interface SelectionState {
  readonly agentId: string | undefined
  readonly taskId: string | undefined
  readonly exchangeId: string | undefined
  /** The entry of the record behind a selected event or frame. */
  readonly entrySeq: number | undefined
  /** What was selected last: a task, or an exchange that may be about another one. */
  readonly lead: 'task' | 'exchange'
  selectAgent(agentId: string | undefined): void
  selectTask(taskId: string | undefined): void
  selectExchange(exchangeId: string | undefined, entrySeq?: number): void
}

export const useSelection = create<SelectionState>((set) => ({
  agentId: undefined,
  taskId: undefined,
  exchangeId: undefined,
  entrySeq: undefined,
  lead: 'task',
  selectAgent: (agentId) => set({ agentId, taskId: undefined, lead: 'task' }),
  selectTask: (taskId) => set({ taskId, lead: 'task' }),
  selectExchange: (exchangeId, entrySeq) => set({ exchangeId, entrySeq, lead: 'exchange' }),
}))
