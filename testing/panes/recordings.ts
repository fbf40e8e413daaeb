// Recordings for panes by a real engine: agents are called over HTTP, or entries are appended. This runs in Node, as a
// command of tests in the browser, and returns the data of a shared page.

import { randomUUID } from 'node:crypto'
import { pageLines } from '#engine/sessions/html/page-lines.ts'
import type { JsonObject } from '#shared/a2a/model.ts'
import type { Prompts } from '#shared/checks/behaviors.ts'
import type { CheckPage, CheckPlan, PastRun, TrialStep } from '#shared/contract/checks.ts'
import type { ConsoleCounts } from '#shared/contract/console.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import type { PageLine } from '#shared/export/page-line.ts'
import type { Entry } from '#shared/record/entry.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { ranChecks } from '#testing/engine/run-checks.ts'
import { type Agent, type AgentOptions, agent } from '../../e2e/agents/agent.ts'
import { type BrokenAgentName, brokenAgent } from '../../e2e/agents/broken/broken-agent.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'
import type { DialectName } from '../../e2e/agents/dialects/dialect.ts'
import type { Step } from '../../e2e/agents/steps.ts'
import { tracedAgent } from '../../e2e/agents/traced-agent.ts'
import { openDelegating } from '../../e2e/fixtures/delegating-session.ts'
import { readFrameworkCapture } from '../../e2e/fixtures/framework-captures.ts'

export type Recording = readonly PageLine[]

interface Message {
  readonly text: string
  readonly stream?: boolean
}

interface Calls {
  /** One of the kit by name; otherwise the kit's plain agent in this dialect. */
  readonly agent?: string
  readonly dialect?: DialectName
  /** Members that override those of its card. */
  readonly card?: JsonObject
  /** Replaces the kit's script. */
  readonly steps?: readonly Step[]
  /** A captured stream of a framework, sent unchanged. */
  readonly captured?: string
  /** Sent in sequence, in one context. */
  readonly messages?: readonly Message[]
}

/** One agent, whose card is read, and messages to it. */
export async function recordCalls({ messages = [], ...calls }: Calls): Promise<Recording> {
  const started = await startAgent(calls)
  const window = await openWindow()
  try {
    await send(window, started.url, messages)
    return await recordingOf(window)
  } finally {
    await window.close()
    await started.close()
  }
}

interface CheckCalls extends Pick<Calls, 'agent' | 'dialect' | 'card'> {
  /** A broken agent as the only interface of the card. */
  readonly broken?: BrokenAgentName
  readonly chosen?: Partial<Inputs['checks']['start']>
  /** For each run, the agent's stored prompts. */
  readonly runs?: readonly Prompts[]
  /** While recording is paused. */
  readonly isPaused?: boolean
  /** The examples of its skills are tried, too. */
  readonly isTried?: boolean
}

export interface RecordedChecks {
  /** The session of the newest run, else of the trial, else of other calls. */
  readonly recording: Recording
  readonly plan: CheckPlan
  readonly prompts: Prompts
  /** Newest first. */
  readonly runs: readonly PastRun[]
  readonly pages: Readonly<Record<string, CheckPage>>
  readonly trial: readonly TrialStep[]
  /** By session of the runs; unrecorded runs have none. */
  readonly counts: Readonly<Record<string, ConsoleCounts>>
}

/** The planned checks of an agent, and its runs. */
export async function recordChecks({ broken, card, ...calls }: CheckCalls): Promise<RecordedChecks> {
  const wire = broken && (await brokenAgent(broken))
  const version = { protocolBinding: 'JSONRPC', protocolVersion: '1.0' }
  const supportedInterfaces = wire && [{ url: wire.url, ...version }]
  const started = await startAgent({
    ...calls,
    ...(supportedInterfaces ? { card: { ...card, supportedInterfaces } } : defined({ card })),
  })
  const window = await openWindow()
  try {
    return await checksOf(window, started.url, calls)
  } finally {
    await window.close()
    await started.close()
    await wire?.close()
  }
}

