// The conventions as a table. What is expected is by OpenTelemetry's
// - semantic-conventions-genai, docs/gen-ai/a2a.md, revision 6718089fe6e0530fdf498d845f0532e9cf172c81 (in development);
// - semantic-conventions v1.44.0, docs/http/http-spans.md (stable) and docs/rpc/grpc.md.

import { expect, test } from 'vitest'
import { dialectOf } from '../a2a/dialects.ts'
import type { Finding } from '../a2a/finding.ts'
import { operationKinds } from '../a2a/operation.ts'
import type { Entry, RequestEntry } from '../record/entry.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { createReading } from '../story/reading.ts'
import { exchangeSpans } from './exchange-spans.ts'
import { exchangeSpanIds, type Span } from './span.ts'
import { traceTasks } from './task-spans.ts'
import { traceExchange } from './traced-exchange.ts'

/** Sufficient for these few texts. */
const digest = (text: string) =>
  Array.from({ length: 32 }, (_, place) =>
    ([...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + place) % 65_521, 7) % 16).toString(
      16,
    ),
  ).join('')
const ids = exchangeSpanIds(digest, 'x')

const at = 1_750_000_000_000
const place = { seq: 1, sessionId: 's', exchangeId: 'x', at, monoMs: 0 }
const bodyOf = (value: unknown) => {
  const text = JSON.stringify(value)
  return { sizeBytes: text.length, text }
}

const row: ExchangeRow = {
  id: 'x',
  sessionId: 's',
  kind: 'operation',
  operation: 'send',
  dialect: '1.0',
  binding: 'JSONRPC',
  method: 'POST',
  url: 'http://127.0.0.1:9100/',
  label: 'SendMessage',
  state: 'done',
  status: 200,
  sentBytes: 0,
  receivedBytes: 0,
  startedAt: at,
  startedMonoMs: 0,
  endedMs: 250.5,
  frames: 0,
  comments: 0,
  findings: { error: 0, warning: 0, info: 0 },
  taskId: 't1',
  contextId: 'c1',
  pinned: false,
  firstSeq: 1,
  lastSeq: 3,
}

const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hello' }], referenceTaskIds: ['t0'] }
const request: RequestEntry = {
  ...place,
  kind: 'request',
  call: { purpose: 'operation', operation: 'send', dialect: '1.0', binding: 'JSONRPC', label: 'SendMessage' },
  method: 'POST',
  url: 'http://127.0.0.1:9100/',
  headers: [],
  body: bodyOf({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { tenant: 'billing', message } }),
}
const answer: Entry = {
  ...place,
  kind: 'end',
  reason: 'complete',
  receivedBytes: 0,
  body: bodyOf({
    jsonrpc: '2.0',
    id: 1,
    result: { task: { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_COMPLETED' } } },
  }),
}
const response: Entry = {
  ...place,
  kind: 'response',
  status: 200,
  statusText: 'OK',
  headers: [],
  connection: { remoteAddress: '127.0.0.1', remotePort: 9100, reused: false, httpVersion: '1.1' },
}

function traced(entries: readonly Entry[]) {
  const trace = traceExchange(createReading({ dialectOf }), true)
  for (const entry of entries) trace.add(entry)
  return trace.traced()
}

function spansOf(
  changes: Partial<ExchangeRow> = {},
  entries: readonly Entry[] = [request, response, answer],
  options = {},
): readonly Span[] {
  return exchangeSpans({ ...row, ...changes }, traced(entries), { digest, withText: false, ...options })
}

const textOf = (span: Span | undefined) =>
  Object.fromEntries(Object.entries(span?.attributes ?? {}).filter(([, value]) => value !== undefined))

test('a call is a client span with an HTTP span within', () => {
  const agent = { name: 'Concierge', description: 'Travels', version: '2' }
  const [operation, http, ...others] = spansOf({}, undefined, { agent })
  expect(others).toEqual([])
  expect(operation).toMatchObject({
    traceId: ids.traceId,
    spanId: ids.operation,
    name: 'SendMessage',
    kind: 'client',
    startMs: at,
    endMs: at + 250.5,
  })
  expect(operation).not.toHaveProperty('parentSpanId')
  expect(operation).not.toHaveProperty('error')
  expect(textOf(operation)).toEqual({
    'a2a.method.name': 'SendMessage',
    'a2a.message.id': 'm1',
    'a2a.task.id': 't1',
    'a2a.task.state': 'TASK_STATE_COMPLETED',
    'a2a.tenant': 'billing',
    'a2a.protocol.version': '1.0',
    'a2a.message.reference_task_ids': ['t0'],
    'gen_ai.conversation.id': 'c1',
    'gen_ai.agent.name': 'Concierge',
    'gen_ai.agent.description': 'Travels',
    'gen_ai.agent.version': '2',
    'server.address': '127.0.0.1',
    'server.port': 9100,
    'parley.exchange.id': 'x',
    'parley.session.id': 's',
  })
  expect(http).toMatchObject({
    traceId: ids.traceId,
    spanId: ids.transport,
    parentSpanId: ids.operation,
    name: 'POST',
    kind: 'client',
  })
  expect(textOf(http)).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
    'server.port': 9100,
    'url.full': 'http://127.0.0.1:9100/',
    'network.peer.address': '127.0.0.1',
    'network.peer.port': 9100,
    'network.protocol.version': '1.1',
  })
})

