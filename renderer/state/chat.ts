// Which conversation of an agent the chat shows: the newest at first, then the one that the user selects, whatever others begin
// meanwhile.

import { create } from 'zustand'
import type { ConversationChoice } from '#shared/contract/story.ts'

// How the window shows a conversation: which earlier states are open, how a part is shown. It is kept while rows scroll out of
// sight.

interface ChatViewState {
  /** Blocks whose earlier states are shown. */
  readonly open: ReadonlySet<string>
  /** The user's choice by segment, in place of the mode that the media type suggests. */
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
  /** By session and agent (`shownKeyOf`). */
  readonly shown: Readonly<Record<string, ConversationChoice>>
  /** By the same key: conversations of other callers after this entry are new to the user. */
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

/** An empty conversation; its id is recorded with each message sent from it. */
export function newChat(): ConversationChoice {
  return { kind: 'conversation', chatId: crypto.randomUUID() }
}

/** The key of an agent in a session; without a session, in all of them. */
export function shownKeyOf(sessionId: string | undefined, agentId: string | undefined): string {
  return `${sessionId ?? 'all'} ${agentId ?? ''}`
}
