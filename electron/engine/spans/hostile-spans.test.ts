// Hostile requests to the ports for spans are bounded, counted and harmless.

import { once } from 'node:events'
import { connect, constants } from 'node:http2'
import { gzipSync } from 'node:zlib'
import { Client, credentials, status } from '@grpc/grpc-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defined } from '#shared/defined.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { newSpanId, newTraceId, otlpJson } from '#testing/engine/otlp-json.ts'
import { rawRequest } from '#testing/engine/raw-request.ts'
import { systemClock } from '../platform/clock.ts'
import { type InternalError, onInternalError } from '../platform/guarded.ts'
import { framedMessage } from '../tap/grpc/message-framer.ts'
import { createOtlpBytes, encodeOtlp } from '../traces/encode-otlp.ts'
import { createTakeSpans } from './take-spans.ts'

let window: TestWindow
let http = ''
let grpc: Client
const internalErrors: InternalError[] = []
const stopListening = onInternalError((error) => internalErrors.push(error))

beforeAll(async () => {
  window = await openWindow()
  const { listening } = await window.client.spanReceiver.start({ port: 0, grpcPort: 0 })
  http = listening?.http ?? ''
  grpc = new Client(listening?.grpc.replace('http://', '') ?? '', credentials.createInsecure())
})
afterAll(async () => {
  grpc.close()
  await window.close()
  stopListening()
  expect(internalErrors).toEqual([])
})