async function checksOf(
  window: TestWindow,
  url: string,
  { chosen = {}, runs = [], isPaused = false, isTried = false }: CheckCalls,
): Promise<RecordedChecks> {
  const { client, connect, idOf } = window
  const { checks, console, sessions } = client
  await connect(url)
  const agentId = await idOf(url)
  if (isPaused) await sessions.record({ action: 'pause' })
  const trial = isTried ? await Array.fromAsync(await checks.tryPrompts({ agentId })) : []
  const pages: Record<string, CheckPage> = {}
  const counts: Record<string, ConsoleCounts> = {}
  for (const prompts of runs) {
    await checks.setPrompts({ agentId, prompts })
    const { sessionId } = await ranChecks(window, { agentId, ...chosen })
    pages[sessionId] = await checks.read({ sessionId, after: 0, limit: 1_000 })
    const counted = await console.counts({ sessionId }).catch(() => undefined)
    if (counted) counts[sessionId] = counted
  }
  const listed = await sessions.list({ limit: 10 })
  const beside = listed.sessions.find(({ name }) => /^(Checks of|Prompts tried with)/.test(name))
  return {
    recording: await recordingOf(window, beside?.id),
    plan: await checks.plan({ agentId }),
    prompts: await checks.prompts({ agentId }),
    runs: await checks.runs({ agentId }),
    ...{ pages, trial, counts },
  }
}

/** An agent with OpenTelemetry, and all spans of a call. */
export async function recordSpans(text: string): Promise<Recording> {
  const window = await openWindow()
  const { listening } = await window.client.spanReceiver.start({ port: 0, grpcPort: 0 })
  const traced = await tracedAgent({ endpoint: () => listening?.http })
  try {
    const { client, connect, idOf } = window
    await connect(traced.url)
    const agentId = await idOf(traced.url)
    const settings = await client.agents.settings({ agentId })
    const network = { ...settings.network, traceparent: true as const }
    await client.agents.configure({ agentId, settings: { ...settings, network } })
    await send(window, traced.url, [{ text, stream: true }])
    return await recordingOf(window)
  } finally {
    await window.close()
    await traced.close()
  }
}

/** A planner that delegates `text` to three agents through taps. */
export async function recordDelegation(
  text: string,
  { name, evidence }: { readonly name?: string; readonly evidence?: 'reference' | 'nothing' } = {},
): Promise<Recording> {
  const session = await openDelegating(name, evidence)
  try {
    await session.say(text)
    return await recordingOf(session.window)
  } finally {
    await session.close()
  }
}

/** Entries in a new session; `tasks`: task ids by exchange. */
export async function recordEntries(
  entries: readonly Entry[],
  tasks: Readonly<Record<string, string>> = {},
): Promise<Recording> {
  const window = await openWindow()
  try {
    const { record } = window.engine
    const { sessionId } = record.createSession('')
    for (const { seq: _, ...entry } of entries)
      record.append({ ...entry, sessionId }, defined({ taskId: tasks[entry.exchangeId] }))
    return await recordingOf(window, sessionId)
  } finally {
    await window.close()
  }
}

function startAgent({ agent: name, dialect = '1.0', card, steps, captured }: Calls): Promise<Agent> {
  const sent = steps ?? (captured === undefined ? undefined : resultsOf(captured))
  const options: Partial<AgentOptions> = defined({ card, script: sent && (() => sent) })
  return name === undefined ? agent({ dialect, ...options }) : namedAgent(name).start(options)
}

/** The results of a captured stream, in order. */
function resultsOf(scenario: string): readonly Step[] {
  const frames = readFrameworkCapture(scenario).exchanges[0]?.frames ?? []
  return frames.flatMap(({ raw }): Step[] => {
    const data = /^data: ?(.*)$/m.exec(raw)?.[1]
    return data === undefined ? [] : [{ step: 'json', json: JSON.parse(data).result }]
  })
}

async function send(window: TestWindow, url: string, messages: readonly Message[]): Promise<void> {
  const { client, connect, idOf, engine } = window
  await connect(url)
  const agentId = await idOf(url)
  const chatId = randomUUID()
  let contextId: string | undefined
  for (const { text, stream = false } of messages) {
    await client.conversation.send({ agentId, text, stream, chatId, ...defined({ contextId }) })
    engine.record.flush()
    const { rows } = await client.console.exchanges({ filter: '', offset: 0, limit: 100 })
    contextId = rows.at(-1)?.contextId
  }
}

async function recordingOf({ engine, client }: TestWindow, sessionId?: string): Promise<Recording> {
  const id = sessionId ?? (await client.sessions.recording()).session?.id ?? ''
  engine.record.flush()
  return Array.fromAsync(
    pageLines({
      record: engine.sessions.recordOf(id),
      opened: await engine.sessions.open(id),
      selection: { of: 'session' },
      mask: { text: (text) => text, bytes: (bytes) => bytes },
      onProgress: () => undefined,
    }),
  )
}
