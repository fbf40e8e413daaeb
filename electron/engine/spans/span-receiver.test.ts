// Agents send spans to the port that Parley listens on; what is of a call hangs under it.

import { afterEach, expect, test } from 'vitest'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'
import { openWindow, type TestWindow } from '../testing/open-window.ts'
import { newSpanId, newTraceId, otlpJson } from '../testing/otlp-json.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

async function opened(): Promise<TestWindow> {
  const window = await openWindow()
  toClose.push(() => window.close())
  return window
}
async function listening({ client }: TestWindow): Promise<string> {
  const { listening } = await client.spanReceiver.start({ port: 0, grpcPort: 0 })
  return `${listening?.http}/v1/traces`
}
const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const all = { folded: [], offset: 0, limit: 100 }

async function called(window: TestWindow): Promise<{ readonly kit: Agent; readonly exchangeId: string }> {
  const kit = await agent({ dialect: '1.0' })
  toClose.push(kit.close)
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  const settings = await window.client.agents.settings({ agentId })
  await window.client.agents.configure({
    agentId,
    settings: { ...settings, network: { ...settings.network, traceparent: true } },
  })
  await window.client.conversation.send({ agentId, text: 'hello', stream: true })
  const { rows } = await window.client.console.exchanges({ filter: '', offset: 0, limit: 10 })
  return { kit, exchangeId: rows.at(-1)?.id ?? '' }
}

test('spans of a call that went out with a traceparent hang under its exchange', async () => {
  const window = await opened()
  const { exchangeId } = await called(window)
  const url = await listening(window)
  const row = (await window.client.spans.ofExchange({ exchangeId, ...all })).rows[0]
  const { traceId = '', spanId: parentSpanId = '' } = row ?? {}
  const server = newSpanId()
  const spans = [
    { traceId, spanId: server, parentSpanId, name: 'POST /', kind: 2 },
    { traceId, spanId: newSpanId(), parentSpanId: server, name: 'chat model', failed: true as const },
  ]
  const answer = await post(url, otlpJson('kit', spans))
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'application/json',
    '{}',
  ])
  const page = await window.client.spans.ofExchange({ exchangeId, ...all })
  expect(page.rows.map(({ name, depth, service }) => [name, depth, service])).toEqual([
    ['SendStreamingMessage', 0, ''],
    ['POST /', 1, 'kit'],
    ['chat model', 2, 'kit'],
  ])
  expect(page).toMatchObject({ total: 3, spans: 2, failed: 1, dropped: 0, traceIds: [traceId] })
  const { counts } = await window.client.spanReceiver.state()
  expect(counts).toMatchObject({ received: 2, repeated: 0, refused: 0, dropped: 0 })
})

test('a trace that no exchange names is listed, and one span of it can be seen in full', async () => {
  const window = await opened()
  const url = await listening(window)
  const [traceId, spanId] = [newTraceId(), newSpanId()]
  await post(url, otlpJson('stray', [{ traceId, spanId, name: 'work', attributes: { 'db.system': 'x' } }]))
  const unknown = await window.client.spans.unknown({ offset: 0, limit: 10 })
  expect(unknown.rows).toMatchObject([{ traceId, spans: 1, services: ['stray'], name: 'work' }])
  expect((await window.client.spans.ofTrace({ traceId, ...all })).rows).toMatchObject([{ spanId }])
  expect(await window.client.spans.span({ traceId, spanId })).toMatchObject({
    category: 'database',
    attributes: { 'db.system': 'x' },
    resource: { 'service.name': 'stray' },
    scope: 'test',
  })
})
