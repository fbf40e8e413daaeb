// Which sessions the live window shows: the one that is recorded, or was last, and all of them where its user asks for that.

import { create } from 'zustand'

interface ScopeState {
  /** Undefined before it is known, and where the session was deleted. */
  readonly sessionId: string | undefined
  readonly all: boolean
  showAll(all: boolean): void
}

export const useScope = create<ScopeState>((set) => ({
  sessionId: undefined,
  all: false,
  showAll: (all) => set({ all }),
}))

/** The session that is shown; undefined: all. */
export function shownSession({ sessionId, all }: Pick<ScopeState, 'sessionId' | 'all'>): string | undefined {
  return all ? undefined : sessionId
}