test('methods have today’s names, whatever version they were called in', () => {
  const names = operationKinds.map((operation) => spansOf({ operation, dialect: '0.2' })[0]?.name)
  expect(names).toEqual([
    'SendMessage',
    'SendStreamingMessage',
    'GetTask',
    'ListTasks',
    'CancelTask',
    'SubscribeToTask',
    'CreateTaskPushNotificationConfig',
    'GetTaskPushNotificationConfig',
    'ListTaskPushNotificationConfigs',
    'DeleteTaskPushNotificationConfig',
    'GetExtendedAgentCard',
  ])
})

test.each([
  ['a code of the agent', { code: -32001, problem: 'Task not found' }, '-32001', undefined],
  ['an HTTP status', { status: 503 }, '503', '503'],
  ['a broken connection', { state: 'failed', failure: 'reset' }, 'reset', 'reset'],
  ['a call that was canceled here', { state: 'failed', failure: 'aborted' }, undefined, undefined],
  ['a status of gRPC', { binding: 'GRPC', code: 5, status: 200 }, 'NOT_FOUND', undefined],
] as const)('%s is the type of the error', (_, changes, operationError, transportError) => {
  const [operation, transport] = spansOf(changes)
  expect(operation?.attributes['error.type']).toBe(operationError)
  expect(operation?.error !== undefined).toBe(operationError !== undefined)
  expect(transport?.attributes['error.type']).toBe(transportError)
})

test('a call over gRPC has a span of RPC within', () => {
  const end: Entry = {
    ...place,
    kind: 'end',
    reason: 'complete',
    receivedBytes: 0,
    grpcStatus: { code: 5, message: '' },
  }
  const call = { ...request.call, binding: 'GRPC' as const }
  const [, rpc] = spansOf({ binding: 'GRPC' }, [{ ...request, call }, response, end])
  expect(rpc).toMatchObject({ name: 'lf.a2a.v1.A2AService/SendMessage', kind: 'client' })
  expect(textOf(rpc)).toMatchObject({
    'rpc.system.name': 'grpc',
    'rpc.method': 'lf.a2a.v1.A2AService/SendMessage',
    'rpc.response.status_code': 'NOT_FOUND',
    'error.type': 'NOT_FOUND',
  })
})

test('a webhook call is a server span within one of HTTP', () => {
  const webhook: Entry = {
    ...place,
    kind: 'webhook',
    method: 'POST',
    path: '/hooks/1?a=b',
    headers: [
      ['Host', '127.0.0.1:4000'],
      ['User-Agent', 'agent/1'],
    ],
    remoteAddress: '127.0.0.1',
    answeredStatus: 200,
    dialect: '1.0',
    body: bodyOf({
      statusUpdate: { taskId: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } },
    }),
  }
  const { operation: _, binding: __, ...bare } = row
  const [http, push] = exchangeSpans({ ...bare, kind: 'webhook', status: 200 }, traced([webhook]), {
    digest,
    withText: false,
  })
  expect([http?.kind, http?.name, push?.kind, push?.name]).toEqual([
    'server',
    'POST',
    'server',
    'SendPushNotification',
  ])
  expect(push?.parentSpanId).toBe(http?.spanId)
  expect(textOf(http)).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
    'server.port': 4000,
    'url.scheme': 'http',
    'url.path': '/hooks/1',
    'url.query': 'a=b',
    'client.address': '127.0.0.1',
    'network.peer.address': '127.0.0.1',
    'user_agent.original': 'agent/1',
  })
  expect(textOf(push)).toMatchObject({ 'a2a.task.id': 't1', 'a2a.task.state': 'TASK_STATE_WORKING' })
})

