import { expect, test } from 'vitest'
import type { ConversationBrief } from '#shared/contract/story.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { taskToContinue } from './newest-task.ts'

function conversation(...tasks: readonly (readonly [taskId: string, phase: TaskBrief['phase']])[]) {
  return {
    id: 'cc1',
    agentId: 'a1',
    isOurs: true,
    said: [],
    tasks: tasks.map(([taskId, phase]) => ({
      key: `a1 ${taskId}`,
      taskId,
      phase,
      place: { exchangeId: 'x1', seq: 1 },
      firstAt: 0,
      sent: [],
    })),
  } satisfies ConversationBrief
}

test('a message answers the newest task while it waits, unless the user says otherwise', () => {
  const waits = conversation(['t1', 'settled'], ['t2', 'waiting'])
  expect(taskToContinue(undefined, waits)).toBe('t2')
  expect(taskToContinue('no-task', waits)).toBeUndefined()
  expect(taskToContinue({ taskId: 't0' }, waits)).toBe('t0')
  expect(taskToContinue(undefined, conversation(['t2', 'live']))).toBeUndefined()
})

test('the next message no longer goes to a task that has settled since it was chosen', () => {
  const chosen = { taskId: 't1' }
  expect(taskToContinue(chosen, conversation(['t1', 'waiting']))).toBe('t1')
  expect(taskToContinue(chosen, conversation(['t1', 'live']))).toBe('t1')
  expect(taskToContinue(chosen, conversation(['t1', 'settled']))).toBeUndefined()
  expect(taskToContinue(chosen, conversation(['t1', 'settled'], ['t2', 'waiting']))).toBe('t2')
})

test('a task that was chosen when it had settled already stays chosen', () => {
  expect(taskToContinue({ taskId: 't1', isSettled: true }, conversation(['t1', 'settled']))).toBe('t1')
})
