// Runs one test: its steps in order, up to the first failed expectation. Only the agent can fail: a step that could not
// be made, was too late, or is only setup makes the test inconclusive, and a test that checked nothing does not pass.

import { setTimeout as wait } from 'node:timers/promises'
import { shown } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { mismatchOf } from '#shared/checks/assertion.ts'
import type { Matches } from '#shared/checks/operators.ts'
import { valueAt } from '#shared/checks/path.ts'
import { maxTestExchanges, type TestFailure, type TestOutcome } from '#shared/checks/run.ts'
import type { NamedAssertion, OperationStep, RawStep, Step } from '#shared/checks/steps.ts'
import type { Test } from '#shared/checks/suite.ts'
import { type Lookup, UnknownName } from '#shared/checks/template.ts'
import { holdsUntil, untilWords } from '#shared/checks/until.ts'
import type { Connection } from '#shared/contract/card.ts'
import { defined } from '#shared/defined.ts'
import type { AgentReply } from './agent-reply.ts'
import { isSameVersion } from './applicable.ts'
import type { Asker, CallContext, CallResult } from './ask.ts'
import {
  BackgroundStreams,
  hasEnded,
  holdSetup,
  isSetup,
  neededBy,
  setupFailed,
  taskAtWork,
} from './background-streams.ts'
import {
  type AnswerPlace,
  BadStep,
  brokenOff,
  Failed,
  hold,
  holdAssertion,
  holdError,
  refused,
  type StepReply,
} from './expect.ts'
import { createScope, plain, responseOf, type Scope } from './scope.ts'
import { holdWebhook, type Webhook } from './test-webhooks.ts'

export interface TestRun {
  readonly outcome: TestOutcome
  readonly reason?: string
  readonly failure?: TestFailure
  /** The failed test that covers its setup. */
  readonly blockedBy?: string
  /** Setup that failed, by the names that tests have for what they prove. */
  readonly lacks?: readonly string[]
  /** The result may be accidental. */
  readonly isChance?: boolean
  /** The place of the failure, until the end of the run. */
  readonly place?: AnswerPlace
  readonly durationMs: number
  readonly exchangeIds: readonly string[]
}

export interface TestDeps {
  readonly asker: Asker
  readonly way: Connection
  /** All interfaces of the run, for comparisons. */
  readonly ways: readonly Connection[]
  readonly matches: Matches
  readonly lookup: Lookup
  /** Fills in values for this agent: the name of a behavior becomes its prompt. */
  readonly filled: (value: JsonValue) => JsonValue
  /** Called with every response and its interface, for judgments over the whole run. */
  readonly saw: (answer: AgentReply, connection: Connection) => void
  readonly webhook: Webhook
  /** Throws if no signature of the card verifies. */
  readonly verifyCard: (stepId: string, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
  readonly stepMs: number
}

export async function runTest(test: Test, deps: TestDeps): Promise<TestRun> {
  const began = performance.now()
  const steps = new TestSteps(deps)
  let needs: readonly string[] = []
  const ended = (outcome: TestOutcome, more: Partial<TestRun> = {}): TestRun => ({
    outcome,
    durationMs: Math.round(performance.now() - began),
    exchangeIds: steps.exchangeIds.slice(0, maxTestExchanges),
    ...more,
  })
  try {
    for (const step of test.steps) {
      needs = neededBy(step)
      await steps.make(step)
    }
    for (const assertion of test.assertions ?? []) steps.assert(assertion)
    return ended('pass')
  } catch (error) {
    if (error instanceof Failed) {
      const { failure, place } = error
      return ended('fail', { failure, lacks: needs, ...defined({ place }) })
    }
    if (error instanceof BadStep) {
      const { outcome, message: reason, isChance, lacks } = error
      return ended(outcome, { reason, isChance, lacks })
    }
    if (error instanceof UnknownName) return ended('inconclusive', { reason: error.message })
    // An exception leaves the test without a result.
    return ended('inconclusive', { reason: `Something broke inside Parley: ${String(error)}` })
  } finally {
    await steps.end()
  }
}

/** The state of a test's steps, and how each kind of step is made. */
class TestSteps {
  readonly exchangeIds: string[] = []
  readonly #deps: TestDeps
  readonly #scope: Scope
  readonly #streams = new BackgroundStreams()
  readonly #over = new AbortController()
  readonly #made = new Map<string, MadeStep>()
  #last: StepReply | undefined

