import { join } from 'node:path'
import type { Prompts } from '#shared/checks/behaviors.ts'
import { reportOf } from '#shared/checks/reports/report.ts'
import type { TestResult } from '#shared/checks/run.ts'
import { type OperationName, operationNames } from '#shared/checks/steps.ts'
import type { Suite, Test } from '#shared/checks/suite.ts'
import type { Connection, FoundAgent } from '#shared/contract/card.ts'
import type { CheckPlan, PlannedTest, Report, TrialStep } from '#shared/contract/checks.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import { defined } from '#shared/defined.ts'
import type { Agents } from '../agents.ts'
import { chosenInterface } from '../discovery/choose-interface.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import type { Push } from '../receiver/push.ts'
import type { RecordingService } from '../sessions/recording.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Wire } from '../wire/wire.ts'
import { Asker, type AskerDeps, type Target } from './ask.ts'
import { type CheckRuns, createCheckRuns } from './check-runs.ts'
import { type LoadedSuites, loadSuites } from './load-suites.ts'
import { type AgentPrompts, openAgentPrompts } from './prompts.ts'
import { problemOf } from './reach.ts'
import { type Planned, plannedOf, type RunPlan, runChecks, sectionOf } from './run-checks.ts'
import { createTestWebhooks, type TestWebhooks } from './test-webhooks.ts'
import { tryPrompts } from './trial.ts'
import { type CardVerifier, createCardVerifier } from './verify-card.ts'

type ChecksInputs = Inputs['checks']

/** Settings of a single run. */
export interface OwnRun {
  /** The user's suites, in place of Parley's. */
  readonly paths?: readonly string[]
  readonly variables?: Readonly<Record<string, string>>
  /** In place of the agent's stored prompts. */
  readonly prompts?: Prompts
}

export interface ChecksDeps extends AskerDeps {
  readonly dataDir: string
  readonly agents: Agents
  readonly discovery: DiscoveryService
  readonly recording: Pick<RecordingService, 'beginBeside' | 'endBeside'>
  /** Of this Parley, and of imported sessions. */
  readonly records: () => readonly SessionRecord[]
  readonly wire: Wire
  readonly push: Pick<Push, 'receiver' | 'configurations'>
  readonly version: string
  /** Masks secrets in an agent's responses, as runs are stored. */
  readonly mask: (text: string) => string
}

export async function openChecks(deps: ChecksDeps, suitesFolder: string | undefined): Promise<Checks> {
  const isDemo = (agentId: string) =>
    deps.agents.list().some(({ id, demo }) => id === agentId && demo !== undefined)
  return new Checks(deps, suitesFolder, await openAgentPrompts(deps.dataDir, isDemo))
}

interface Prepared {
  readonly plan: RunPlan
  /** Every available interface, and the index of the one in use. */
  readonly ways: readonly Connection[]
  readonly used: number
}

export class Checks {
  readonly prompts: AgentPrompts
  readonly runs: CheckRuns
  readonly #deps: ChecksDeps
  readonly #suitesFolder: string | undefined
  readonly #webhooks: TestWebhooks
  readonly #verifyCard: CardVerifier
  readonly #going = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>()
  #own: Promise<LoadedSuites> | undefined

  constructor(deps: ChecksDeps, suitesFolder: string | undefined, prompts: AgentPrompts) {
    this.#deps = deps
    this.#suitesFolder = suitesFolder
    this.prompts = prompts
    this.runs = createCheckRuns(deps.record, deps.records)
    this.#webhooks = createTestWebhooks(deps)
    this.#verifyCard = createCardVerifier(deps)
  }

  async plan(
    request: ChecksInputs['plan'],
    signal: AbortSignal = new AbortController().signal,
    own: OwnRun = {},
  ): Promise<CheckPlan> {
    const loaded = await this.#suitesOf(own)
    const { plan, ways, used } = await this.#prepared(request, own, loaded, signal)
    return {
      ways: ways.map((way, index) => ({ ...shownWay(way), chosen: index === used })),
      suites: loaded.suites.map(({ id, name, description = '' }) => ({ id, name, description })),
      tests: plannedTests(plannedOf(plan), (interfaceIndex) =>
        ways.findIndex((each) => each === plan.ways[interfaceIndex]),
      ),
    }
  }

