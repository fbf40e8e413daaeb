// Zustand as imported by panes in tests (`vitest.config.ts`): each store can be reset.

import { create as createReal } from 'zustand/react'
import type { StateCreator } from 'zustand/vanilla'

const resets: (() => void)[] = []

export function create<T>(initial: StateCreator<T>) {
  const store = createReal(initial)
  resets.push(() => store.setState(store.getInitialState(), true))
  return store
}

export function resetStores(): void {
  for (const reset of resets) reset()
}
