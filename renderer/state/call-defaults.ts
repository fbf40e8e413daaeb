// What holds for calls where an agent or a message has nothing of its own. Kept between starts by preferences.ts.

import { create } from 'zustand'
import type { CallDefaults } from '#shared/contract/preferences.ts'

interface CallDefaultState {
  readonly defaults: CallDefaults
  set(defaults: CallDefaults): void
}

export const useCallDefaults = create<CallDefaultState>((set) => ({
  defaults: {},
  set: (defaults) => set({ defaults }),
}))

export const pollIntervals = [500, 1_000, 2_000, 5_000, 15_000, 60_000] as const

export function usualPollMs(): number {
  return useCallDefaults.getState().defaults.pollMs ?? 2_000
}
