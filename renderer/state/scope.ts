// What the console shows: in the live window the session that is recorded, or was last, or all of them; and one agent, or all. Only its
// user changes that.

import { create } from 'zustand'

interface ScopeState {
  /** Undefined before it is known, and where the session was deleted. */
  readonly sessionId: string | undefined
  readonly all: boolean
  /** Undefined: all of them. */
  readonly agentId: string | undefined
  showAll(all: boolean): void
  showAgent(agentId: string | undefined): void
  /** To all agents, in the live window to all sessions. */
  widen(isLive: boolean): void
}

export const useScope = create<ScopeState>((set) => ({
  sessionId: undefined,
  all: false,
  agentId: undefined,
  showAll: (all) => set({ all }),
  showAgent: (agentId) => set({ agentId }),
  widen: (isLive) => set({ agentId: undefined, ...(isLive && { all: true }) }),
}))

/** The session that is shown; undefined: all. */
export function shownSession({ sessionId, all }: Pick<ScopeState, 'sessionId' | 'all'>): string | undefined {
  return all ? undefined : sessionId
}
