// Roles and states as the versions, and the servers that mix them up, spell them (PROTOCOL 3.3).

import type { JsonValue, Role, TaskState } from '../model.ts'

const states: ReadonlyMap<JsonValue, TaskState> = new Map<JsonValue, TaskState>([
  ['TASK_STATE_SUBMITTED', 'submitted'],
  ['TASK_STATE_WORKING', 'working'],
  ['TASK_STATE_COMPLETED', 'completed'],
  ['TASK_STATE_FAILED', 'failed'],
  ['TASK_STATE_CANCELED', 'canceled'],
  ['TASK_STATE_CANCELLED', 'canceled'],
  ['TASK_STATE_INPUT_REQUIRED', 'input-required'],
  ['TASK_STATE_REJECTED', 'rejected'],
  ['TASK_STATE_AUTH_REQUIRED', 'auth-required'],
  ['TASK_STATE_UNSPECIFIED', 'unknown'],
  ['submitted', 'submitted'],
  ['working', 'working'],
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
  ['cancelled', 'canceled'],
  ['input-required', 'input-required'],
  ['rejected', 'rejected'],
  ['auth-required', 'auth-required'],
  ['unknown', 'unknown'],
  ['unspecified', 'unknown'],
  [0, 'unknown'],
  [1, 'submitted'],
  [2, 'working'],
  [3, 'completed'],
  [4, 'failed'],
  [5, 'canceled'],
  [6, 'input-required'],
  [7, 'rejected'],
  [8, 'auth-required'],
])

const roles: ReadonlyMap<JsonValue, Role> = new Map<JsonValue, Role>([
  ['ROLE_USER', 'user'],
  ['ROLE_AGENT', 'agent'],
  ['ROLE_UNSPECIFIED', 'unknown'],
  ['user', 'user'],
  ['agent', 'agent'],
  ['assistant', 'agent'],
  ['model', 'agent'],
  ['unspecified', 'unknown'],
  ['unknown', 'unknown'],
  [0, 'unknown'],
  [1, 'user'],
  [2, 'agent'],
])

// Longest word that is compared with spellings; a longer one matches none.
const maxSpellingChars = 64

/** Undefined when the value does not spell a state. */
export function stateOf(value: JsonValue): TaskState | undefined {
  return (
    states.get(value) ?? (typeof value === 'string' ? states.get(folded(value, 'task-state-')) : undefined)
  )
}

export function roleOf(value: JsonValue): Role | undefined {
  return roles.get(value) ?? (typeof value === 'string' ? roles.get(folded(value, 'role-')) : undefined)
}

function folded(value: string, prefix: string): string {
  if (value.length > maxSpellingChars) return ''
  const plain = value.trim().toLowerCase().replaceAll('_', '-')
  return plain.startsWith(prefix) ? plain.slice(prefix.length) : plain
}
