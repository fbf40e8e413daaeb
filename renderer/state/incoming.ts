// A session file that is on its way in: chosen, dropped on the window, or named on the command line.

import { create } from 'zustand'

export type Incoming =
  | { readonly from: 'window'; readonly file: File }
  /** The engine has it already. */
  | { readonly from: 'engine'; readonly uploadId: string; readonly name: string }

interface IncomingState {
  readonly incoming: Incoming | undefined
  take(incoming: Incoming | undefined): void
}

export const useIncoming = create<IncomingState>((set) => ({
  incoming: undefined,
  take: (incoming) => set({ incoming }),
}))
