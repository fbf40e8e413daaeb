// Compares a response with the expectations of its step, and describes the difference.

import { errorByCode, errorByName } from '#shared/a2a/error-codes.ts'
import type { AgentError, JsonValue } from '#shared/a2a/model.ts'
import { type Mismatch, mismatchOf, mismatchSentence } from '#shared/checks/assertion.ts'
import { collectionMismatch } from '#shared/checks/collection.ts'
import type { Matches } from '#shared/checks/operators.ts'
import { valueAt } from '#shared/checks/path.ts'
import type { TestFailure } from '#shared/checks/run.ts'
import type { NamedAssertion, OperationStep, RawStep } from '#shared/checks/steps.ts'
import { streamMismatch } from '#shared/checks/stream.ts'
import { defined } from '#shared/defined.ts'
import type { AgentReply } from './agent-reply.ts'
import { responseOf, type Scope } from './scope.ts'

interface BadStepOptions {
  /** The result may be accidental: the test is repeated. */
  readonly isChance?: boolean
  /** Setup that failed, by the names that tests have for what they prove. */
  readonly lacks?: readonly string[]
}

/** A step that proves nothing about the agent: it does not apply, or its conditions do not hold. */
export class BadStep extends Error {
  readonly outcome: 'skip' | 'inconclusive'
  readonly isChance: boolean
  readonly lacks: readonly string[]
  constructor(
    outcome: BadStep['outcome'],
    reason: string,
    { isChance = false, lacks = [] }: BadStepOptions = {},
  ) {
    super(reason)
    this.outcome = outcome
    this.isChance = isChance
    this.lacks = lacks
  }
}

/** The place of the difference: a response, a stream as a whole, or one of its events. */
export type AnswerPlace = 'answer' | 'stream' | 'event'

export class Failed extends Error {
  readonly failure: TestFailure
  /** Set if it is about a value that the agent sent. */
  readonly place: AnswerPlace | undefined
  constructor(failure: TestFailure, place?: AnswerPlace) {
    super(failure.message)
    this.failure = failure
    this.place = place
  }
}

export interface StepReply {
  readonly stepId: string
  readonly answer: AgentReply
  readonly scope: Scope
  readonly matches: Matches
}

type Expecting = Pick<
  OperationStep | RawStep,
  'expect' | 'expect_error' | 'expect_stream' | 'assertions' | 'x-skip-if' | 'x-credentials'
>

export function hold(step: Expecting, stepReply: StepReply): void {
  const { answer, scope, matches } = stepReply
  if (answer.broken) throw brokenOff(answer.broken)
  if (step['x-credentials'] !== 'none' && isRefused(answer))
    throw new BadStep('inconclusive', credentialsRequired)
  const skip = step['x-skip-if']
  const looked = skip && valueAt(responseOf(answer), skip.path)
  if (skip && !mismatchOf(scope.filled(skip.match), looked, matches)) throw new BadStep('skip', skip.reason)
  const { expect_error } = step
  if (expect_error && (answer.error || !expect_error['x-or-result'])) holdError(expect_error, stepReply)
  else if (step.expect || step.expect_stream || expectsResult(step)) holdAnswer(step, stepReply)
  for (const assertion of step.assertions ?? []) holdAssertion(assertion, stepReply)
}

function expectsResult({ expect_error, assertions = [] }: Expecting): boolean {
  return !expect_error && assertions.some(({ source }) => /\.response\b/.test(source))
}

export function brokenOff({ message, isLost = false }: NonNullable<AgentReply['broken']>): BadStep {
  return new BadStep('inconclusive', message, { isChance: isLost })
}

const credentialsRequired =
  'The agent refused the request for its credentials, so nothing was measured: set them under Access.'

/** A call without permission shows nothing else. */
function isRefused({ error, status, grpcStatus }: AgentReply): boolean {
  const refusals: readonly unknown[] = [401, 403, 'UNAUTHENTICATED', 'PERMISSION_DENIED']
  return error !== undefined && [status, error.httpStatus, grpcStatus].some((each) => refusals.includes(each))
}

export function holdStream(expected: NonNullable<Expecting['expect_stream']>, stepReply: StepReply): void {
  const { answer, scope, matches } = stepReply
  if (answer.error && !answer.events?.length) throw failed(stepReply, refusal(answer.error))
  const filled = scope.filled(expected as JsonValue) as typeof expected
  const events = answer.events ?? []
  const miss = streamMismatch(
    filled,
    events.map(({ json }) => json),
    matches,
  )
  if (!miss) {
    holdClosed(filled, stepReply)
    return
  }
  const seq = miss.event === undefined ? undefined : events[miss.event]?.seq
  const where = miss.event === undefined ? 'The stream' : `Event ${miss.event + 1} of the stream`
  throw failed(
    stepReply,
    { ...failureOf(where, miss), ...defined({ seq }) },
    seq === undefined ? 'stream' : 'event',
  )
}

/** The stream must end where its end is tested. */
function holdClosed(
  { final_event, max_count }: NonNullable<Expecting['expect_stream']>,
  stepReply: StepReply,
): void {
  if (!stepReply.answer.stillOpen || (final_event === undefined && max_count === undefined)) return
  const message = 'The agent kept the stream open after its last event.'
  throw failed(stepReply, { message, expected: 'the end of the stream', actual: 'an open stream' })
}

