// What its user does with the window now: talks, reads the network, or checks an agent.

import { create } from 'zustand'
import type { Mode } from '#shared/contract/preferences.ts'

interface ModeState {
  readonly mode: Mode
  show(mode: Mode): void
}

export const useMode = create<ModeState>((set) => ({
  mode: 'chat',
  show: (mode) => set({ mode }),
}))
