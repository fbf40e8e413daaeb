// What its user does with the window now: talks, reads the network, or checks an agent.

import { create } from 'zustand'
import type { Comparison, Mode } from '#shared/contract/preferences.ts'

interface ModeState {
  readonly mode: Mode
  /** Two recordings, in the place of what the mode shows. */
  readonly comparison: Comparison | undefined
  show(mode: Mode): void
  compare(comparison: Comparison | undefined): void
}

export const useMode = create<ModeState>((set) => ({
  mode: 'chat',
  comparison: undefined,
  show: (mode) => set({ mode, comparison: undefined }),
  compare: (comparison) => set({ comparison }),
}))
