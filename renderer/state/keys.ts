// The user's keyboard shortcuts. Stored by preferences.ts.

import { create } from 'zustand'
import type { KeyChoices } from '#shared/keys.ts'

export const useKeys = create<{ readonly choices: KeyChoices; set(choices: KeyChoices): void }>((set) => ({
  choices: [],
  set: (choices) => set({ choices }),
}))
