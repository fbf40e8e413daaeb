// Agents send spans to Parley's port; those of a call are listed under it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { newSpanId, newTraceId, otlpJson } from '#testing/engine/otlp-json.ts'
import { callTraced, postSpans, spansAddress, type TracedCall } from '#testing/engine/traced-calls.ts'
import { agent } from '../../../e2e/agents/agent.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

async function opened(): Promise<TestWindow> {
  const window = await openWindow()
  toClose.push(() => window.close())
  return window
}
const all = { folded: [], offset: 0, limit: 100 }

async function called(window: TestWindow): Promise<TracedCall> {
  const kit = await agent({ dialect: '1.0' })
  toClose.push(kit.close)
  return callTraced(window, kit.url)
}

test('spans of a call that went out with a traceparent hang under its exchange', async () => {
  const window = await opened()
  const { exchangeId, traceId, spanId: parentSpanId } = await called(window)
  const url = await spansAddress(window)
  const server = newSpanId()
  const spans = [
    { traceId, spanId: server, parentSpanId, name: 'POST /', kind: 2 },
    { traceId, spanId: newSpanId(), parentSpanId: server, name: 'chat model', failed: true as const },
  ]
  const answer = await postSpans(url, otlpJson('kit', spans))
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
  const url = await spansAddress(window)
  const [traceId, spanId] = [newTraceId(), newSpanId()]
  await postSpans(
    url,
    otlpJson('stray', [{ traceId, spanId, name: 'work', attributes: { 'db.system': 'x' } }]),
  )
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

test('what OpenTelemetry’s SDK for Python sends', async () => {
  const window = await opened()
  const url = await spansAddress(window)
  const path = join(import.meta.dirname, '../../../e2e/fixtures/spans/python-sdk-1.45.gz.base64')
  const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' }
  const body = new Uint8Array(Buffer.from(readFileSync(path, 'utf8'), 'base64'))
  const answer = await fetch(url, { method: 'POST', headers, body })
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 0])
  const [trace] = (await window.client.spans.unknown({ offset: 0, limit: 10 })).rows
  expect(trace).toMatchObject({ spans: 2, services: ['python-agent'], name: 'serve' })
  const traceId = trace?.traceId ?? ''
  const { rows } = await window.client.spans.ofTrace({ traceId, ...all })
  expect(
    rows.map(({ depth, name, kind, status, category }) => [depth, name, kind, status, category]),
  ).toEqual([
    [0, 'serve', 'server', 'unset', 'other'],
    [1, 'chat', 'client', 'error', 'model'],
  ])
  const [serve, chat] = await Promise.all(
    rows.map(({ spanId }) => window.client.spans.span({ traceId, spanId })),
  )
  expect(serve).toMatchObject({
    attributes: { 'server.port': 9100, ratio: 0.5, ok: true, list: ['a', 'b'], big: '4611686018427387904' },
    resource: { 'service.name': 'python-agent', 'telemetry.sdk.language': 'python' },
    scope: 'tracer',
  })
  expect(chat).toMatchObject({ events: [{ name: 'retry', attributes: { n: 1 } }], message: 'no answer' })
})

test('off until asked for; on again at the same ports after a restart, until it is stopped', async () => {
  const window = await openWindow()
  expect(await window.client.spanReceiver.state()).toMatchObject({ enabled: false, environments: [] })
  const { listening } = await window.client.spanReceiver.start({ port: 0, grpcPort: 0 })
  const again = await window.reopen()
  const state = await again.client.spanReceiver.state()
  expect([state.enabled, state.listening?.http, state.listening?.grpc]).toEqual([
    true,
    listening?.http,
    listening?.grpc,
  ])
  expect(state.environments[0]?.variables).toContainEqual({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    value: listening?.http,
  })
  expect((await again.client.spanReceiver.stop()).listening).toBeUndefined()
  await expect(postSpans(`${listening?.http}/v1/traces`, {})).rejects.toThrow()
  const last = await again.reopen()
  toClose.push(() => last.close())
  expect(await last.client.spanReceiver.state()).toMatchObject({ enabled: false })
})

test('a port that was named and is taken is a problem in words, and no port is open then', async () => {
  const window = await opened()
  const { port } = new URL(await spansAddress(await opened()))
  const state = await window.client.spanReceiver.start({ port: 0, grpcPort: Number(port) })
  expect(state.listening).toBeUndefined()
  expect(state.problem).toContain(`Port ${port} is taken by another program.`)
})

test('while recording is paused, spans of its calls are shown and not kept, and others are dropped', async () => {
  const window = await opened()
  const url = await spansAddress(window)
  await window.client.sessions.record({ action: 'pause' })
  const { exchangeId, traceId, spanId: parentSpanId } = await called(window)
  const spans = [{ traceId, spanId: newSpanId(), parentSpanId, name: 'not to be kept' }]
  await postSpans(url, otlpJson('kit', spans))
  const stray = { traceId: newTraceId(), spanId: newSpanId(), name: 'nor this' }
  expect(await (await postSpans(url, otlpJson('other', [stray]))).json()).toMatchObject({
    partialSuccess: { rejectedSpans: '1' },
  })
  const { rows } = await window.client.spans.ofExchange({ exchangeId, ...all })
  expect(rows.map(({ name }) => name)).toEqual(['SendStreamingMessage', 'not to be kept'])
  expect((await window.client.spanReceiver.state()).counts).toMatchObject({ received: 1, dropped: 1 })
  for (const name of ['not to be kept', 'nor this']) expect(window.disk()).not.toContain(name)
})

test('who waits for spans of a call is answered when one comes', async () => {
  const window = await opened()
  const { exchangeId, traceId, spanId: parentSpanId } = await called(window)
  const url = await spansAddress(window)
  const { version: last } = await window.client.spans.ofExchange({ exchangeId, ...all })
  const waiting = window.client.spans.ofExchange({ exchangeId, ...all, seen: last, waitMs: 20_000 })
  await postSpans(url, otlpJson('kit', [{ traceId, spanId: newSpanId(), parentSpanId, name: 'late' }]))
  expect((await waiting).rows.at(-1)?.name).toBe('late')
})
