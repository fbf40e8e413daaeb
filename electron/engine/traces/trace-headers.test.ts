// With traces on for an agent, each request has its trace over every binding, the exchange's spans are in that trace,
// and snippets mention it.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDemoAgent } from '#demo-agent/start.ts'
import type { Binding } from '#shared/a2a/model.ts'
import { defaultConnectionSettings } from '#shared/contract/constants.ts'
import { traceContextIn } from '#shared/traces/span.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'

let window: TestWindow
let demo: Awaited<ReturnType<typeof startDemoAgent>>
let agentId = ''

beforeEach(async () => {
  window = await openWindow()
  demo = await startDemoAgent({ stepMs: 0 })
  await window.connect(demo.url)
  agentId = await window.idOf(demo.url)
})
afterEach(async () => {
  await window.close()
  await demo.close()
})

async function configure(binding: Binding, traceparent: boolean): Promise<void> {
  const discovery = await window.client.card.current({ agentId })
  const offered = discovery?.found ? discovery.card.interfaces : []
  const url = offered.find((each) => each.binding === binding && each.protocolVersion === '1.0')?.url ?? ''
  const forced = { url, binding, dialect: '1.0' as const }
  const network = traceparent ? { traceparent } : {}
  await window.client.agents.configure({
    agentId,
    settings: { ...defaultConnectionSettings, forced, network },
  })
}

async function sentHeaders(): Promise<{ readonly exchangeId: string; readonly traceId: string | undefined }> {
  const { exchangeId } = await window.client.conversation.send({ agentId, text: 'hello', stream: false })
  const request = (await window.entries(exchangeId)).find(({ kind }) => kind === 'request')
  const headers = request?.kind === 'request' ? request.headers : []
  return { exchangeId, traceId: traceContextIn(headers)?.traceId }
}

async function exported(exchangeId: string, format: 'otlp' | 'har'): Promise<string> {
  const { sessionFiles } = window.client
  const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
  const selection = { of: 'exchanges' as const, exchangeIds: [exchangeId] }
  for await (const step of await sessionFiles.exporting({ sessionId, selection, format })) {
    if (step.kind !== 'ready') continue
    const request = { exportId: step.exportId, offset: 0, length: step.sizeBytes }
    return Buffer.from((await sessionFiles.readExport(request)).base64, 'base64').toString('utf8')
  }
  throw new Error('the export did not end')
}

test.each(['JSONRPC', 'HTTP+JSON', 'GRPC'] as const)('over %s', async (binding) => {
  await configure(binding, false)
  expect((await sentHeaders()).traceId).toBeUndefined()
  await configure(binding, true)
  const { exchangeId, traceId = '' } = await sentHeaders()
  expect(traceId).toMatch(/^[0-9a-f]{32}$/)
  const [line = ''] = (await exported(exchangeId, 'otlp')).split('\n')
  const spans = [
    ...line.matchAll(/"traceId":"(\w+)","spanId":"\w+"(,"parentSpanId":"\w+")?,"name":"([^"]+)"/g),
  ]
  const [card, ...others] = spans.map(([, id, parent]) => [id, parent !== undefined])
  expect(card?.[0]).not.toBe(traceId)
  expect(others).toEqual([
    [traceId, false],
    [traceId, true],
  ])
  const page = { filter: `trace:${traceId.slice(0, 12)}`, offset: 0, limit: 10 }
  const { rows } = await window.client.console.exchanges(page)
  expect(rows.map(({ id }) => id)).toEqual([exchangeId])
  expect(await exported(exchangeId, 'har')).toContain(traceId)
  if (binding === 'GRPC') return
  const { text } = await window.client.console.snippet({ exchangeId, form: 'curl' })
  expect(text).toContain(traceId)
})