  constructor(deps: TestDeps) {
    this.#deps = deps
    this.#scope = createScope(deps.lookup)
  }

  async make(step: Step): Promise<void> {
    const { signal, webhook, matches, way } = this.#deps
    await pause(step.delay_ms ?? 0, signal)
    if ('operation' in step && step.repeat) return this.#repeat(step, step.repeat)
    if ('operation' in step || 'raw' in step) return this.#ask(step)
    if ('assertion' in step) return this.assert(step.assertion)
    if ('x-still-open' in step) return this.#streams.holdOpen(step)
    if ('x-webhook' in step) return holdWebhook(step, webhook, { scope: this.#scope, matches }, signal)
    if ('x-signature' in step) return this.#deps.verifyCard(step.id, signal)
    // Findings are judged after the run.
    if ('x-findings' in step) return
    if ('x-await' in step) {
      const begun = this.#made.get(step['x-await'])
      const stepReply = this.#answered(step.id, await this.#streams.ended(step['x-await']), way)
      return this.#holdInTime(begun, stepReply, () => this.#streams.hold(step, stepReply))
    }
    throw new BadStep('skip', 'It tests a client, not an agent.')
  }

  assert(assertion: NamedAssertion): void {
    if (!this.#last) throw new BadStep('inconclusive', 'There is no response yet that it could look at.')
    holdAssertion(assertion, this.#last)
  }

  /** Aborts whatever is still open. */
  async end(): Promise<void> {
    this.#over.abort()
    await this.#streams.end()
  }

  async #ask(step: OperationStep | RawStep): Promise<void> {
    const { way, signal } = this.#deps
    const how = this.#asking(step)
    const request = await this.#begin(step, how)
    this.#scope.asked(step.id, request.request)
    const made: MadeStep = { step, request: request.request }
    this.#made.set(step.id, made)
    if ('operation' in step && step['x-background']) {
      this.#streams.add(step.id, request)
      const opening = Promise.race([request.opened, pause(maxOpeningMs, signal)])
      const early = await Promise.race([request.answer, opening])
      made.isLate = early?.error && (await this.#isTooLate(made, early))
      return
    }
    const stepReply = this.#answered(step.id, timed(await request.answer, how, signal), way)
    await this.#holdInTime(made, stepReply, () =>
      isSetup(step) ? holdSetup(step, stepReply) : hold(step, stepReply),
    )
    const missing = step.capture && this.#scope.capture(step.id, step.capture, stepReply.answer)
    if (missing !== undefined) {
      const message = `The answer has no \`${missing}\`, which the next steps need.`
      throw new BadStep('inconclusive', message, { lacks: neededBy(step) })
    }
    if ('operation' in step && step['x-everywhere']) await this.#everywhere(step, stepReply)
  }

  /** A refusal because the task has ended is no failure. */
  async #holdInTime(made: MadeStep | undefined, stepReply: StepReply, check: () => void): Promise<void> {
    try {
      check()
    } catch (error) {
      const isRefused = error instanceof Failed || (error instanceof BadStep && error.lacks.length > 0)
      if (isRefused && made && (made.isLate ?? (await this.#isTooLate(made, stepReply.answer))))
        throw new BadStep('inconclusive', tooLate, { isChance: true })
      throw error
    }
  }

  async #isTooLate({ step, request }: MadeStep, answer: AgentReply): Promise<boolean> {
    const taskId = taskAtWork(step, request)
    if (taskId === undefined) return false
    if (!answer.error) return hasEnded(responseOf(answer))
    const { asker } = this.#deps
    const get = await asker.operation('get_task', { id: taskId }, this.#asking(getTask))
    this.exchangeIds.push(get.exchangeId)
    return hasEnded(responseOf(await get.answer))
  }

  async #begin(step: OperationStep | RawStep, how: CallContext): Promise<CallResult> {
    const { asker, filled: fill } = this.#deps
    const filled = (value: JsonValue) => fill(this.#scope.filled(value))
    const request =
      'raw' in step
        ? await asker.raw(filled(step.raw as JsonValue) as typeof step.raw, how)
        : await asker.operation(step.operation, filled(step.params ?? {}) as JsonObject, how)
    this.exchangeIds.push(request.exchangeId)
    return request
  }

  #asking(step: OperationStep | RawStep): CallContext {
    const { way, stepMs, signal } = this.#deps
    const limitMs = step.expect_stream?.timeout_ms ?? stepMs
    const headers = 'operation' in step ? step['x-headers'] : undefined
    return {
      way,
      credentials: step['x-credentials'],
      headers: headers && (this.#scope.filled(headers) as Readonly<Record<string, string>>),
      cutAfter: 'operation' in step ? step['x-cut-after'] : undefined,
      readPauseMs: 'operation' in step ? step['x-read-pause-ms'] : undefined,
      signal: AbortSignal.any([signal, this.#over.signal, AbortSignal.timeout(limitMs)]),
    }
  }

  #answered(stepId: string, answer: AgentReply, connection: Connection): StepReply {
    this.#deps.saw(answer, connection)
    this.#scope.answered(stepId, answer)
    this.#last = { stepId, answer, scope: this.#scope, matches: this.#deps.matches }
    return this.#last
  }

  async #repeat(step: OperationStep, { until, max_attempts, delay_ms, backoff }: Repeat): Promise<void> {
    const began = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      await this.#ask(step)
      const answer = this.#scope.answer(step.id)
      // A refused request is not polled.
      if (answer?.error && !step.expect_error && this.#last) throw refused(this.#last, answer.error)
      if (holdsUntil(String(this.#scope.filled(until)), responseOf(answer))) return
      if (attempt === max_attempts) {
        const seconds = ((performance.now() - began) / 1_000).toFixed(1)
        const failure = neverSo(
          String(this.#scope.filled(until)),
          answer,
          `${attempt} requests in ${seconds} s`,
        )
        if (isSetup(step)) throw setupFailed(failure, step)
        throw new Failed({ ...failure, stepId: step.id })
      }
      await pause(delay_ms * factorOf(backoff, attempt), this.#deps.signal)
    }
  }

  /** Compares the result over each other interface of the version, member by member; errors, by their kind. */
  async #everywhere(step: OperationStep, stepReply: StepReply): Promise<void> {
    const { ways, way: own, saw, matches } = this.#deps
    const others = ways.filter((each) => each !== own && isSameVersion(each, own))
    if (others.length === 0) {
      throw new BadStep(
        'skip',
        'No other interface of this version was chosen, so there is nothing to compare.',
      )
    }
    for (const connection of others) {
      const request = await this.#begin(step, { ...this.#asking(step), way: connection })
      const answer = await request.answer
      saw(answer, connection)
      if (answer.broken) throw brokenOff(answer.broken)
      if (step.expect_error) {
        holdError(step.expect_error, { ...stepReply, answer })
        continue
      }
      const miss = mismatchOf(plain(responseOf(stepReply.answer)), plain(responseOf(answer)), matches)
      if (!miss) continue
      const { path, expected, actual } = miss
      const what = path === '' ? 'the answer' : `\`${path}\``
      const message = `Over ${connection.binding}, ${what} is ${actual}; over ${own.binding} it is ${expected}.`
      throw new Failed({ message, stepId: step.id, exchangeId: request.exchangeId, expected, actual, path })
    }
  }
}

interface MadeStep {
  readonly step: OperationStep | RawStep
  readonly request: JsonValue
  /** For a stream beside the next steps: whether its task had ended when it was refused. */
  isLate?: boolean | undefined
}

const getTask: OperationStep = { id: 'get', operation: 'get_task' }
const tooLate = 'It came too late: the task had ended before the agent got this request.'
// Time between the request for such a stream and the next steps, if the agent sends nothing.
const maxOpeningMs = 500

function neverSo(until: string, answer: AgentReply | undefined, tries: string): TestFailure {
  const { path, expected } = untilWords(until)
  const actual = shown(valueAt(responseOf(answer), path))
  const message = `After ${tries}, \`${path}\` is still ${actual}; expected ${expected}.`
  return { message, path, expected, actual, ...defined({ exchangeId: answer?.exchangeId }) }
}

type Repeat = NonNullable<OperationStep['repeat']>

function factorOf(backoff: Repeat['backoff'], attempt: number): number {
  if (backoff === 'none') return 1
  return backoff === 'linear' ? attempt : 2 ** (attempt - 1)
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await wait(ms, undefined, { signal }).catch(() => undefined)
  if (signal.aborted) throw new BadStep('skip', 'The run was stopped.')
}

/** Marks a response that was aborted by the time-out. */
function timed(answer: AgentReply, how: CallContext, run: AbortSignal): AgentReply {
  if (run.aborted) throw new BadStep('skip', 'The run was stopped.')
  return how.signal.aborted ? { ...answer, broken: { message: 'The agent took too long.' } } : answer
}
