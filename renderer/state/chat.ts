// Which conversation of an agent the chat shows: its newest, unless the user chose another or asked for a new one.

import { create } from 'zustand'

/** Positions are those of the record's list of conversations. */
export type Shown =
  | { readonly kind: 'conversation'; readonly index: number }
  | { readonly kind: 'newest'; readonly from: number }

interface ChatState {
  /** By the record that is looked at and the agent. */
  readonly shown: Readonly<Record<string, Shown>>
  show(key: string, shown: Shown): void
}

export const useChat = create<ChatState>((set) => ({
  shown: {},
  show: (key, shown) => set((before) => ({ shown: { ...before.shown, [key]: shown } })),
}))
