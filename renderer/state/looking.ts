// Which session this window looks at: the live one, or one of those opened beside it.

import { create } from 'zustand'

export interface SessionTab {
  readonly sessionId: string
  /** Another when the session is lived through again. */
  readonly key: string
  readonly name: string
  /** What to show of it first; a new object each time it is asked for. */
  readonly place?: SessionPlace
  /** Lived through again instead of looked at. */
  readonly replay?: true
}

export interface SessionPlace {
  readonly exchangeId: string
  readonly seq: number
}

interface LookingState {
  readonly tabs: readonly SessionTab[]
  /** Undefined: live. */
  readonly current: string | undefined
  open(sessionId: string, name: string, place?: SessionPlace): void
  /** Turns a session's tab into a replay of it, or back. */
  replay(sessionId: string, on: boolean): void
  rename(sessionId: string, name: string): void
  show(sessionId: string | undefined): void
  close(sessionId: string): void
}

export const useLooking = create<LookingState>((set) => ({
  tabs: [],
  current: undefined,
  open: (sessionId, name, place) =>
    set(({ tabs }) => {
      const known = tabs.find((tab) => tab.sessionId === sessionId)
      const kept = { sessionId, key: sessionId, name }
      const tab: SessionTab = place
        ? { ...kept, place: { exchangeId: place.exchangeId, seq: place.seq } }
        : { ...kept, ...known, name }
      return {
        current: sessionId,
        tabs: known ? tabs.map((each) => (each === known ? tab : each)) : [...tabs, tab],
      }
    }),
  replay: (sessionId, on) =>
    set(({ tabs }) => ({
      tabs: tabs.map((tab) => (tab.sessionId === sessionId ? replayed(tab, on) : tab)),
    })),
  rename: (sessionId, name) =>
    set(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.sessionId === sessionId ? { ...tab, name } : tab)) })),
  show: (current) => set({ current }),
  close: (sessionId) =>
    set(({ tabs, current }) => ({
      tabs: tabs.filter((tab) => tab.sessionId !== sessionId),
      current: current === sessionId ? undefined : current,
    })),
}))

function replayed({ sessionId, name }: SessionTab, on: boolean): SessionTab {
  return on
    ? { sessionId, name, key: `${sessionId} replay`, replay: true }
    : { sessionId, name, key: sessionId }
}
