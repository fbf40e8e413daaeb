// Removals that can be undone, as the engine lists them, and how to restore this window after each undo.

import { create } from 'zustand'
import type { Removal } from '#shared/contract/removals.ts'

interface RemovalsState {
  readonly pending: readonly Removal[]
  /** Functions that restore this window, by removal. */
  readonly wayBack: ReadonlyMap<string, readonly (() => void)[]>
  setPending(pending: readonly Removal[]): void
  addWayBack(removalId: string, go: () => void): void
}

export const useRemovals = create<RemovalsState>((set) => ({
  pending: [],
  wayBack: new Map(),
  setPending: (pending) =>
    set(({ wayBack }) => ({
      pending,
      wayBack: new Map([...wayBack].filter(([removalId]) => pending.some(({ id }) => id === removalId))),
    })),
  addWayBack: (removalId, go) =>
    set(({ wayBack }) => ({
      wayBack: new Map(wayBack).set(removalId, [...(wayBack.get(removalId) ?? []), go]),
    })),
}))
