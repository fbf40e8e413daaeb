import { create } from 'zustand'
import { useCommand } from '../../commands/commands.ts'
import { lateDialog } from '../../ui/late-part.tsx'
import { useFoundAgents } from './use-taps.ts'

const OpenTaps = lateDialog('Taps', () => import('./open-taps.tsx').then((module) => module.OpenTaps))

interface TapsDialogState {
  readonly isOpen: boolean
  /** The one to scroll to. */
  readonly tapId: string | undefined
  show(tapId?: string): void
  close(): void
}

export const useTapsDialog = create<TapsDialogState>((set) => ({
  isOpen: false,
  tapId: undefined,
  show: (tapId) => set({ isOpen: true, tapId }),
  close: () => set({ isOpen: false }),
}))

export function TapsDialog() {
  const { isOpen, tapId, show, close } = useTapsDialog()
  useFoundAgents()
  useCommand('agent.tap', () => show())
  return isOpen ? <OpenTaps tapId={tapId} onClose={close} /> : null
}