const caller = '4bf92f3577b34da6a3ce929d0e0e4736'

test('a tapped call has a server span for its caller, and belongs to the trace it came with', () => {
  const via = { tap: 'http://127.0.0.1:5000/', caller: '127.0.0.1:61000' }
  const headers: [string, string][] = [
    ['traceparent', `00-${caller}-00f067aa0ba902b7-01`],
    ['tracestate', 'a=b'],
  ]
  const spans = spansOf({}, [{ ...request, call: { ...request.call, via }, headers }, response, answer])
  expect(
    spans.map(({ kind, name, traceId, parentSpanId, traceState }) => [
      kind,
      name,
      traceId,
      parentSpanId,
      traceState,
    ]),
  ).toEqual([
    ['server', 'SendMessage', caller, '00f067aa0ba902b7', 'a=b'],
    ['client', 'SendMessage', caller, ids.incoming, 'a=b'],
    ['client', 'POST', caller, ids.operation, 'a=b'],
  ])
  expect(textOf(spans[0])).toMatchObject({
    'client.address': '127.0.0.1',
    'client.port': 61000,
    'server.port': 5000,
  })
})

test.each([
  ['of another', `00-${caller}-00f067aa0ba902b7-01`, caller, '00f067aa0ba902b7'],
  ['that names our own span', `00-${caller}-${ids.transport}-01`, caller, undefined],
  ['that is not valid', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, ids.traceId, undefined],
])('a traceparent %s', (_, traceparent, traceId, parent) => {
  const [operation] = spansOf({}, [{ ...request, headers: [['Traceparent', traceparent]] }, response, answer])
  expect([operation?.traceId, operation?.parentSpanId]).toEqual([traceId, parent])
})

const frame = (index: number, state: string): Entry => {
  const update = { statusUpdate: { taskId: 't1', contextId: 'c1', status: { state } } }
  const data = bodyOf({ jsonrpc: '2.0', id: 1, result: update })
  return { ...place, at: at + index, kind: 'frame', index, framing: 'sse', raw: data, data }
}

test('frames are events up to a bound, then counted; the last state holds; findings come first', () => {
  const finding: Finding = {
    ...{ rule: 'R-1', severity: 'warning', pointer: '/a', message: 'It says "hello".', hint: 'Do not.' },
    spec: { version: '1.0', section: '1' },
  }
  const frames = Array.from({ length: 199 }, (_, index) => frame(index, 'TASK_STATE_WORKING'))
  const last = { ...frame(199, 'TASK_STATE_FAILED'), findings: [finding] }
  const [operation] = spansOf({ operation: 'stream' }, [request, response, ...frames, last])
  expect([operation?.events.length, operation?.droppedEvents]).toEqual([128, 73])
  expect(operation?.attributes['a2a.task.state']).toBe('TASK_STATE_FAILED')
  expect(operation?.events[0]).toMatchObject({
    name: 'parley.frame',
    attributes: { 'parley.frame.index': 0 },
  })
  expect(operation?.events.at(-1)).toMatchObject({
    name: 'parley.finding',
    attributes: { 'parley.finding.rule': 'R-1' },
  })
})

test('nothing that was said is in a span unless that was asked for', () => {
  const match = (withText: boolean) => JSON.stringify(spansOf({}, undefined, { withText }))
  expect(match(false)).not.toContain('hello')
  expect(match(true)).toContain('hello')
})

test('a task is a span with its states, linked to the exchanges about it', () => {
  const tasks = traceTasks(digest)
  for (const entries of [
    [request, frame(0, 'TASK_STATE_WORKING'), frame(9, 'TASK_STATE_FAILED')],
    [request, answer],
  ]) {
    const exchange = traced(entries)
    const spans = exchangeSpans(row, exchange, { digest, withText: false })
    tasks.add(row, exchange, spans, undefined)
  }
  const [task, ...others] = [...tasks.spans()]
  expect(others).toEqual([])
  expect(task).toMatchObject({ name: 'task', kind: 'internal', startMs: at, endMs: at + 250.5 })
  const { traceId, operation: spanId } = ids
  expect(task?.links).toEqual([
    { traceId, spanId },
    { traceId, spanId },
  ])
  expect(task?.events.map(({ attributes }) => attributes['a2a.task.state'])).toEqual([
    'TASK_STATE_WORKING',
    'TASK_STATE_FAILED',
    'TASK_STATE_COMPLETED',
  ])
})