export function holdAssertion(assertion: NamedAssertion, stepReply: StepReply): void {
  const { scope, matches } = stepReply
  const filled = scope.filled(assertion as JsonValue) as typeof assertion
  const source = typeof filled.source === 'string' ? scope.source(assertion.source) : filled.source
  const miss = collectionMismatch(filled, source, matches)
  if (miss) throw failed(stepReply, failureOf('The answer', miss), 'answer')
}

const theAnswer = 'The answer'

function holdAnswer({ expect, expect_stream }: Expecting, stepReply: StepReply): void {
  const { answer, scope, matches } = stepReply
  const isRawBody = expect?.status !== undefined && answer.root !== undefined
  if (answer.error && !isRawBody) throw failed(stepReply, refusal(answer.error))
  const check = (what: string, expected: JsonValue | undefined, value: JsonValue | undefined) => {
    if (expected === undefined) return
    const miss = mismatchOf(scope.filled(expected), value, matches)
    if (miss) throw failed(stepReply, failureOf(what, miss), what === theAnswer ? 'answer' : undefined)
  }
  // A gRPC response has no meaningful HTTP status.
  if (answer.status !== undefined && answer.status > 0)
    check('The HTTP status', expect?.status, answer.status)
  check('The response headers', expect?.headers as JsonValue | undefined, answer.headers)
  check(theAnswer, expect?.body, responseOf(answer))
  if (expect_stream) holdStream(expect_stream, stepReply)
}

export function holdError(expected: NonNullable<Expecting['expect_error']>, stepReply: StepReply): void {
  const { answer, scope, matches } = stepReply
  const { error_type, message, details } = expected
  if (!answer.error) {
    throw failed(stepReply, {
      message: `The agent answered with a result where ${expectedError(error_type)} was expected.`,
      expected: expectedError(error_type),
      actual: 'a result',
    })
  }
  const { error } = answer
  if (error_type === undefined && brokeDown(answer)) {
    const message = `The agent broke down with ${errorName(error)} where it should have refused the request.`
    throw failed(stepReply, { message, expected: expectedError(error_type), actual: errorName(error) })
  }
  const types = typeof error_type === 'string' ? [error_type] : (error_type?.one_of ?? [])
  if (types.length > 0 && !types.some((type) => isOfType(answer, error, type))) {
    throw failed(stepReply, {
      message: `The agent answered with ${errorName(error)} where ${expectedError(error_type)} was expected.`,
      expected: expectedError(error_type),
      actual: errorName(error),
    })
  }
  for (const [what, assertion, value] of [
    ['The error’s message', message, error.message],
    ['The error’s details', details, error.data],
  ] as const) {
    const miss = assertion === undefined ? undefined : mismatchOf(scope.filled(assertion), value, matches)
    if (miss) throw failed(stepReply, failureOf(what, miss))
  }
}

/** The agent failed instead of refusing. */
function brokeDown({ error, status = 0, grpcStatus = '' }: AgentReply): boolean {
  const isStatus = ['UNKNOWN', 'INTERNAL', 'UNAVAILABLE', 'DATA_LOSS'].includes(grpcStatus)
  return isStatus || status >= 500 || error?.code === errorByName('InternalError')?.code
}

/** Names of A2A 1.0.1 errors in drafts. */
const otherNames: Readonly<Record<string, string>> = {
  StreamingNotSupportedError: 'UnsupportedOperationError',
  ExtendedCardNotSupportedError: 'ExtendedAgentCardNotConfiguredError',
  ExtendedAgentCardNotSupportedError: 'ExtendedAgentCardNotConfiguredError',
}

/** Where the binding has no code, any error is accepted. */
function isOfType({ untyped }: AgentReply, error: AgentError, type: string): boolean {
  const errorCode = errorByName(otherNames[type] ?? type)
  if (!errorCode) throw new BadStep('inconclusive', `${type} isn’t an A2A error.`)
  if (untyped && error.code === undefined && error.reason === undefined) return true
  return error.reason === undefined
    ? error.code === errorCode.code
    : error.reason === errorCode.reason || error.code === errorCode.code
}

function expectedError(type: NonNullable<Expecting['expect_error']>['error_type']): string {
  if (type === undefined) return 'an error'
  return typeof type === 'string' ? type : type.one_of.join(' or ')
}

function errorName({ code, reason, message, httpStatus }: AgentError): string {
  const errorCode = code === undefined ? undefined : errorByCode(code)
  const name = errorCode?.name ?? reason ?? (code === undefined ? 'an error without a code' : `error ${code}`)
  return `${name} (${[httpStatus && `HTTP ${httpStatus}`, JSON.stringify(message)].filter(Boolean).join(', ')})`
}

export function refused(stepReply: StepReply, error: AgentError): Failed {
  return failed(stepReply, refusal(error))
}

function refusal(error: AgentError): TestFailure {
  return {
    message: `The agent refused with ${errorName(error)}.`,
    expected: 'a result',
    actual: errorName(error),
  }
}

function failureOf(what: string, miss: Mismatch): TestFailure {
  const { path, expected, actual } = miss
  return { message: mismatchSentence(what, miss), expected, actual, ...(path !== '' && { path }) }
}

function failed({ stepId, answer }: StepReply, failure: TestFailure, place?: AnswerPlace): Failed {
  const { exchangeId, seq } = answer
  return new Failed({ stepId, exchangeId, ...defined({ seq }), ...failure }, place)
}
