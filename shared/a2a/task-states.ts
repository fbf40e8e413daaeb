// Which states end a task, and which make it wait.

import type { TaskState } from './model.ts'

const settled: ReadonlySet<TaskState> = new Set(['completed', 'canceled', 'failed', 'rejected'])
const waiting: ReadonlySet<TaskState> = new Set(['input-required', 'auth-required'])

/** It has ended, and nothing more will follow. */
export function isSettled(state: TaskState | undefined): boolean {
  return state !== undefined && settled.has(state)
}

/** It continues after an action of the user or another party. */
export function isWaiting(state: TaskState | undefined): boolean {
  return state !== undefined && waiting.has(state)
}

/** It has ended without a result. */
export function isFailure(state: TaskState | undefined): boolean {
  return state === 'failed' || state === 'rejected'
}

/** No answer of the agent is due. */
export function isAtRest(state: TaskState | undefined): boolean {
  return isSettled(state) || isWaiting(state)
}

/** 1.0 §4.1.3: terminal states are final. Frameworks submit a task again with each message to it. */
export function mayFollow(before: TaskState, after: TaskState): boolean {
  return before === after || before === 'unknown' || !isSettled(before)
}
