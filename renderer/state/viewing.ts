// Which session this window shows: the live one, or one opened beside it. Each has a selection of its own, since ids of one
// session mean nothing in another.

import { create } from 'zustand'
import { type Selected, selectedNow, useMode, useSelection } from './selection.ts'

export interface SessionTab {
  readonly sessionId: string
  /** Changes when a replay of the session is opened or closed. */
  readonly key: string
  readonly name: string
  /** A replay of the session. */
  readonly replay?: true
}

interface LookingState {
  readonly tabs: readonly SessionTab[]
  /** Undefined: live. */
  readonly current: string | undefined
  /** The selections of the sessions that are not shown; undefined: live. */
  readonly left: ReadonlyMap<string | undefined, Selected>
  /** `place`: what to select first. */
  open(sessionId: string, name: string, place?: { readonly exchangeId: string; readonly seq: number }): void
  /** Turns a session's tab into a replay of it, or back. */
  replay(sessionId: string, on: boolean): void
  rename(sessionId: string, name: string): void
  show(sessionId: string | undefined): void
  close(sessionId: string): void
}

export const useLooking = create<LookingState>((set, get) => ({
  tabs: [],
  current: undefined,
  left: new Map(),
  open(sessionId, name, place) {
    set(({ tabs }) => {
      const sessionTab = tabs.find((tab) => tab.sessionId === sessionId)
      const tab: SessionTab =
        sessionTab && !place ? { ...sessionTab, name } : { sessionId, key: sessionId, name }
      return { tabs: sessionTab ? tabs.map((each) => (each === sessionTab ? tab : each)) : [...tabs, tab] }
    })
    get().show(sessionId)
    if (place) useSelection.getState().selectExchange(place.exchangeId, place.seq)
  },
  replay(sessionId, on) {
    set(({ tabs }) => ({
      tabs: tabs.map((tab) => (tab.sessionId === sessionId ? replayed(tab, on) : tab)),
    }))
    useMode.getState().compare(undefined)
  },
  rename: (sessionId, name) =>
    set(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.sessionId === sessionId ? { ...tab, name } : tab)) })),
  show(current) {
    const { current: before, left } = get()
    if (current === before) return
    set({ current, left: new Map([...left, [before, selectedNow()]]) })
    useMode.getState().compare(undefined)
    useSelection.getState().replace(left.get(current) ?? {})
  },
  close(sessionId) {
    if (get().current === sessionId) get().show(undefined)
    set(({ tabs, left }) => ({
      tabs: tabs.filter((tab) => tab.sessionId !== sessionId),
      left: new Map([...left].filter(([each]) => each !== sessionId)),
    }))
  },
}))

function replayed({ sessionId, name }: SessionTab, on: boolean): SessionTab {
  return on
    ? { sessionId, name, key: `${sessionId} replay`, replay: true }
    : { sessionId, name, key: sessionId }
}

/** The selection in a session, shown or not; undefined: live. */
export function selectedIn(sessionId: string | undefined): Selected {
  const { current, left } = useLooking.getState()
  return current === sessionId ? selectedNow() : (left.get(sessionId) ?? {})
}

export function selectLive(selected: Selected): void {
  const { current, left } = useLooking.getState()
  if (current === undefined) useSelection.getState().replace(selected)
  else useLooking.setState({ left: new Map([...left, [undefined, selected]]) })
}
