// A session file to import: selected, dropped on the window, or named on the command line.

import { create } from 'zustand'

export type Incoming =
  | { readonly from: 'window'; readonly file: File }
  /** Already uploaded to the engine. */
  | { readonly from: 'engine'; readonly uploadId: string; readonly name: string }

interface IncomingState {
  readonly incoming: Incoming | undefined
  take(incoming: Incoming | undefined): void
}

export const useIncoming = create<IncomingState>((set) => ({
  incoming: undefined,
  take: (incoming) => set({ incoming }),
}))
