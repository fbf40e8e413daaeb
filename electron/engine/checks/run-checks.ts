// Runs the tests, some at a time, in an order that does not depend on the agent's speed, repeats those with an
// accidental result, and then judges by the findings. An exception in one test leaves only that test without a result.

import { randomUUID } from 'node:crypto'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { stepsOf } from '#shared/a2a/rules/pointer.ts'
import { type Prompts, promptIn } from '#shared/checks/behaviors.ts'
import type { TestFailure, TestResult } from '#shared/checks/run.ts'
import type { SeenKind } from '#shared/checks/steps.ts'
import { payloadNames } from '#shared/checks/stream.ts'
import type { Suite, Test } from '#shared/checks/suite.ts'
import type { Lookup } from '#shared/checks/template.ts'
import type { Connection, FoundAgent } from '#shared/contract/card.ts'
import { defined } from '#shared/defined.ts'
import { mapStrings } from '#shared/json/map-strings.ts'
import type { InterfaceReach } from '../discovery/interface-reach.ts'
import { isLoopback } from '../platform/net.ts'
import { isFor, matchesInTime, needsWebhook, whyNot } from './applicable.ts'
import { Asker, type AskerDeps, type Target } from './ask.ts'
import type { AnswerPlace } from './expect.ts'
import { blocked, type FoundByRule, findingsOf, judged, skipped, waitsForRules } from './judged.ts'
import { createRunObservations, type RunObservations } from './run-observations.ts'
import { runTest, type TestRun } from './run-test.ts'
import { noWebhook, type TestWebhook, type TestWebhooks } from './test-webhooks.ts'
import type { CardVerifier } from './verify-card.ts'

export interface RunPlan {
  readonly target: Target
  readonly card: FoundAgent['card']
  readonly rawCard: JsonValue
  readonly listens: boolean
  readonly ways: readonly Connection[]
  readonly suites: readonly Suite[]
  readonly prompts: Prompts
  readonly active: boolean
  readonly variables: Readonly<Record<string, string>>
  readonly isSelected: (test: Test, suite: Suite) => boolean
  readonly signal: AbortSignal
}

export interface Planned {
  readonly suite: Suite
  readonly test: Test
  readonly way: number
  readonly dialect?: DialectId
  /** Why it does not apply to this agent. */
  readonly skip?: string
}

// Tests at the same time if the agent is on this machine; most of them wait.
const maxTestsAtOnce = 24
// Tests at the same time for a remote agent, which others use, too.
const maxTestsAtOnceElsewhere = 4
// Repeated tests at the same time.
const maxRetriesAtOnce = 4
/** Time-out of a call; a test with a later response has no result. */
const maxStepMs = 20_000

/** The tests to run, in order. A test that only reads the card runs once. */
export function plannedOf(plan: RunPlan): readonly Planned[] {
  const { suites, ways, isSelected } = plan
  return suites.flatMap((suite) =>
    suite.tests
      .filter((test) => isSelected(test, suite))
      .flatMap((test): readonly Planned[] => {
        const fitting = [...ways.keys()].filter((interfaceIndex) => {
          const connection = ways[interfaceIndex]
          return connection !== undefined && isFor(test, connection)
        })
        if (fitting.length === 0) return [{ suite, test, way: 0, skip: noWay(test) }]
        return (needsCardOnly(test) ? fitting.slice(0, 1) : fitting).map((interfaceIndex) => {
          const connection = ways[interfaceIndex]
          const skip = connection && whyNot(test, plan)
          return {
            suite,
            test,
            way: interfaceIndex,
            ...defined({ dialect: connection?.dialect, skip }),
          }
        })
      }),
  )
}

export interface RunDeps extends AskerDeps {
  readonly reach: Pick<InterfaceReach, 'unanswered'>
  readonly webhooks: TestWebhooks
  readonly verifyCard: CardVerifier
}

