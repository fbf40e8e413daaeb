// An agent that sends spans to Parley's receiver: called with a traceparent, its spans must be below the call.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '#shared/defined.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { startSubject } from '../start-subject.ts'
import { reason } from '../verdict.ts'
import type { SpanAgent } from './agents.ts'

export const protocols = ['http/protobuf', 'grpc'] as const
type Protocol = (typeof protocols)[number]

interface Seen {
  /** Spans below the call, indented. */
  readonly under: readonly string[]
  /** Number of spans without a call that names their trace. */
  readonly apart: number
  readonly problem?: string
}

export interface AgentResult {
  readonly agent: SpanAgent
  readonly unavailable?: string
  readonly seen: ReadonlyMap<Protocol, Seen>
  readonly tail?: string
}

/** Until the last span of a call. */
const patienceMs = 15_000
const all = { folded: [], offset: 0, limit: 300 }

export async function runAgent(agent: SpanAgent, cache: string): Promise<AgentResult> {
  const visited = new Map<Protocol, Seen>()
  let tail = ''
  for (const protocol of protocols) {
    const window = await openWindow()
    try {
      const { environments } = await window.client.spanReceiver.start({ port: 0, grpcPort: 0 })
      const given = environments.find((each) => each.protocol === protocol)?.variables ?? []
      const env = {
        ...Object.fromEntries(given.map(({ name, value }) => [name, value])),
        OTEL_SERVICE_NAME: agent.name.split(' ')[0] ?? '',
        OTEL_BSP_SCHEDULE_DELAY: '200',
        ...agent.env,
      }
      // With more packages than the servers of the same name.
      const running = await startSubject(agent, join(cache, 'traces'), { env }).catch((error: unknown) =>
        reason(error),
      )
      if (typeof running === 'string') return { agent, unavailable: running, seen: visited }
      try {
        visited.set(protocol, await look(window, agent, running.origin))
      } catch (error) {
        visited.set(protocol, { under: [], apart: 0, problem: reason(error) })
      } finally {
        tail = running.tail()
        await running.close()
      }
    } finally {
      await window.close()
    }
  }
  return { agent, seen: visited, tail }
}

async function look(window: TestWindow, agent: SpanAgent, origin: string): Promise<Seen> {
  const { client } = window
  const agentId = await window.idOf(origin)
  await client.card.discover({ agentId })
  const settings = await client.agents.settings({ agentId })
  const network = { ...settings.network, traceparent: true as const }
  await client.agents.configure({ agentId, settings: { ...settings, network } })
  await client.conversation.send({ agentId, text: 'count to three', stream: true })
  window.engine.record.flush()
  const { rows } = await client.console.exchanges({ filter: '', offset: 0, limit: 50 })
  const exchangeId =
    rows.findLast(({ operation }) => operation === 'stream' || operation === 'send')?.id ?? ''
  const now = async (): Promise<Seen> => {
    const { rows: spans } = await client.spans.ofExchange({ exchangeId, ...all })
    const under = spans
      .slice(1)
      .flatMap(({ depth, name }) => (depth > 0 ? [`${'  '.repeat(depth - 1)}${name}`] : []))
    const unknown = await client.spans.unknown({ offset: 0, limit: 100 })
    const { refused, dropped, badRequests, lastProblem } = (await client.spanReceiver.state()).counts
    const bad = refused + dropped + badRequests
    const problem = bad > 0 ? `${bad} not taken: ${lastProblem?.message ?? ''}` : undefined
    return { under, apart: unknown.spans, ...defined({ problem }) }
  }
  for (const until = performance.now() + patienceMs; ; ) {
    const observed = await now()
    const isThere = observed.under.some((name) => agent.spans.some((requested) => name === requested))
    const isWhole = agent.apart === undefined ? isThere : observed.apart > 0
    if (isWhole || performance.now() > until) {
      // Later spans in the same or the next batch.
      await sleep(1_000)
      return now()
    }
    await sleep(200)
  }
}
