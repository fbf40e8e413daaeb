import { expect, test } from 'vitest'
import { callOutcomeOf } from './exchange-row.ts'

test.each([
  ['with 200', { state: 'done', status: 200 }, 'ok'],
  ['with an error of the protocol in a 200', { state: 'done', status: 200, code: -32_004 }, 'error'],
  ['with 401', { state: 'done', status: 401 }, 'error'],
  ['with a task that failed', { state: 'done', status: 200, taskState: 'failed' }, 'error'],
  ['with a task that waits', { state: 'done', status: 200, taskState: 'input-required' }, 'ok'],
  ['with a reset', { state: 'failed', status: 200, failure: 'reset' }, 'error'],
  ['because it was stopped', { state: 'failed', failure: 'aborted' }, 'stopped'],
  ['not yet', { state: 'open', status: 200 }, 'open'],
] as const)('a call that ended %s', (_, ended, outcome) => {
  expect(callOutcomeOf(ended)).toBe(outcome)
})
