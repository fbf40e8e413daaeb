import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../model.ts'
import { roleOf, stateOf } from './spellings.ts'

describe('a state', () => {
  test.each<[JsonValue, string | undefined]>([
    ['TASK_STATE_INPUT_REQUIRED', 'input-required'],
    ['input-required', 'input-required'],
    ['INPUT_REQUIRED', 'input-required'],
    ['Input_Required', 'input-required'],
    ['task_state_working', 'working'],
    ['TASK_STATE_CANCELLED', 'canceled'],
    ['TASK_STATE_CANCELED', 'canceled'],
    ['cancelled', 'canceled'],
    ['TASK_STATE_UNSPECIFIED', 'unknown'],
    ['unknown', 'unknown'],
    [1, 'submitted'],
    [5, 'canceled'],
    [8, 'auth-required'],
    [9, undefined],
    ['UNRECOGNIZED', undefined],
    ['', undefined],
    ['x'.repeat(1_000_000), undefined],
    [true, undefined],
    [null, undefined],
  ])('%j', (spelled, state) => {
    expect(stateOf(spelled)).toBe(state)
  })
})

describe('a role', () => {
  test.each<[JsonValue, string | undefined]>([
    ['ROLE_USER', 'user'],
    ['role_agent', 'agent'],
    ['Agent', 'agent'],
    ['assistant', 'agent'],
    ['model', 'agent'],
    [1, 'user'],
    [2, 'agent'],
    ['ROLE_UNSPECIFIED', 'unknown'],
    ['UNRECOGNIZED', undefined],
    ['constructor', undefined],
    [{}, undefined],
  ])('%j', (spelled, role) => {
    expect(roleOf(spelled)).toBe(role)
  })
})
