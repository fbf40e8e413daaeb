// Which conversation of an agent the chat shows: its newest, unless the user has asked for a new one since.

import { create } from 'zustand'

interface ChatState {
  /** By agent: conversations up to this position of the record's list are put aside. */
  readonly asideUpTo: Readonly<Record<string, number>>
  startAnew(agentId: string, conversations: number): void
}

export const useChat = create<ChatState>((set) => ({
  asideUpTo: {},
  startAnew: (agentId, conversations) =>
    set(({ asideUpTo }) => ({ asideUpTo: { ...asideUpTo, [agentId]: conversations } })),
}))
