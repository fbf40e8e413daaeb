import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ReplayState } from '#shared/contract/replay.ts'
import type { Replay } from './open-replay.ts'

const ReplayContext = createContext<Replay | undefined>(undefined)

export const ReplayProvider = ReplayContext.Provider

/** The replay the panes live through, if they do. */
export function useReplay(): Replay | undefined {
  return useContext(ReplayContext)
}

export function useReplayState(replay: Replay): ReplayState {
  return useSyncExternalStore(replay.subscribe, replay.state)
}

export function useReplayProblem(replay: Replay): string | undefined {
  return useSyncExternalStore(replay.subscribe, replay.problem)
}
