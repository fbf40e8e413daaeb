import { expect, test } from 'vitest'
import type { AgentError } from '#shared/a2a/model.ts'
import type { AgentReply } from './agent-reply.ts'
import { matchesInTime } from './applicable.ts'
import { holdError } from './expect.ts'
import { createScope } from './scope.ts'

const holdAgainst = (error: AgentError, more: Partial<AgentReply> = {}) => {
  const answer: AgentReply = { exchangeId: 'e', headers: {}, error, ...more }
  const pending = { stepId: 's', answer, scope: createScope(() => undefined), matches: matchesInTime }
  holdError({ error_type: 'TaskNotFoundError' }, pending)
}

test('an error without a code is of no type where this version has codes', () => {
  expect(() => holdAgainst({ message: 'gone', httpStatus: 404 })).toThrow('TaskNotFoundError was expected')
})

test('an error without a code is enough where this version has none', () => {
  expect(() => holdAgainst({ message: 'gone', httpStatus: 404 }, { untyped: true })).not.toThrow()
})

test('an error with the code of another is wrong even there', () => {
  expect(() => holdAgainst({ message: 'no', code: -32002 }, { untyped: true })).toThrow(
    'TaskNotCancelableError',
  )
})
