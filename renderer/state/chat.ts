// Which conversation of an agent the chat shows. It stays, whatever others begin meanwhile: the newest at first, and then what the user
// chooses.

import { create } from 'zustand'
import type { ConversationChoice } from '#shared/contract/story.ts'

// How this window reads a conversation: which earlier states are open, how a part is shown. Rows come and go as one scrolls; this stays.

interface ChatViewState {
  /** Blocks whose earlier states are shown. */
  readonly open: ReadonlySet<string>
  /** By segment: the reader's choice against what the type suggests. */
  readonly modes: Readonly<Record<string, string>>
  toggle(blockKey: string): void
  setMode(segmentKey: string, mode: string): void
}

export const useChatView = create<ChatViewState>((set) => ({
  open: new Set(),
  modes: {},
  toggle: (blockKey) =>
    set(({ open }) => {
      const next = new Set(open)
      if (!next.delete(blockKey)) next.add(blockKey)
      return { open: next }
    }),
  setMode: (segmentKey, mode) => set(({ modes }) => ({ modes: { ...modes, [segmentKey]: mode } })),
}))

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
