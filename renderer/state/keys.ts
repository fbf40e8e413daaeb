// The user's keyboard shortcuts. Stored by preferences.ts.

import { create } from 'zustand'
import type { KeyChoices } from '#shared/keys.ts'

interface KeyState {
  readonly choices: KeyChoices
  set(choices: KeyChoices): void
}

export const useKeys = create<KeyState>((set) => ({
  choices: [],
  set: (choices) => set({ choices }),
}))
