// Streams of a test that stay open during its next steps.

import { isDeepStrictEqual } from 'node:util'
import { isObject, memberOf, textOf } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { TestFailure } from '#shared/checks/run.ts'
import {
  type AwaitStep,
  type OpenStep,
  type OperationStep,
  operationNames,
  type RawStep,
  type Step,
} from '#shared/checks/steps.ts'
import { endStates } from '#shared/checks/stream.ts'
import { defined } from '#shared/defined.ts'
import type { AgentReply } from './agent-reply.ts'
import type { CallResult } from './ask.ts'
import { BadStep, brokenOff, Failed, hold, holdStream, refused, type StepReply } from './expect.ts'
import { plain } from './scope.ts'

interface Stream {
  readonly result: CallResult
  answer?: AgentReply
}

export class BackgroundStreams {
  readonly #streams = new Map<string, Stream>()

  add(stepId: string, request: CallResult): void {
    const stream: Stream = { result: request }
    this.#streams.set(stepId, stream)
    void request.answer.then((answer) => {
      stream.answer = answer
    })
  }

  ended(stepId: string): Promise<AgentReply> {
    return this.#of(stepId).result.answer
  }

  hold(step: AwaitStep, stepReply: StepReply): void {
    if (stepReply.answer.broken) throw brokenOff(stepReply.answer.broken)
    if (step.expect_stream) holdStream(step.expect_stream, stepReply)
    const like = step['x-ends-like']
    if (like !== undefined) holdEndsLike(stepReply, this.#of(like).answer, like)
  }

  holdOpen(step: OpenStep): void {
    const { result, answer } = this.#of(step['x-still-open'])
    if (!answer) return
    const { exchangeId } = result
    if (answer.broken) throw brokenOff(answer.broken)
    if (hasEnded(answer.events?.at(-1)?.json))
      throw new BadStep('inconclusive', 'The task has ended, so its stream had to end, too.', {
        isChance: true,
      })
    throw new Failed({ message: 'The agent has closed the stream.', stepId: step.id, exchangeId })
  }

  /** Called after all were stopped. */
  async end(): Promise<void> {
    await Promise.all([...this.#streams.values()].map(({ result }) => result.answer))
  }

  #of(stepId: string): Stream {
    const stream = this.#streams.get(stepId)
    if (!stream) throw new BadStep('inconclusive', `No step “${stepId}” runs in the background.`)
    return stream
  }
}

/** Streams begin where each was opened, so only the events after the first of both are compared. */
function holdEndsLike({ stepId, answer }: StepReply, other: AgentReply | undefined, named: string): void {
  const [own, others] = [answer.events ?? [], other?.events ?? []]
  const count = Math.min(own.length, others.length) - 1
  if (count < 1)
    throw new BadStep(
      'inconclusive',
      'One of the streams has no events after its first, so nothing was compared.',
      { isChance: true },
    )
  for (let fromEnd = count; fromEnd > 0; fromEnd -= 1) {
    const [one, two] = [own.at(-fromEnd), others.at(-fromEnd)]
    if (isDeepStrictEqual(plain(one?.json), plain(two?.json))) continue
    const message = `Event ${own.length - fromEnd + 1} is another than in the stream “${named}”.`
    const { exchangeId } = answer
    throw new Failed({ message, stepId, exchangeId, ...defined({ seq: one?.seq }) })
  }
}

// Setup steps of a test: if one fails, the test is inconclusive.

type CallStep = OperationStep | RawStep

/** Marked as setup, or used only for the values it captures. */
export function isSetup(step: CallStep): boolean {
  if ('operation' in step && step['x-setup']) return true
  const { capture, expect, expect_error, expect_stream, assertions } = step
  return capture !== undefined && !expect && !expect_error && !expect_stream && !assertions
}

export function holdSetup(step: CallStep, stepReply: StepReply): void {
  try {
    hold(step, stepReply)
    if (stepReply.answer.error && !step.expect_error) throw refused(stepReply, stepReply.answer.error)
  } catch (error) {
    throw error instanceof Failed ? setupFailed(error.failure, step) : error
  }
}

export function setupFailed({ message }: Pick<TestFailure, 'message'>, step: CallStep): BadStep {
  return new BadStep('inconclusive', `Setup failed: ${message}`, { lacks: neededBy(step) })
}

/** Its operation, unless that must be refused, and its `x-needs`. */
export function neededBy(step: Step): readonly string[] {
  const named = ('x-needs' in step && step['x-needs']) || []
  const isRefused = 'operation' in step && step.expect_error && !step.expect_error['x-or-result']
  return 'operation' in step && !isRefused ? [step.operation, ...named] : named
}

/** The task that must be working for a step; undefined if any task will do. */
export function taskAtWork(step: CallStep, request: JsonValue): string | undefined {
  if (!('operation' in step) || step.expect_error || !isObject(request)) return undefined
  const kind = operationNames[step.operation]
  const needsWork = kind === 'subscribe' || kind === 'cancel' || kind.startsWith('push-')
  const isLookedAt = kind === 'get' && step['x-setup'] === true
  return needsWork || isLookedAt ? (textOf(request, 'taskId') ?? textOf(request, 'id')) : undefined
}

/** A task, or an event of a stream, in a terminal state. */
export function hasEnded(answer: JsonValue | undefined): boolean {
  if (!isObject(answer)) return false
  const about = memberOf(answer, 'task') ?? memberOf(answer, 'statusUpdate') ?? answer
  const status = isObject(about) ? memberOf(about, 'status') : undefined
  return isObject(status) && endStates.has(textOf(status, 'state') ?? '')
}
