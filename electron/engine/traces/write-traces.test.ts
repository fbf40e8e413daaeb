// A session as traces: the same spans in both formats, without secrets, and without message text unless requested twice.

import { fromBinary, toJson } from '@bufbuild/protobuf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { FileFormat } from '#shared/contract/session-files.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { otlpTable } from '#testing/engine/otlp-table.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'
import { fullName, toRegistry } from '../wire/grpc/proto-table.ts'

const token = 'a-token-nobody-may-see'
let window: TestWindow
let kit: Agent
let sessionId = ''

beforeAll(async () => {
  window = await openWindow()
  kit = await agent({ dialect: '1.0' })
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token }] })
  await window.client.conversation.send({ agentId, text: 'many 500', stream: true })
  await window.client.conversation.send({ agentId, text: `direct ${token}`, stream: false })
  sessionId = (await window.client.sessions.recording()).session?.id ?? ''
})
afterAll(async () => {
  await kit.close()
  await window.close()
})

async function exported(format: FileFormat, messageText = false): Promise<Buffer> {
  const { sessionFiles } = window.client
  const request = { sessionId, selection: { of: 'session' }, format, messageText } as const
  for await (const step of await sessionFiles.exporting(request)) {
    if (step.kind !== 'ready') continue
    const { exportId, sizeBytes } = step
    const { base64 } = await sessionFiles.readExport({ exportId, offset: 0, length: sizeBytes })
    return Buffer.from(base64, 'base64')
  }
  throw new Error('the export did not end')
}

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(attribute),
  events: z.array(z.object({ name: z.string(), timeUnixNano: z.string() })).default([]),
  droppedEventsCount: z.number().default(0),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
})
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

const spansIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .flatMap((line) => traces.parse(JSON.parse(line)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

const textOf = (source: z.infer<typeof span> | undefined) =>
  Object.fromEntries((source?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))

test('has a span for each call, its request within, and one for the task', async () => {
  const spans = spansIn((await exported('otlp')).toString('utf8'))
  expect(spans.map(({ name }) => name)).toEqual([
    'GET',
    'SendStreamingMessage',
    'POST',
    'SendMessage',
    'POST',
    'task',
  ])
  const [, stream, post, , , task] = spans
  expect(post?.parentSpanId).toBe(stream?.spanId)
  expect(textOf(stream)).toMatchObject({
    'a2a.method.name': 'SendStreamingMessage',
    'a2a.task.state': 'TASK_STATE_COMPLETED',
    'a2a.protocol.version': '1.0',
    'gen_ai.agent.name': textOf(task)['gen_ai.agent.name'],
    'server.port': new URL(kit.url).port,
  })
  expect(textOf(stream)['gen_ai.agent.version']).toBeTruthy()
  expect(stream?.events).toHaveLength(128)
  expect(stream?.droppedEventsCount).toBeGreaterThan(370)
  expect(task?.links).toEqual([{ traceId: stream?.traceId, spanId: stream?.spanId }])
})

test('the bytes say the same', async () => {
  const message = toRegistry(otlpTable).getMessage(fullName(otlpTable, 'TracesData'))
  if (!message) throw new Error('no message')
  const read = traces.parse(toJson(message, fromBinary(message, await exported('otlp-protobuf'))))
  const spans = read.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex')
  const written = spansIn((await exported('otlp')).toString('utf8'))
  expect(spans.map(({ spanId, attributes }) => [hex(spanId), attributes])).toEqual(
    written.map(({ spanId, attributes }) => [spanId, attributes]),
  )
})

test('has what was said only where that was asked for, and a secret never', async () => {
  const without = (await exported('otlp')).toString('utf8')
  expect([without.includes('direct'), without.includes(token)]).toEqual([false, false])
  const withText = (await exported('otlp', true)).toString('utf8')
  expect([withText.includes('direct'), withText.includes(token)]).toEqual([true, false])
})
