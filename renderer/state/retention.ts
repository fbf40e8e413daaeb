// How long sessions are kept. The engine deletes older ones.

import { create } from 'zustand'

interface Retention {
  /** 0: until they are deleted by hand. */
  readonly keepDays: number
}

export const useRetention = create<Retention>(() => ({ keepDays: 0 }))

export const keepChoices = [0, 7, 30, 90, 365] as const
