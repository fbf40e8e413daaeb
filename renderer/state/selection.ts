// What is selected, once for the whole window: every pane shows the same thing its own way. It is an agent's card, a task with the
// exchange and the entry of it that were chosen, or an exchange alone; nothing of these is the newest that the conversation has.

import { create } from 'zustand'

export interface Selected {
  readonly agentId?: string | undefined
  /** The agent itself, by its card. */
  readonly card?: boolean | undefined
  /** The key of a task. */
  readonly taskId?: string | undefined
  readonly exchangeId?: string | undefined
  /** The entry of the record behind a selected event or frame. */
  readonly entrySeq?: number | undefined
  /** The place in it, as a finding names it. */
  readonly pointer?: string | undefined
}

interface SelectionState extends Required<Selected> {
  selectAgent(agentId: string | undefined): void
  selectCard(): void
  selectTask(taskId: string | undefined, at?: { readonly exchangeId: string; readonly seq?: number }): void
  selectExchange(exchangeId: string | undefined, entrySeq?: number, pointer?: string): void
  replace(selected: Selected): void
}

export const useSelection = create<SelectionState>((set) => ({
  ...filled({}),
  selectAgent: (agentId) => set(filled({ agentId, card: agentId !== undefined })),
  selectCard: () => set(({ agentId }) => filled({ agentId, card: true })),
  selectTask: (taskId, at) =>
    set(({ agentId }) => filled({ agentId, taskId, exchangeId: at?.exchangeId, entrySeq: at?.seq })),
  selectExchange: (exchangeId, entrySeq, pointer) =>
    set(({ agentId }) => filled({ agentId, exchangeId, entrySeq, pointer })),
  replace: (selected) => set(filled(selected)),
}))

export function selectedNow(): Selected {
  return filled(useSelection.getState())
}

function filled({ agentId, card = false, ...rest }: Selected): Required<Selected> {
  const { taskId, exchangeId, entrySeq, pointer } = rest
  return { agentId, card, taskId, exchangeId, entrySeq, pointer }
}