export async function runChecks(
  plan: RunPlan,
  deps: RunDeps,
  /** Called with each result as it becomes available. */
  onResult: (result: TestResult, position: number) => void,
): Promise<void> {
  const planned = plannedOf(plan)
  const observed = createRunObservations()
  const runOne = createRunner(plan, deps, observed)
  // Finds out first whether each interface responds at all.
  const first = plan.ways.flatMap(
    (_, interfaceIndex) => planned.find((each) => each.way === interfaceIndex && callsFirst(each)) ?? [],
  )
  const isEarly = (each: Planned) => first.includes(each) || needsCardOnly(each.test)
  const [early = [], others = []] = [true, false].map((early) =>
    [...planned.entries()].flatMap(([position, each]) => (isEarly(each) === early ? [position] : [])),
  )
  const pending = new Map<number, TestRun>()
  const worker = async (left: number[]) => {
    for (let position = left.shift(); position !== undefined; position = left.shift()) {
      const next = planned[position]
      if (!next) continue
      const run = next.skip === undefined ? await runOne(next) : skipped(next.skip)
      if (isOpen(next, run)) pending.set(position, run)
      else onResult(resultOf(next, run), position)
    }
  }
  const workers = (left: number[], atOnce: number) =>
    Promise.all(Array.from({ length: atOnce }, () => worker(left)))
  const isHere = isLoopback(new URL(plan.target.cardUrl).hostname)
  const atOnce = isHere ? maxTestsAtOnce : maxTestsAtOnceElsewhere
  for (const left of [early, others]) await workers(left, atOnce)
  const byChance = [...pending].filter(([, { isChance }]) => isChance).map(([position]) => position)
  for (const position of byChance) pending.delete(position)
  await workers(
    byChance.toSorted((a, b) => a - b),
    maxRetriesAtOnce,
  )
  const foundByRules = await findingsOf(deps.record, plan.target.sessionId, plan.ways)
  const results = planned.flatMap((each, position) => {
    const own = pending.get(position)
    if (!own) return []
    const hasSeen = (kind: SeenKind) => observed.has(kind, plan.ways[each.way])
    const run = bestSentence(judged(each, own, foundByRules, hasSeen), foundByRules)
    return [{ ...each, position, run }]
  })
  for (const each of results) onResult(resultOf(each, blocked(each, results)), each.position)
}

/** The rules, another test or a repetition may change its result. */
function isOpen({ test }: Planned, { outcome }: TestRun): boolean {
  return outcome === 'inconclusive' || outcome === 'fail' || waitsForRules(test)
}

function createRunner(plan: RunPlan, deps: RunDeps, observed: RunObservations) {
  const asker = new Asker(deps, plan.target)
  const { target, ways, signal, prompts } = plan
  return async ({ test, way }: Planned): Promise<TestRun> => {
    if (signal.aborted) return skipped('The run was stopped.')
    const connection = ways[way]
    if (!connection) return skipped('The agent has no such interface.')
    // Reported once for the run, not by each test.
    const isUnanswered = () =>
      !needsCardOnly(test) && deps.reach.unanswered(target.agentId, connection.interface.url) !== undefined
    if (isUnanswered()) return skipped(nothingAnswered)
    const webhook = needsWebhook(test) ? deps.webhooks.begin(target, connection, test) : noWebhook
    try {
      const run = await runTest(test, {
        asker,
        way: connection,
        ways,
        matches: matchesInTime,
        lookup: lookupOf(plan, connection, webhook),
        filled: (value) => mapStrings(value, (text) => promptIn(text, prompts)),
        saw: observed.add,
        webhook,
        verifyCard: deps.verifyCard(target, plan.active),
        signal,
        stepMs: maxStepMs,
      })
      return isUnanswered() ? { ...run, ...skipped(nothingAnswered) } : run
    } finally {
      if ((await webhook.calls(() => true, 0, signal)).length > 0) observed.webhook(connection)
      webhook.end()
    }
  }
}

const nothingAnswered = 'Nothing answered at the address of this interface.'

