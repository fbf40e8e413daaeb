import { create } from 'zustand'

export type DialogName =
  | 'access'
  | 'sign-in'
  | 'connection'
  | 'network'
  | 'signatures'
  | 'extended'
  | 'changed'
  | 'add-card'
  | 'clear-agents'

interface OpenDialogState {
  readonly open: DialogName | undefined
  /** The exchange it was opened at: one that an agent refused. */
  readonly exchangeId: string | undefined
  /** The refused request under whose message one signs in. */
  readonly signInAt: string | undefined
  show(name: DialogName, exchangeId?: string): void
  close(): void
}

/** Which dialog about the selected agent is open: toolbar, list and card all lead to the same ones. */
export const useOpenDialog = create<OpenDialogState>((set) => ({
  open: undefined,
  exchangeId: undefined,
  signInAt: undefined,
  show: (open, exchangeId) => set({ open, exchangeId }),
  close: () => set({ open: undefined, exchangeId: undefined }),
}))
