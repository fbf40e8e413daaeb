// The replay of a saved session: the panes read the replay's record, which grows like a live one. After a jump back there is a
// new record, and the panes start anew with it.

import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ReplayAction, ReplayState } from '#shared/contract/replay.ts'
import { messageOf } from '#shared/errors.ts'
import type { ReplayOutline } from '#shared/replay/outline.ts'
import type { EngineAccess } from '../host/engine.tsx'
import { lookAt, type RecordedAccess } from './open-recorded.ts'

const ReplayContext = createContext<Replay | undefined>(undefined)

export const ReplayProvider = ReplayContext.Provider

export interface Replay {
  readonly outline: ReplayOutline
  state(): ReplayState
  /** The same reference while the record is the same. */
  access(): RecordedAccess
  /** Why the last action failed, or why the replay can no longer be followed. */
  problem(): string | undefined
  /** Runs the actions in order and stops at the first that fails. */
  act(...actions: readonly ReplayAction[]): Promise<void>
  subscribe(listener: () => void): () => void
  close(): void
}

export async function openReplay(
  live: Pick<EngineAccess, 'client' | 'capabilities'>,
  sessionId: string,
): Promise<Replay> {
  const [opened, outline] = await Promise.all([
    live.client.sessions.open({ sessionId }),
    live.client.sessions.outline({ sessionId }),
  ])
  // Opened last: from here on the engine keeps a record for the replay until it is no longer followed.
  const first = await live.client.replays.open({ sessionId })
  const { replayId } = first
  const stop = new AbortController()
  const listeners = new Set<() => void>()
  let state = first
  const look = (shownId: string) => lookAt(live, opened, shownId)
  let access = look(first.shownId)
  let problem: string | undefined

  function take(next: ReplayState): void {
    if (next.version < state.version) return
    const moved = next.shownId !== state.shownId
    state = next
    if (moved) access = look(next.shownId)
    notify()
  }
  function notify(): void {
    for (const listener of listeners) listener()
  }
  function notifyOf(next: string | undefined): void {
    if (next === problem) return
    problem = next
    notify()
  }
  function trouble(error: unknown): void {
    if (!stop.signal.aborted) notifyOf(messageOf(error))
  }
  async function act(...actions: readonly ReplayAction[]): Promise<void> {
    notifyOf(undefined)
    try {
      for (const action of actions) take(await live.client.replays.control({ replayId, action }))
    } catch (error) {
      trouble(error)
    }
  }
  async function follow(): Promise<void> {
    for await (const next of await live.client.replays.follow({ replayId }, { signal: stop.signal })) {
      if (stop.signal.aborted) return
      take(next)
    }
  }
  follow().catch(trouble)

  return {
    outline,
    state: () => state,
    access: () => access,
    problem: () => problem,
    act,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      stop.abort()
      listeners.clear()
    },
  }
}

export function useReplay(): Replay | undefined {
  return useContext(ReplayContext)
}

export function useReplayState(replay: Replay): ReplayState {
  return useSyncExternalStore(replay.subscribe, replay.state)
}

export function useReplayProblem(replay: Replay): string | undefined {
  return useSyncExternalStore(replay.subscribe, replay.problem)
}
