// Which conversation of an agent the chat shows. It stays, whatever others begin meanwhile: the newest at first, and then what the user
// chooses.

import { create } from 'zustand'
import type { ConversationChoice } from '#shared/contract/story.ts'

interface ChatState {
  /** By the record that is looked at and the agent. */
  readonly shown: Readonly<Record<string, ConversationChoice>>
  /** By the same, the entry after which conversations of others are new to the user. */
  readonly newSince: Readonly<Record<string, number>>
  show(key: string, shown: ConversationChoice): void
  setNewSince(key: string, seq: number): void
}

export const useChat = create<ChatState>((set) => ({
  shown: {},
  newSince: {},
  setNewSince: (key, seq) => set((before) => ({ newSince: { ...before.newSince, [key]: seq } })),
  show: (key, shown) => set((before) => ({ shown: { ...before.shown, [key]: shown } })),
}))

/** An empty one: its id is recorded with each message that is sent from it. */
export function newChat(): ConversationChoice {
  return { kind: 'conversation', chatId: crypto.randomUUID() }
}

/** Of an agent in the session that is looked at; undefined: in all of them. */
export function shownKeyOf(sessionId: string | undefined, agentId: string | undefined): string {
  return `${sessionId ?? 'all'} ${agentId ?? ''}`
}
