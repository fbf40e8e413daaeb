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
  /** The refused exchange it was opened from. */
  readonly exchangeId: string | undefined
  /** The refused request with a sign-in below its message. */
  readonly signInAt: string | undefined
  show(name: DialogName, exchangeId?: string): void
  close(): void
}

/** The open dialog about the selected agent, shared by toolbar, list and card. */
export const useOpenDialog = create<OpenDialogState>((set) => ({
  open: undefined,
  exchangeId: undefined,
  signInAt: undefined,
  show: (open, exchangeId) => set({ open, exchangeId }),
  close: () => set({ open: undefined, exchangeId: undefined }),
}))
