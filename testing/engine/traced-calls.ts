// A call with a traceparent, for tests of agents' spans.

import type { TestWindow } from './open-window.ts'

export interface TracedCall {
  readonly agentId: string
  readonly exchangeId: string
  readonly traceId: string
  readonly spanId: string
  readonly startedAt: number
}

export async function callTraced({ client, connect, idOf }: TestWindow, url: string): Promise<TracedCall> {
  await connect(url)
  const agentId = await idOf(url)
  const settings = await client.agents.settings({ agentId })
  const network = { ...settings.network, traceparent: true as const }
  await client.agents.configure({ agentId, settings: { ...settings, network } })
  await client.conversation.send({ agentId, text: 'hello', stream: true })
  const { rows } = await client.console.exchanges({ filter: '', offset: 0, limit: 100 })
  const row = rows.findLast((one) => one.agentId === agentId && one.operation === 'stream')
  const { id: exchangeId = '', traceId = '', traceSpanId: spanId = '', startedAt = 0 } = row ?? {}
  return { agentId, exchangeId, traceId, spanId, startedAt }
}

/** The HTTP address for agents' spans. */
export async function spansAddress({ client }: TestWindow): Promise<string> {
  const { listening } = await client.spanReceiver.start({ port: 0, grpcPort: 0 })
  return `${listening?.http}/v1/traces`
}

export function postSpans(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
