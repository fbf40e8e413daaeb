// How this window reads a conversation: which earlier states are open, how a part is shown. Rows come and go as one scrolls; this stays.

import { create } from 'zustand'

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