  async start(request: ChecksInputs['start'], signal?: AbortSignal, own: OwnRun = {}) {
    const { agents, discovery, recording } = this.#deps
    const stop = new AbortController()
    const loaded = await this.#suitesOf(own)
    await discovery.found(request.agentId, signal)
    const { plan: prepared } = await this.#prepared(request, own, loaded, stop.signal)
    const sessionId = recording.beginBeside(`Checks of ${prepared.card.name}`)
    const plan = { ...prepared, target: { ...prepared.target, sessionId } }
    const run = this.runs.begin(runOf(plan, agents.get(request.agentId).name), sessionId)
    const add = (result: TestResult) => {
      // Tests that did not run before a stop have no result.
      if (!stop.signal.aborted) run.add(this.#masked(result))
    }
    const tools = { webhooks: this.#webhooks, verifyCard: this.#verifyCard }
    const runDeps = { ...this.#deps, ...tools, reach: discovery.reach }
    const done = runChecks(plan, runDeps, add).finally(async () => {
      const isStopped = stop.signal.aborted
      const { results = [] } = this.runs.of(sessionId) ?? {}
      const [unanswered] = plan.ways.flatMap(
        ({ interface: { url } }) => discovery.reach.unanswered(request.agentId, url) ?? [],
      )
      const problem = isStopped
        ? undefined
        : await problemOf(this.#deps.record, sessionId, results, unanswered)
      run.end(isStopped ? 'stopped' : 'done', problem)
      recording.endBeside(sessionId)
      this.#going.delete(sessionId)
    })
    this.#going.set(sessionId, { stop, done })
    return { sessionId }
  }

  stop(sessionId: string) {
    const run = this.#going.get(sessionId)
    run?.stop.abort()
    return { stopped: run !== undefined }
  }

  async *tryPrompts(
    agentId: string,
    signal: AbortSignal = new AbortController().signal,
  ): AsyncGenerator<TrialStep> {
    const { discovery, recording } = this.#deps
    const agent = await discovery.found(agentId, signal)
    const connection = agent?.connection
    if (!connection)
      throw new Fault('unavailable', 'This agent has no interface that Parley supports. Connect to it first.')
    const sessionId = recording.beginBeside(`Prompts tried with ${agent.card.name}`)
    const asker = new Asker(this.#deps, targetOf(agentId, sessionId, agent))
    try {
      yield* tryPrompts(asker, connection, agent.card, signal)
    } finally {
      recording.endBeside(sessionId)
    }
  }

  report({ sessionId, format }: ChecksInputs['report']): Report {
    const run = this.runs.of(sessionId)
    if (!run) throw new Fault('not-found', 'This recording has no run of checks.')
    return reportOf(run, format, this.#deps.version)
  }

  /** Resolves when no run is in progress. */
  async close(): Promise<void> {
    const all = [...this.#going.values()]
    for (const { stop } of all) stop.abort()
    await Promise.allSettled(all.map(({ done }) => done))
  }

  #masked(result: TestResult): TestResult {
    const { mask } = this.#deps
    const { reason, failure } = result
    return {
      ...result,
      ...(reason !== undefined && { reason: mask(reason) }),
      ...(failure && {
        failure: {
          ...failure,
          message: mask(failure.message),
          ...(failure.expected !== undefined && { expected: mask(failure.expected) }),
          ...(failure.actual !== undefined && { actual: mask(failure.actual) }),
        },
      }),
    }
  }

  async #suitesOf({ paths, variables }: OwnRun): Promise<LoadedSuites> {
    const loaded = paths ? await loadSuites(paths) : await this.#ownSuites()
    return { ...loaded, variables: { ...loaded.variables, ...variables } }
  }

  #ownSuites(): Promise<LoadedSuites> {
    const folder = this.#suitesFolder
    if (folder === undefined) throw new Fault('unavailable', 'This Parley was built without its own checks.')
    this.#own ??= loadSuites([join(folder, 'suite.acts.yaml')])
    return this.#own
  }

  async #prepared(
    request: ChecksInputs['start'],
    { prompts = this.prompts.of(request.agentId) }: OwnRun,
    { suites, variables }: LoadedSuites,
    signal: AbortSignal,
  ): Promise<Prepared> {
    const { agentId } = request
    const agent = await this.#deps.discovery.found(agentId, signal)
    if (!agent)
      throw new Fault('unavailable', 'Nothing can be checked without the agent’s card. Connect to it first.')
    const connections = waysOf(agent, this.#deps.agents.settings(agentId))
    const used = usedOf(agent, connections)
    const plan: RunPlan = {
      target: targetOf(agentId, '', agent),
      card: agent.card,
      rawCard: agent.raw,
      listens: this.#webhooks.isListening(),
      ways: (request.ways ?? [used]).flatMap((index) => connections[index] ?? []),
      suites,
      prompts,
      active: request.active === true,
      variables,
      isSelected: selectionOf(request),
      signal,
    }
    return { plan, ways: connections, used }
  }
}

function targetOf(agentId: string, sessionId: string, { card, cardUrl }: FoundAgent): Target {
  const { extensions } = card.capabilities
  const requiredExtensions = extensions.flatMap(({ uri, required }) => (required ? [uri] : []))
  return { agentId, sessionId, cardUrl, requiredExtensions }
}

function runOf(plan: RunPlan, agentName: string): Parameters<CheckRuns['begin']>[0] {
  const { target, card, ways, suites } = plan
  return {
    agentId: target.agentId,
    agentName,
    ...defined({ agentVersion: card.version }),
    cardUrl: target.cardUrl,
    startedAt: Date.now(),
    ways: ways.map(shownWay),
    suites: suites.map(({ id, name }) => ({ id, name })),
    planned: plannedOf(plan).length,
  }
}

/** Every interface with a supported version and a valid address. */
function waysOf(agent: FoundAgent, settings: ReturnType<Agents['settings']>): readonly Connection[] {
  const used = agent.connection
  const others = agent.interfaces.flatMap(({ interface: { url, tenant }, dialect, binding }) => {
    if (!dialect || !binding) return []
    const forced = { url, dialect, binding, ...defined({ tenant }) }
    const connection = chosenInterface(agent.card, agent.raw, { ...settings, forced }, agent.cardUrl)
    return connection ? [{ ...connection, credentials: 'none' as const }] : []
  })
  return used && !others.some((way) => isSameWay(way, used)) ? [used, ...others] : others
}

function usedOf({ connection }: FoundAgent, all: readonly Connection[]): number {
  const used = all.findIndex((way) => connection !== undefined && isSameWay(way, connection))
  return Math.max(0, used)
}

function isSameWay(a: Connection, b: Connection): boolean {
  return a.interface.url === b.interface.url && a.binding === b.binding && a.dialect === b.dialect
}

function shownWay({ dialect, binding, interface: { url } }: Connection) {
  return { dialect, binding, url }
}

function selectionOf({ suites, tests, levels }: ChecksInputs['start']): RunPlan['isSelected'] {
  return (test: Test, suite: Suite) =>
    (suites?.includes(suite.id) ?? true) &&
    (tests?.includes(test.id) ?? true) &&
    (levels?.includes(test.level) ?? true)
}

function plannedTests(
  planned: readonly Planned[],
  wayOf: (interfaceIndex: number) => number,
): readonly PlannedTest[] {
  const byTest = Map.groupBy(planned, ({ test }) => test)
  return [...byTest].map(([test, each]) => {
    const applicable = each.filter(({ skip }) => skip === undefined)
    const skip = applicable.length === 0 ? each[0]?.skip : undefined
    return {
      suiteId: each[0]?.suite.id ?? '',
      testId: test.id,
      name: test.name,
      description: test.description ?? '',
      level: test.level,
      section: sectionOf(test, each[0]?.dialect) ?? '',
      ways: applicable.map(({ way }) => wayOf(way)),
      sends: test.steps.flatMap((step) =>
        'operation' in step ? [nameOf(step.operation)] : 'raw' in step ? ['raw'] : [],
      ),
      active: test['x-active'] === true,
      behaviors: test.requires_behaviors ?? [],
      ...defined({ skip }),
    }
  })
}

function nameOf(operation: OperationName): string {
  return operationNames[operation]
}
