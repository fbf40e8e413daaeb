import type { TaskState } from '../a2a/model.ts'
import { isSettled, isWaiting } from '../a2a/task-states.ts'
import type { StreamOutcome } from './exchanges.ts'
import type { TaskPhase } from './task-view.ts'

/** How far a task is, by the last state and the last stream. */
export function phaseOf(
  state: TaskState | undefined,
  openStreams: number,
  outcome: StreamOutcome | undefined,
): TaskPhase {
  if (isSettled(state)) return 'settled'
  if (isWaiting(state)) return 'waiting'
  if (openStreams > 0) return 'live'
  return outcome === 'interrupted' ? 'interrupted' : 'unwatched'
}
