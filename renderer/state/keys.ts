// The keys that the user chose. Kept between starts by preferences.ts.

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
