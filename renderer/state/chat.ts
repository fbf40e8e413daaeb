// Which conversation of an agent the chat shows: its newest, unless the user chose another or asked for a new one.

import { create } from 'zustand'
import type { ConversationChoice } from '#shared/contract/story.ts'

interface ChatState {
  /** By the record that is looked at and the agent. */
  readonly shown: Readonly<Record<string, ConversationChoice>>
  show(key: string, shown: ConversationChoice): void
}

export const useChat = create<ChatState>((set) => ({
  shown: {},
  show: (key, shown) => set((before) => ({ shown: { ...before.shown, [key]: shown } })),
}))

/** Of an agent in the session that is looked at; undefined: in all of them. */
export function shownKeyOf(sessionId: string | undefined, agentId: string | undefined): string {
  return `${sessionId ?? 'all'} ${agentId ?? ''}`
}