const all = { folded: [], offset: 0, limit: 100 }
const json = { 'content-type': 'application/json' }
const protobuf = { 'content-type': 'application/x-protobuf' }
type Sent = { readonly body?: string | Buffer; readonly headers?: Record<string, string> }
async function post({ body = '', headers = json }: Sent, path = '/v1/traces') {
  const answer = await fetch(`${http}${path}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(Buffer.from(body)),
  })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
const one = (more: object = {}) => {
  const span = { traceId: newTraceId(), spanId: newSpanId(), name: 'x' }
  const sent = otlpJson('hostile', [span])
  Object.assign(sent.resourceSpans[0]?.scopeSpans[0]?.spans[0] ?? {}, more)
  return { span, sent }
}
async function received(more: object) {
  const { span, sent } = one(more)
  const { traceId, spanId } = { ...span, ...more }
  expect(await post({ body: JSON.stringify(sent) })).toMatchObject({ status: 200 })
  return window.client.spans.span({ traceId, spanId })
}

test.each<[string, number, Sent, string?]>([
  ['no JSON', 400, { body: '{' }],
  ['another form', 200, { body: '[1,{"resourceSpans":5}]' }],
  ['a null where a list is', 200, { body: '{"resourceSpans":[null,{"scopeSpans":[null]}]}' }],
  ['JSON without end', 400, { body: '['.repeat(1_000_000) }],
  ['more values than are read', 400, { body: `[${'1,'.repeat(3_000_000)}1]` }],
  ['nothing, over and over', 400, { body: Buffer.alloc(600_000, Buffer.of(10, 0)), headers: protobuf }],
  ['no protobuf', 400, { body: Buffer.from([0xff, 0xff, 0xff]), headers: protobuf }],
  ['a length that goes past the end', 400, { body: Buffer.from([10, 200, 1, 1]), headers: protobuf }],
  ['other fields', 200, { body: Buffer.from([8, 1, 21, 0, 0, 0, 0]), headers: protobuf }],
  ['text', 415, { headers: { 'content-type': 'text/plain' } }],
  ['an unknown packing', 415, { headers: { ...json, 'content-encoding': 'br' } }],
  ['what is not gzip', 400, { body: 'x', headers: { ...json, 'content-encoding': 'gzip' } }],
  ['too much', 413, { body: Buffer.alloc(17 * 1024 * 1024) }],
  [
    'a bomb',
    413,
    { body: gzipSync(Buffer.alloc(200 * 1024 * 1024)), headers: { ...json, 'content-encoding': 'gzip' } },
  ],
  ['from a web page', 403, { body: '{}', headers: { ...json, origin: 'http://evil.test' } }],
  ['metrics', 404, { body: '{}' }, '/v1/metrics'],
])('%s is answered %i', async (_what, expected, sent, path) => {
  const answer = await post(sent, path)
  expect(answer.status).toBe(expected)
  const type = sent.headers?.['content-type'] === json['content-type'] || !sent.headers
  expect(answer.type).toBe(type ? 'application/json' : 'application/x-protobuf')
  if (expected !== 200 && type) expect(JSON.parse(answer.text)).toMatchObject({ message: /./, code: 3 })
})

test.each([
  [403, 'evil.test'],
  [200, 'localhost'],
  [200, 'host.docker.internal'],
])('answers %i to who calls it %s', async (expected, name) => {
  const { port } = new URL(http)
  const head = `POST /v1/traces HTTP/1.1\r\nHost: ${name}:${port}\r\nContent-Type: application/json`
  const answer = await rawRequest(Number(port), `${head}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${expected} `))
})

test('what has no valid ids is refused in part, and the rest is kept', async () => {
  const { span, sent } = one()
  const bad = ['', 'zz', '0'.repeat(32)].map((traceId) => ({ ...span, traceId }))
  sent.resourceSpans.push(...otlpJson('bad', bad).resourceSpans)
  const { status: code, text } = await post({ body: JSON.stringify(sent) })
  expect([code, JSON.parse(text)]).toEqual([
    200,
    {
      partialSuccess: {
        rejectedSpans: '3',
        errorMessage: 'Not kept: 3 spans without a valid trace id and span id.',
      },
    },
  ])
  expect((await window.client.spans.ofTrace({ traceId: span.traceId, ...all })).spans).toBe(1)
})

test('a name of a megabyte, very many attributes and strange values are cut, and counted', async () => {
  const attribute = (key: string, value: object) => ({ key, value })
  const many = Array.from({ length: 100_000 }, (_, n) => attribute(`a${n}`, { intValue: String(n) }))
  const deep = Array.from({ length: 1_000 }).reduce<object>(
    (inner) => ({ arrayValue: { values: [inner] } }),
    { stringValue: 'x' },
  )
  const strange = [
    ...[attribute('__proto__', { stringValue: 'x' }), attribute('constructor', { boolValue: true })],
    ...[
      attribute('deep', deep),
      attribute('big', { intValue: '9223372036854775807' }),
      attribute('none', {}),
    ],
    attribute('long', { stringValue: 'y'.repeat(1_000_000) }),
  ]
  const spanInFull = await received({ name: 'n'.repeat(1_000_000), attributes: [...strange, ...many] })
  expect(spanInFull?.name.length).toBe(4_096)
  expect(Object.keys(spanInFull?.attributes ?? {}).length).toBe(128)
  expect(spanInFull?.dropped).toBe(100_006 - 128)
  expect(spanInFull?.attributes).toMatchObject({ constructor: true, big: '9223372036854775807', none: null })
  expect(Object.hasOwn(spanInFull?.attributes ?? {}, '__proto__')).toBe(true)
})

test.each<[string, object]>([
  ['an end before its start', { startTimeUnixNano: '2000000000000000000', endTimeUnixNano: '1' }],
  ['a time far in the future', { startTimeUnixNano: '18446744073709551615' }],
  ['wrong types', { name: 5, kind: {}, status: [], events: 'x', links: [1], startTimeUnixNano: {} }],
  ['its own parent', { spanId: 'ab'.repeat(8), parentSpanId: 'ab'.repeat(8) }],
])('%s is kept and shown', async (_what, more) => {
  const spanInFull = await received(more)
  const { rows, total } = await window.client.spans.ofTrace({ traceId: spanInFull?.traceId ?? '', ...all })
  expect([rows.length, total]).toEqual([1, 1])
})

test('spans in a circle, and a chain of ten thousand, are rows', async () => {
  const traceId = newTraceId()
  const id = (n: number) => (n + 1).toString(16).padStart(16, '0')
  const spans = Array.from({ length: 10_000 }, (_, n) => ({
    ...{ traceId, spanId: id(n), name: `s${n}` },
    parentSpanId: id(n === 0 ? 9_999 : n - 1),
  }))
  await post({ body: JSON.stringify(otlpJson('chain', spans)) })
  const page = await window.client.spans.ofTrace({ traceId, ...all })
  expect(page).toMatchObject({ total: 10_000, spans: 10_000 })
  expect(page.rows[0]).toMatchObject({ astray: 'circle', within: 9_999 })
})

test('sent twice, a span is kept once, and counted', async () => {
  const { span, sent } = one()
  const repeated = async () => (await window.client.spanReceiver.state()).counts.repeated
  const before = await repeated()
  for (const body of [sent, sent].map((each) => JSON.stringify(each))) await post({ body })
  expect((await repeated()) - before).toBe(1)
  expect((await window.client.spans.ofTrace({ traceId: span.traceId, ...all })).spans).toBe(1)
})

test('sixty thousand spans of one trace: those that it may have are kept, the others counted', {
  tags: ['full'],
}, async () => {
  const traceId = newTraceId()
  const batchFrom = (from: number) =>
    Array.from({ length: 10_000 }, (_, n) => ({
      ...{ traceId, spanId: (from + n + 1).toString(16).padStart(16, '0'), name: 'x' },
    }))
  for (let from = 0; from < 60_000; from += 10_000)
    await post({ body: JSON.stringify(otlpJson('many', batchFrom(from))) })
  const before = (await window.client.spanReceiver.state()).counts
  await post({ body: JSON.stringify(otlpJson('many', batchFrom(0))) })
  const after = (await window.client.spanReceiver.state()).counts
  expect(after.repeated - before.repeated).toBe(10_000)
  const page = await window.client.spans.ofTrace({ traceId, ...all })
  expect([page.spans, page.dropped]).toEqual([50_000, 10_000])
})

test('secrets do not get in, wherever they stand', async () => {
  const stored = 'the-secret-of-an-agent'
  const { id: agentId } = await window.client.agents.add({ address: http })
  await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: stored }] })
  await window.client.card.discover({ agentId }).catch(() => undefined)
  await window.client.access.approve({ agentId, origin: http, approved: true })
  await window.client.card.discover({ agentId, bypassCache: true }).catch(() => undefined)
  window.engine.record.flush()
  const value = { stringValue: `has ${stored} in it` }
  const spanInFull = await received({
    name: `call ${stored}`,
    attributes: [
      ...[
        { key: `key ${stored}`, value },
        { key: 'list', value: { arrayValue: { values: [value] } } },
      ],
      {
        key: 'http.request.header.authorization',
        value: { arrayValue: { values: [{ stringValue: 'Bearer not-known-to-parley' }] } },
      },
      { key: 'url.full', value: { stringValue: 'http://h.test/?api_key=neither-is-this&x=1' } },
    ],
    events: [{ name: stored, timeUnixNano: '1', attributes: [{ key: 'a', value }] }],
    status: { code: 2, message: stored },
  })
  expect(spanInFull?.attributes).toMatchObject({ 'url.full': expect.stringContaining('x=1') })
  const disk = window.disk()
  for (const secret of [stored, 'not-known-to-parley', 'neither-is-this']) {
    expect(JSON.stringify(spanInFull), secret).not.toContain(secret)
    expect(disk, secret).not.toContain(secret)
  }
})

test('packed requests are unpacked one after the other: the second isn’t looked into before the first is done', async () => {
  const mask = {
    text: (text: string) => text,
    headers: (headers: RawHeaders) => headers,
    url: (url: string) => url,
  }
  const { record } = window.engine
  const take = createTakeSpans({
    record,
    mask,
    recorded: () => undefined,
    clock: systemClock,
    onTaken: () => undefined,
  })
  const order: string[] = []
  const taken = async (name: string, body: Buffer) => {
    const { kind } = await take({ format: 'protobuf', body, isPacked: true })
    order.push(`${name}: ${kind}`)
  }
  const long = gzipSync(Buffer.alloc(200_000, Buffer.of(10, 0)))
  await Promise.all([taken('first', long), taken('second', Buffer.from('no gzip'))])
  expect(order).toEqual(['first: taken', 'second: bad'])
})

const exportPath = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
const same = (bytes: Buffer) => bytes
const call = (bytes: Buffer, client = grpc) =>
  new Promise<{ readonly code: number; readonly bytes?: Buffer }>((resolve) => {
    client.makeUnaryRequest(exportPath, same, same, bytes, (error, answer) =>
      resolve({ code: error?.code ?? status.OK, ...defined({ bytes: answer }) }),
    )
  })

test('the same over gRPC: kept, in part refused, and what cannot be read', async () => {
  const bytes = createOtlpBytes()
  const { span, sent } = one()
  expect(await call(Buffer.from(encodeOtlp(sent as never)))).toMatchObject({ code: status.OK })
  expect((await window.client.spans.ofTrace({ traceId: span.traceId, ...all })).spans).toBe(1)
  const bad = await call(Buffer.from(encodeOtlp(one({ traceId: 'ab' }).sent as never)))
  expect(bytes.decode('ExportTraceServiceResponse', bad.bytes ?? Buffer.alloc(0))).toMatchObject({
    partialSuccess: { rejectedSpans: '1' },
  })
  expect((await call(Buffer.from([10, 200, 1, 1]))).code).toBe(status.INVALID_ARGUMENT)
  expect((await call(Buffer.alloc(17 * 1024 * 1024))).code).toBe(status.RESOURCE_EXHAUSTED)
  const packing = { 'grpc.default_compression_algorithm': 2 }
  const bomber = new Client(grpc.getChannel().getTarget(), credentials.createInsecure(), packing)
  const bomb = await call(Buffer.alloc(100 * 1024 * 1024), bomber)
  bomber.close()
  expect(bomb.code).toBe(status.RESOURCE_EXHAUSTED)
})

test('eight requests over gRPC arrive at once, and the next one is read when one of them has ended', async () => {
  const session = connect((await window.client.spanReceiver.state()).listening?.grpc ?? '')
  const begin = () => {
    const head = { ':method': 'POST', ':path': exportPath, te: 'trailers' }
    return session.request({ ...head, 'content-type': 'application/grpc' })
  }
  const turn = () => new Promise<void>((resolve) => session.ping(() => resolve()))
  await once(session, 'connect')
  const streams = Array.from({ length: 8 }, begin)
  const { span, sent } = one()
  let isAnswered = false
  const next = begin()
  const answered = once(next, 'response').then(() => {
    isAnswered = true
  })
  next.end(framedMessage(encodeOtlp(sent as never)))
  for (let turns = 0; turns < 100; turns += 1) await turn()
  expect(isAnswered).toBe(false)
  streams[0]?.close(constants.NGHTTP2_CANCEL)
  await answered
  expect((await window.client.spans.ofTrace({ traceId: span.traceId, ...all })).spans).toBe(1)
  session.destroy()
})
