import { create } from 'zustand'

export type DialogName =
  | 'access'
  | 'connection'
  | 'network'
  | 'signatures'
  | 'extended'
  | 'changed'
  | 'add-card'
  | 'clear-agents'

interface OpenDialogState {
  readonly open: DialogName | undefined
  show(name: DialogName): void
  close(): void
}

/** Which dialog about the selected agent is open: toolbar, list and card all lead to the same ones. */
export const useOpenDialog = create<OpenDialogState>((set) => ({
  open: undefined,
  show: (open) => set({ open }),
  close: () => set({ open: undefined }),
}))
