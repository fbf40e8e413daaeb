// What a state of a task means for what may come: the one place that knows which states end it, and which make it wait.

import type { TaskState } from './model.ts'

const settled: ReadonlySet<TaskState> = new Set(['completed', 'canceled', 'failed', 'rejected'])
const waiting: ReadonlySet<TaskState> = new Set(['input-required', 'auth-required'])

/** It has ended, and nothing more is to come. */
export function isSettled(state: TaskState | undefined): boolean {
  return state !== undefined && settled.has(state)
}

/** It goes on when somebody else has done something. */
export function isWaiting(state: TaskState | undefined): boolean {
  return state !== undefined && waiting.has(state)
}

/** It has ended without what it was to bring. */
export function isFailure(state: TaskState | undefined): boolean {
  return state === 'failed' || state === 'rejected'
}

/** The agent owes nothing. */
export function isAtRest(state: TaskState | undefined): boolean {
  return isSettled(state) || isWaiting(state)
}

/** 1.0 §4.1.3: terminal states are final. Frameworks submit a task anew with each message to it. */
export function mayFollow(before: TaskState, after: TaskState): boolean {
  return before === after || before === 'unknown' || !isSettled(before)
}
