import { TaskState } from '@a2a-js/sdk'

const TERMINAL: ReadonlySet<TaskState | undefined> = new Set([
  TaskState.TASK_STATE_COMPLETED,
  TaskState.TASK_STATE_FAILED,
  TaskState.TASK_STATE_CANCELED,
  TaskState.TASK_STATE_REJECTED,
])

export function isTerminal(state: TaskState | undefined): boolean {
  return TERMINAL.has(state)
}
