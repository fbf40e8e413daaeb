// Makes the tests of a run, some at a time, in an order that does not depend on how fast the agent is; then judges by what the rules
// found in all that came. One test that breaks is one test without a result.

import { randomUUID } from 'node:crypto'
import { isList, isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { type Prompts, promptIn } from '#shared/checks/behaviors.ts'
import type { TestResult } from '#shared/checks/run.ts'
import type { Suite, Test } from '#shared/checks/suite.ts'
import type { Lookup } from '#shared/checks/template.ts'
import type { Connection, Discovery } from '#shared/contract/card.ts'
import { isFor, whyNot } from './applicable.ts'
import { Asker, type AskerDeps, type Target } from './ask.ts'
import { type FoundByRule, findingsOf } from './found.ts'
import { matchesInTime } from './matches.ts'
import { runTest, type TestRun } from './run-test.ts'
import { createSeen } from './seen.ts'
import type { TestWebhooks } from './test-webhooks.ts'

export interface RunPlan {
  readonly target: Target
  readonly card: Extract<Discovery, { found: true }>['card']
  readonly ways: readonly Connection[]
  readonly suites: readonly Suite[]
  readonly prompts: Prompts
  readonly active: boolean
  readonly variables: Readonly<Record<string, string>>
  readonly wants: (test: Test, suite: Suite) => boolean
  readonly signal: AbortSignal
}

/** One test over one interface. */
export interface Planned {
  readonly suite: Suite
  readonly test: Test
  readonly way: number
  /** Why it says nothing of this agent. */
  readonly skip?: string
}

/** Tests that run at the same time: no more than an agent of one process takes in its stride. */
const maxTestsAtOnce = 4
/** A call of a test that is answered later has no result. */
const maxStepMs = 20_000

/** What is to be made, in order. A test that asks for nothing but the card is made once. */
export function plannedOf({ suites, ways, wants, card, prompts, active }: RunPlan): readonly Planned[] {
  return suites.flatMap((suite) =>
    suite.tests
      .filter((test) => wants(test, suite))
      .flatMap((test): readonly Planned[] => {
        const fitting = [...ways.keys()].filter((way) => {
          const connection = ways[way]
          return connection !== undefined && isFor(test, connection)
        })
        if (fitting.length === 0) return [{ suite, test, way: 0, skip: noWay(test) }]
        return (asksCardOnly(test) ? fitting.slice(0, 1) : fitting).map((way) => {
          const connection = ways[way]
          const skip = connection && whyNot(test, { card, way: connection, prompts, active })
          return { suite, test, way, ...(skip !== undefined && { skip }) }
        })
      }),
  )
}

export async function runChecks(
  plan: RunPlan,
  deps: AskerDeps & { readonly webhooks: TestWebhooks },
  /** Told of each result, in the order in which they are known. */
  onResult: (result: TestResult, position: number) => void,
): Promise<void> {
  const planned = plannedOf(plan)
  const seen = createSeen()
  const asker = new Asker(deps, plan.target)
  const queue = planned
    .map((each, position) => ({ ...each, position }))
    .filter(({ test }) => !judgesByRules(test))
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const run = next.skip === undefined ? await runOne(next) : skipped(next.skip)
      onResult(resultOf(next, run), next.position)
    }
  }
  const runOne = async ({ test, way }: Planned): Promise<TestRun> => {
    if (plan.signal.aborted) return skipped('The run was stopped.')
    const connection = plan.ways[way]
    if (!connection) return skipped('The agent has no such interface.')
    const webhook = deps.webhooks.begin(plan.target, connection)
    try {
      return await runTest(test, {
        asker,
        way: connection,
        ways: plan.ways,
        matches: matchesInTime,
        lookup: lookupOf(plan, connection, webhook.url),
        said: (value) => inWords(value, plan.prompts),
        saw: seen.add,
        webhook,
        signal: plan.signal,
        stepMs: maxStepMs,
      })
    } finally {
      webhook.end()
    }
  }
  await Promise.all(Array.from({ length: maxTestsAtOnce }, worker))
  const found = await findingsOf(deps.record, plan.target.sessionId, plan.ways)
  for (const [position, each] of planned.entries()) {
    if (judgesByRules(each.test)) onResult(resultOf(each, judged(each, found, seen.has)), position)
  }
}

function resultOf({ suite, test, way }: Planned, run: TestRun): TestResult {
  const { description, spec_ref, 'x-hint': hint } = test
  return {
    suiteId: suite.id,
    testId: test.id,
    name: test.name,
    level: test.level,
    way,
    ...(spec_ref !== undefined && { section: spec_ref }),
    ...(description !== undefined && { description }),
    ...(hint !== undefined && { hint }),
    ...run,
  }
}

function judgesByRules({ steps }: Test): boolean {
  return steps.some((step) => 'x-findings' in step)
}

/** A rule that had nothing to look at has passed nothing. */
function judged(
  { test, way, skip }: Planned,
  found: readonly FoundByRule[],
  hasSeen: ReturnType<typeof createSeen>['has'],
): TestRun {
  if (skip !== undefined) return skipped(skip)
  for (const step of test.steps) {
    if (!('x-findings' in step)) continue
    const { none, seen } = step['x-findings']
    if (!hasSeen(seen)) return skipped(`Nothing in this run had a ${seen} to look at.`)
    const first = found.find((each) => each.ways.includes(way) && none.includes(each.finding.rule))
    if (!first) continue
    const { finding, exchangeId, seq } = first
    return {
      outcome: 'fail',
      failure: { message: finding.message, stepId: step.id, exchangeId, seq, path: finding.pointer },
      durationMs: 0,
      exchangeIds: [exchangeId],
    }
  }
  return { outcome: 'pass', durationMs: 0, exchangeIds: [] }
}

function skipped(reason: string): TestRun {
  return { outcome: 'skip', reason, durationMs: 0, exchangeIds: [] }
}

function noWay(test: Test): string {
  const transports = [...(test.transport ?? []), ...(test.preconditions?.transport ?? [])]
  const versions = test['x-versions']
  const over = transports.length > 0 ? ` over ${transports.join(' or ')}` : ''
  const speaking = versions ? ` that speaks A2A ${versions.join(' or ')}` : ''
  return `No interface was chosen${speaking}${over}.`
}

function asksCardOnly({ steps }: Test): boolean {
  return steps.every(
    (step) => 'operation' in step && step.operation === 'get_agent_card' && !step.params?.['extended'],
  )
}

/** What a suite may know of where it runs. */
function lookupOf({ variables, target }: RunPlan, way: Connection, webhookUrl: string | undefined): Lookup {
  const known: Readonly<Record<string, JsonValue | undefined>> = {
    ...variables,
    baseUrl: way.interface.url,
    SUT_BASE_URL: way.interface.url,
    cardUrl: target.cardUrl,
    webhookUrl,
    $uuid: randomUUID(),
  }
  return (name) => (Object.hasOwn(known, name) ? known[name] : undefined)
}

function inWords(value: JsonValue, prompts: Prompts): JsonValue {
  if (typeof value === 'string') return promptIn(value, prompts)
  if (isList(value)) return value.map((each) => inWords(each, prompts))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inWords(member, prompts)]))
}
