// The agent that was asked for from outside, until the window is live and connects to it, or the user says no.

import { create } from 'zustand'
import type { WindowOpening } from '#shared/contract/opening.ts'

type AskedAgent = Extract<WindowOpening, { readonly kind: 'agent' }>

interface AskedAgentState {
  readonly agent: AskedAgent | undefined
  ask(agent: AskedAgent | undefined): void
}

export const useAskedAgent = create<AskedAgentState>((set) => ({
  agent: undefined,
  ask: (agent) => set({ agent }),
}))
