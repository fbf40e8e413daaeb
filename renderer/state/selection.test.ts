import { expect, test } from 'vitest'
import { isSameTask, taskOfKey } from './selection.ts'

test.each([
  ['agent task', { agentId: 'agent', taskId: 'task' }],
  ['agent a task with spaces', { agentId: 'agent', taskId: 'a task with spaces' }],
  [' nobody knows', { taskId: 'nobody knows' }],
])('the key %j names a task', (key, task) => {
  expect(taskOfKey(key)).toEqual(task)
})

test.each([
  ['a t', 'a t', true],
  ['a t', 'b t', false],
  ['a t', 'a u', false],
  [' t', 'b t', true],
])('%j and %j are the same task: %s', (one, other, same) => {
  expect(isSameTask(taskOfKey(one), taskOfKey(other))).toBe(same)
})