function resultOf({ suite, test, way, dialect }: Planned, run: TestRun): TestResult {
  const { description, 'x-hint': hint } = test
  const section = sectionOf(test, dialect)
  const { lacks: _, isChance: __, ...result } = run
  return {
    suiteId: suite.id,
    testId: test.id,
    name: test.name,
    level: test.level,
    way,
    ...defined({ section, description, hint }),
    ...result,
  }
}

function noWay(test: Test): string {
  const transports = [...(test.transport ?? []), ...(test.preconditions?.transport ?? [])]
  const versions = test['x-versions']
  const over = transports.length > 0 ? ` over ${transports.join(' or ')}` : ''
  const speaking = versions ? ` that speaks A2A ${versions.join(' or ')}` : ''
  return `No interface was chosen${speaking}${over}.`
}

function needsCardOnly({ steps }: Test): boolean {
  return steps.every((step) => {
    if ('operation' in step) return step.operation === 'get_agent_card' && !step.params?.['extended']
    if ('x-findings' in step) return step['x-findings'].seen === 'card' && steps.length > 1
    return 'assertion' in step || 'x-signature' in step
  })
}

function callsFirst({ skip, test: { steps } }: Planned): boolean {
  const [first] = steps
  return (
    skip === undefined && first !== undefined && 'operation' in first && first.operation !== 'get_agent_card'
  )
}

/** In the agent's version, if the test has one for it. */
export function sectionOf(test: Test, dialect: DialectId | undefined): string | undefined {
  const [version = ''] = dialect?.split('-') ?? []
  return test['x-sections']?.[version] ?? test.spec_ref
}

function lookupOf({ variables, target }: RunPlan, connection: Connection, webhook: TestWebhook): Lookup {
  const byName: Readonly<Record<string, JsonValue | undefined>> = {
    ...variables,
    baseUrl: connection.interface.url,
    SUT_BASE_URL: connection.interface.url,
    cardUrl: target.cardUrl,
    requiredExtensions: target.requiredExtensions.join(', '),
    webhookUrl: webhook.url,
    webhookToken: webhook.token,
    webhookCredentials: webhook.credentials,
    $uuid: randomUUID(),
  }
  return (name) => (Object.hasOwn(byName, name) ? byName[name] : undefined)
}

// Where a rule found an error at the place of a test's failure, its sentence replaces the test’s.

export function bestSentence({ place, ...run }: TestRun, foundByRules: readonly FoundByRule[]): TestRun {
  const { failure } = run
  if (place === undefined || failure === undefined) return run
  const [best] = foundByRules
    .flatMap((each) => {
      const depth = explainedAt(each, failure, place)
      return depth === undefined ? [] : [{ each, depth }]
    })
    .toSorted((a, b) => b.depth - a.depth)
  if (best === undefined) return run
  const { finding, seq } = best.each
  return { ...run, failure: { ...failure, message: finding.message, seq, path: finding.pointer } }
}

/** The distance of an error to the place of the failure, the same place being the nearest; undefined if it explains nothing. */
function explainedAt(
  { finding, exchangeId, seq }: FoundByRule,
  { exchangeId: failedIn, seq: failedAt, path = '', actual }: TestFailure,
  place: AnswerPlace,
): number | undefined {
  if (finding.severity !== 'error' || exchangeId !== failedIn) return undefined
  const own = placeOf(stepsOf(finding.pointer))
  if (place === 'event' && seq !== failedAt && own.length > 0) return undefined
  const requested = placeOf(path.match(/[^.[\]"]+/g) ?? [])
  if (!own.every((step, index) => step === requested[index])) return undefined
  // A wrong value has no cause further up, but a missing one may.
  return own.length === requested.length || actual === 'nothing' ? own.length : undefined
}

/** Within the wrapped object: suites use 1.0's wrapper for all versions. */
function placeOf(steps: readonly string[]): readonly string[] {
  const inside = steps[0] === 'result' ? steps.slice(1) : steps
  return payloadNames.has(inside[0] ?? '') ? inside.slice(1) : inside
}
