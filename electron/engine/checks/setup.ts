// Steps that a test needs and isn’t about: where one is otherwise than expected, the test is inconclusive.

import { isObject, memberOf, textOf } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { TestFailure } from '#shared/checks/run.ts'
import { type OperationStep, operationNames, type RawStep, type Step } from '#shared/checks/steps.ts'
import { endStates } from '#shared/checks/stream.ts'
import { BadStep } from './bad-step.ts'
import { Failed, type Held, hold, refused } from './hold.ts'

type AskingStep = OperationStep | RawStep

/** Marked so, or one that is only there for what the next steps take from it. */
export function isSetup(step: AskingStep): boolean {
  if ('operation' in step && step['x-setup']) return true
  const { capture, expect, expect_error, expect_stream, assertions } = step
  return capture !== undefined && !expect && !expect_error && !expect_stream && !assertions
}

export function holdSetup(step: AskingStep, held: Held): void {
  try {
    hold(step, held)
    if (held.answer.error && !step.expect_error) throw refused(held, held.answer.error)
  } catch (error) {
    throw error instanceof Failed ? setupFailed(error.failure, step) : error
  }
}

export function setupFailed({ message }: Pick<TestFailure, 'message'>, step: AskingStep): BadStep {
  return new BadStep('inconclusive', `Setup failed: ${message}`, { lacks: neededBy(step) })
}

/** Its operation, unless that is to be refused, and what it names besides. */
export function neededBy(step: Step): readonly string[] {
  const named = ('x-needs' in step && step['x-needs']) || []
  const isRefused = 'operation' in step && step.expect_error && !step.expect_error['x-or-result']
  return 'operation' in step && !isRefused ? [step.operation, ...named] : named
}

/** The task that a step needs to be at work; none where its operation is for any task. */
export function taskAtWork(step: AskingStep, request: JsonValue): string | undefined {
  if (!('operation' in step) || step.expect_error || !isObject(request)) return undefined
  const kind = operationNames[step.operation]
  const needsWork = kind === 'subscribe' || kind === 'cancel' || kind.startsWith('push-')
  const isLookedAt = kind === 'get' && step['x-setup'] === true
  return needsWork || isLookedAt ? (textOf(request, 'taskId') ?? textOf(request, 'id')) : undefined
}

/** Of a task by itself, or of an event of a stream. */
export function hasEnded(answer: JsonValue | undefined): boolean {
  if (!isObject(answer)) return false
  const about = memberOf(answer, 'task') ?? memberOf(answer, 'statusUpdate') ?? answer
  const status = isObject(about) ? memberOf(about, 'status') : undefined
  return isObject(status) && endStates.has(textOf(status, 'state') ?? '')
}
