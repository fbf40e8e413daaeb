// Callers over gRPC and HTTP/2 through a tap to real agents: both sides receive the same as without it, and the record
// equals that of Parley's own calls.

import { once } from 'node:events'
import {
  type ClientHttp2Stream,
  connect,
  constants,
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultConnectionSettings } from '#shared/contract/constants.ts'
import type { Tap, TapFault, TapFaultKind } from '#shared/contract/taps.ts'
import type { Entry } from '#shared/record/entry.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../../e2e/agents/agent.ts'
import { serverCertificate, testAuthorityPem } from '../../../../e2e/agents/broken/certificates.ts'
import { type BrokenGrpcName, brokenGrpcAgent, brokenGrpcNames } from '../../../../e2e/agents/broken/grpc.ts'
import { encode } from '../../../../e2e/agents/protobuf/codec.ts'
import { lfA2aV1 } from '../../../../e2e/agents/protobuf/lf-a2a-v1.ts'
import { openProxy } from '../../../../e2e/agents/proxy.ts'
import { voices } from '../../../../e2e/agents/voices.ts'
import { message10 } from '../../../../e2e/agents/wire-client.ts'
import { defaultProfile } from '../../wire/profile.ts'
import { createAgentSessions } from '../forward/grpc/agent-sessions.ts'
import { halvedMessage } from './message-framer.ts'

const toClose: (() => unknown)[] = []
let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
  toClose.push(window.close)
})
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

type GrpcName = '0.3-grpc' | '1.0-grpc'
async function kit(dialect: GrpcName): Promise<Agent> {
  let ids = 0
  const now = new Date('2026-01-01T00:00:00Z')
  const made = await agent({
    ...{ dialect, newId: () => `id-${++ids}`, now: () => now },
    extendedCard: { name: 'More of it', description: '', version: '1' },
  })
  toClose.push(made.close)
  return made
}
/** An agent whose card names this address, for responses that the kit's agents never send. */
async function cardFor(url: string): Promise<string> {
  const { url: address, close } = await agent({
    dialect: '1.0',
    card: { supportedInterfaces: [{ url, protocolBinding: 'GRPC', protocolVersion: '1.0' }] },
  })
  toClose.push(close)
  return address
}
async function tapOf(address: string): Promise<Tap> {
  return window.client.taps.start({ agentId: await window.idOf(address) })
}
async function serving(
  server: Http2Server,
  take: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void,
): Promise<string> {
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('error', () => undefined)
  })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined)
    take(stream, headers)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  toClose.push(() => {
    for (const session of sessions) session.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function callsOf({ address }: Tap): Promise<readonly (readonly Entry[])[]> {
  await window.engine.taps.recorded()
  const { rows } = await window.client.console.exchanges({ filter: '', offset: 0, limit: 500 })
  const all = await Promise.all(rows.map(({ id }) => window.entries(id)))
  const own = new URL(address).origin
  return all
    .filter(([first]) => first?.kind === 'request' && first.call.via?.tap === own)
    .toSorted(([a], [b]) => (a?.seq ?? 0) - (b?.seq ?? 0))
}
async function lastOf(tap: Tap): Promise<readonly Entry[]> {
  let entries: readonly Entry[] = []
  const last = async () => {
    entries = (await callsOf(tap)).at(-1) ?? []
    return entries.at(-1)?.kind
  }
  await expect.poll(last).toMatch(/^(end|failure)$/)
  return entries
}

const path = '/lf.a2a.v1.A2AService/SendMessage'
const streamPath = '/lf.a2a.v1.A2AService/SendStreamingMessage'
const request = encode(lfA2aV1, 'SendMessageRequest', message10('hi'))
const answered = (text: string) =>
  encode(lfA2aV1, 'SendMessageResponse', {
    message: { messageId: 'a1', role: 'ROLE_AGENT', parts: [{ text }] },
  })
function framed(bytes: Buffer, flag = 0): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(flag)
  head.writeUInt32BE(bytes.byteLength, 1)
  return Buffer.concat([head, bytes])
}

const nothing = Buffer.alloc(0)

interface Received {
  readonly head: readonly string[]
  readonly trailers: readonly string[]
  readonly bytes: Buffer
  readonly code: number
}
/** Exactly these fields in this order, unlike a client. */
function ask(
  authority: string,
  fields: readonly string[] = [],
  body: Buffer | undefined = framed(request),
  at: string = path,
): { readonly call: ClientHttp2Stream; readonly seen: Promise<Received> } {
  const session = connect(`http://${authority}`)
  session.on('error', () => undefined)
  toClose.push(() => session.destroy())
  const call = session.request(
    [
      ...[':method', 'POST', ':scheme', 'http', ':path', at, ':authority', authority],
      ...['content-type', 'application/grpc', 'te', 'trailers', 'user-agent', 'raw/1', ...fields],
    ],
    { endStream: body === undefined },
  )
  let head: readonly string[] = []
  let trailers: readonly string[] = []
  const parts: Buffer[] = []
  call.on('response', (_headers, _flags, raw) => {
    head = raw
  })
  call.on('trailers', (_headers, _flags, raw) => {
    trailers = raw
  })
  call.on('data', (bytes: Buffer) => parts.push(bytes))
  call.on('error', () => undefined)
  const closed = new Promise((resolve) => call.once('close', resolve))
  const observed = closed.then(() => {
    session.destroy()
    return { head, trailers, bytes: Buffer.concat(parts), code: call.rstCode ?? 0 }
  })
  if (body?.byteLength) call.end(body)
  return { call, seen: observed }
}
const hostOf = (tap: Tap) => new URL(tap.address).host

test.each<GrpcName>(['0.3-grpc', '1.0-grpc'])(
  '%s: every operation, unary and streamed, is what it is without the tap, and on the record',
  async (name) => {
    const [direct, behind] = [await kit(name), await kit(name)]
    const tap = await tapOf(behind.url)
    expect(tap.notices).toEqual([])
    const stories = []
    for (const [each, authority] of [
      [direct, direct.grpcAddress ?? ''],
      [behind, hostOf(tap)],
    ] as const) {
      const voice = voices[name]({ ...each, grpcAddress: authority })
      const streamed = []
      for await (const event of voice.listen('stream', voice.send('hi'))) streamed.push(event)
      const pending = await voice.ask('send', voice.send('ask'))
      stories.push([
        streamed,
        pending,
        await voice.ask('get', voice.task('id-1')),
        await voice.ask('cancel', voice.task('nobody')),
        await voice.ask('card', {}),
      ])
      voice.close()
    }
    expect(stories[1]).toEqual(stories[0])
    const received = ({ requests }: Agent) =>
      requests
        .filter(({ method }) => method === 'POST')
        .map(({ target, headers, body }) => [target, headers, body.toString('hex')])
    expect(received(behind)).toEqual(received(direct))

    await expect.poll(async () => (await callsOf(tap)).length).toBe(5)
    await expect
      .poll(async () => (await callsOf(tap)).every((each) => each.at(-1)?.kind === 'end'))
      .toBe(true)
    const [streaming = [], sent = [], , failed = []] = await callsOf(tap)
    expect(streaming[0]).toMatchObject({
      url: `http://${behind.grpcAddress}/${name === '1.0-grpc' ? 'lf.' : ''}a2a.v1.A2AService/SendStreamingMessage`,
      call: {
        ...{ purpose: 'operation', operation: 'stream', binding: 'GRPC', agentId: tap.agentId },
        ...{ dialect: name === '1.0-grpc' ? '1.0' : '0.3-proto', label: 'SendStreamingMessage' },
        via: { program: expect.stringContaining('grpc-node-js') },
      },
      decoded: { text: expect.stringContaining('"hi"') },
    })
    const [first] = streaming.filter(({ kind }) => kind === 'frame')
    expect(first).toMatchObject({ framing: 'grpc', data: { text: expect.stringContaining('"task"') } })
    expect(sent.map(({ kind }) => kind)).toEqual(['request', 'response', 'frame', 'end'])
    expect(failed.at(-1)).toMatchObject({ grpcStatus: { code: 5 } })
    const { rows } = await window.client.story.conversations({
      ...{ agentId: tap.agentId ?? '', others: true, offset: 0, limit: 10 },
    })
    expect(rows.length).toBeGreaterThan(0)
  },
)

test('the card that the tap serves has its gRPC address at the tap, as it was written', async () => {
  const behind = await kit('1.0-grpc')
  const tap = await tapOf(behind.url)
  const card = await (await fetch(new URL('/.well-known/agent-card.json', tap.address))).json()
  expect(card.supportedInterfaces[0].url).toBe(hostOf(tap))
  for (const [written, served] of [
    [`http://${behind.grpcAddress}`, `http://${hostOf(tap)}`],
    [`grpc://${behind.grpcAddress}`, `grpc://${hostOf(tap)}`],
    [`dns:///${behind.grpcAddress}`, `dns:///${hostOf(tap)}`],
  ]) {
    const other = await tapOf(await cardFor(written ?? ''))
    const json = await (await fetch(new URL('/.well-known/agent-card.json', other.address))).json()
    expect(json.supportedInterfaces[0].url).toBe(served?.replace(hostOf(tap), hostOf(other)))
  }
})

test('fields keep their order and go twice, compressed messages and trailers pass as they are', async () => {
  const packed = framed(gzipSync(answered('packed')), 1)
  let got: readonly string[] = []
  const authority = await serving(createServer(), () => undefined)
  const server = createServer({ strictSingleValueFields: false })
  const place = await serving(server, () => undefined)
  server.removeAllListeners('stream')
  server.on('stream', (stream, _headers, _flags, raw) => {
    got = raw
    const parts: Buffer[] = []
    stream.on('data', (bytes: Buffer) => parts.push(bytes))
    stream.on('end', () => {
      const undated = { waitForTrailers: true, sendDate: false }
      stream.respond(
        [
          ...[':status', '200', 'content-type', 'application/grpc+proto', 'x-b', '1', 'x-a', '2', 'x-b', '3'],
          ...['grpc-encoding', 'gzip', 'x-bytes-bin', 'AAEC'],
        ],
        undated,
      )
      stream.on('wantTrailers', () =>
        stream.sendTrailers({ 'grpc-status': '0', 'x-last': ['one', 'two'], 'x-end-bin': 'AQ' }),
      )
      stream.end(Buffer.concat([packed, ...parts]))
    })
  })
  expect(authority).not.toBe(place)
  const tap = await tapOf(await cardFor(place))
  const fields = [
    'grpc-encoding',
    'gzip',
    'x-z',
    '1',
    'x-y',
    '2',
    'x-z',
    '3',
    'grpc-timeout',
    '9S',
    'x-k-bin',
    'AA',
  ]
  const body = framed(gzipSync(request), 1)
  const { head, trailers, bytes } = await ask(hostOf(tap), fields, body).seen
  expect(got).toEqual([
    ...[':method', 'POST', ':scheme', 'http', ':path', path, ':authority', place],
    ...['content-type', 'application/grpc', 'te', 'trailers', 'user-agent', 'raw/1', ...fields],
  ])
  expect(head).toEqual([
    ...[':status', '200', 'content-type', 'application/grpc+proto', 'x-b', '1', 'x-a', '2', 'x-b', '3'],
    ...['grpc-encoding', 'gzip', 'x-bytes-bin', 'AAEC'],
  ])
  expect(bytes.equals(Buffer.concat([packed, body]))).toBe(true)
  expect(trailers).toEqual(['grpc-status', '0', 'x-last', 'one', 'x-last', 'two', 'x-end-bin', 'AQ'])
  const entries = await lastOf(tap)
  expect(entries[0]).toMatchObject({ decoded: { text: expect.stringContaining('"hi"') } })
  expect(entries.find(({ kind }) => kind === 'frame')).toMatchObject({
    data: { text: expect.stringContaining('packed') },
  })
  expect(entries.at(-1)).toMatchObject({
    trailers: [
      ['grpc-status', '0'],
      ['x-last', 'one'],
      ['x-last', 'two'],
      ['x-end-bin', 'AQ'],
    ],
  })
})

test.each(brokenGrpcNames)('an agent that is wrong: %s', async (name: BrokenGrpcName) => {
  const broken = await brokenGrpcAgent(name)
  toClose.push(broken.close)
  const tap = await tapOf(await cardFor(broken.url))
  const [direct, through] = [await ask(broken.url).seen, await ask(hostOf(tap)).seen]
  const undated = (head: readonly string[]) => head.filter((_, at) => head[at - (at % 2)] !== 'date')
  const isGone = name === 'goes-away' || name === 'hangs-up'
  if (isGone || name === 'reset-before-head') {
    expect(through.head).toContain('grpc-status')
    expect(through.head[through.head.indexOf('grpc-status') + 1]).toBe('14')
  } else
    expect({ ...through, head: undated(through.head) }).toEqual({ ...direct, head: undated(direct.head) })
  expect((await lastOf(tap)).filter(({ kind }) => kind === 'end' || kind === 'failure')).toHaveLength(1)
})

const well = (stream: ServerHttp2Stream) => {
  stream.respond([':status', '200', 'content-type', 'application/grpc'], { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.end(framed(answered('well')))
}
const { certificatePem: cert, keyPem: key } = serverCertificate

test('over TLS to the agent', async () => {
  const secure = await serving(createSecureServer({ cert, key }), well)
  const agentId = await window.idOf(await cardFor(`https://${secure}`))
  const network = { caPem: testAuthorityPem }
  await window.client.agents.configure({ agentId, settings: { ...defaultConnectionSettings, network } })
  const tap = await window.client.taps.start({ agentId })
  const { bytes, trailers } = await ask(hostOf(tap)).seen
  expect([bytes.equals(framed(answered('well'))), trailers]).toEqual([true, ['grpc-status', '0']])
  expect((await lastOf(tap)).find(({ kind }) => kind === 'response')).toMatchObject({
    connection: { httpVersion: '2', tls: { protocol: 'TLSv1.3' } },
  })
})

test('through a proxy, secured and not: a tunnel', async () => {
  const secure = await serving(createSecureServer({ cert, key }), well)
  const plain = await serving(createServer(), well)
  const { proxyUrl, seen, close } = await openProxy()
  toClose.push(close)
  const profile = { ...defaultProfile, caPem: testAuthorityPem, proxyUrl }
  const sessions = createAgentSessions(profile, () => false)
  toClose.push(sessions.close)
  for (const origin of [`http://${plain}`, `https://${secure}`]) {
    const { session } = await sessions.to(origin, sessions)
    const call = session.request({ ':method': 'POST', ':path': path }).resume()
    const [head] = await once(call, 'response')
    expect(head[':status']).toBe(200)
  }
  expect(seen.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    `CONNECT ${plain}`,
    `CONNECT ${secure}`,
  ])
})

test('a caller that cancels, or whose deadline passes, lets the agent go, and the record says so', async () => {
  const codes: number[] = []
  const begun: (() => void)[] = []
  const place = await serving(createServer(), (stream) => {
    stream.respond([':status', '200', 'content-type', 'application/grpc'])
    stream.write(framed(answered('first')))
    stream.on('close', () => codes.push(stream.rstCode ?? 0))
    begun.shift()?.()
  })
  const tap = await tapOf(await cardFor(place))
  const { call, seen } = ask(hostOf(tap), ['grpc-timeout', '60S'], undefined, streamPath)
  await once(call, 'data')
  call.close(constants.NGHTTP2_CANCEL)
  await seen
  expect((await lastOf(tap)).at(-1)).toMatchObject({
    failure: 'aborted',
    message: expect.stringContaining('The caller canceled this call.'),
  })
  await expect.poll(() => codes).toEqual([constants.NGHTTP2_CANCEL])

  // A microsecond, which passes on the fastest machine.
  const late = ask(hostOf(tap), ['grpc-timeout', '1u'], undefined, streamPath)
  await once(late.call, 'data')
  late.call.close(constants.NGHTTP2_CANCEL)
  await late.seen
  await expect
    .poll(async () => (await lastOf(tap)).at(-1))
    .toMatchObject({
      message: expect.stringContaining('its deadline of 0.001 ms had passed'),
    })

  const gone = ask(hostOf(tap), [], undefined, streamPath)
  await once(gone.call, 'data')
  gone.call.session?.destroy()
  await expect.poll(() => codes.length).toBe(3)
  await expect.poll(async () => (await lastOf(tap)).at(-1)).toMatchObject({ failure: 'aborted' })
})

test('an agent that resets a call within its answer: the caller gets its code, after what came before', async () => {
  const place = await serving(createServer(), (stream) => {
    stream.respond([':status', '200', 'content-type', 'application/grpc'])
    stream.write(framed(answered('first')))
    stream.resume().on('end', () => stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM))
    toClose.push(() => stream.destroy())
  })
  const tap = await tapOf(await cardFor(place))
  const { call, seen } = ask(hostOf(tap), [], nothing)
  await once(call, 'data')
  call.end(framed(request))
  const { code, bytes } = await seen
  expect([code, bytes.equals(framed(answered('first')))]).toEqual([constants.NGHTTP2_ENHANCE_YOUR_CALM, true])
  expect((await lastOf(tap)).at(-1)).toMatchObject({
    failure: 'reset',
    message: expect.stringContaining('with ENHANCE_YOUR_CALM'),
  })
})

test('a reader that is slow holds the agent back, and the other way round', async () => {
  let writtenBytes = 0
  let isHeld = false
  let gotBytes = 0
  const place = await serving(createServer(), (stream, headers) => {
    if (headers[':path'] === path) {
      stream.pause()
      stream.on('data', (bytes: Buffer) => {
        gotBytes += bytes.byteLength
      })
      toClose.push(() => stream.resume())
      isHeld = true
      return
    }
    stream.respond([':status', '200', 'content-type', 'application/grpc'])
    const piece = framed(answered('x'.repeat(16_000)))
    const pieces = function* () {
      for (let each = 0; each < 500; each++) {
        writtenBytes += piece.byteLength
        yield piece
      }
    }
    Readable.from(pieces()).pipe(stream)
  })
  const tap = await tapOf(await cardFor(place))
  const { call } = ask(hostOf(tap), [], undefined, streamPath)
  call.pause()
  let before = -1
  await expect
    .poll(
      () => {
        const isStill = writtenBytes === before && writtenBytes > 0
        before = writtenBytes
        return isStill
      },
      { interval: 300, timeout: 10_000 },
    )
    .toBe(true)
  expect(writtenBytes).toBeLessThan(2_000_000)
  call.resume()
  await once(call, 'end')
  expect(writtenBytes).toBeGreaterThan(7_500_000)

  const { call: upload } = ask(hostOf(tap), [], Buffer.alloc(8_000_000))
  await expect.poll(() => isHeld).toBe(true)
  await expect.poll(() => upload.bufferSize > 0 && !upload.writableFinished).toBe(true)
  expect(gotBytes).toBe(0)
  upload.close()
})

test('no address for gRPC, no agent, no HTTP/2: the caller gets a status in words, and the record says so', async () => {
  const web = await agent({ dialect: '1.0' })
  toClose.push(web.close)
  const statusOf = ({ head }: Received) => [
    head[head.indexOf('grpc-status') + 1],
    decodeURIComponent(head[head.indexOf('grpc-message') + 1] ?? ''),
  ]
  const without = await tapOf(web.url)
  expect(statusOf(await ask(hostOf(without)).seen)).toEqual([
    '12',
    expect.stringContaining('no address for gRPC'),
  ])
  expect((await lastOf(without)).at(-1)).toMatchObject({ failure: 'address' })

  const free = await serving(createServer(), () => undefined)
  for (const close of toClose.splice(-1)) await close()
  const gone = await tapOf(await cardFor(free))
  expect(statusOf(await ask(hostOf(gone)).seen)).toEqual([
    '14',
    expect.stringContaining('refused the connection'),
  ])
  expect((await lastOf(gone)).at(-1)).toMatchObject({ failure: 'refused' })

  const old = await tapOf(await cardFor(new URL(web.url).host))
  expect(statusOf(await ask(hostOf(old)).seen)[0]).toBe('14')
  expect((await lastOf(old)).at(-1)?.kind).toBe('failure')

  const self = await tapOf(await cardFor(hostOf(gone)))
  expect(statusOf(await ask(hostOf(self)).seen)).toEqual(['14', expect.stringContaining('would call itself')])
})

test('a caller over HTTP/2 that speaks JSON: the agent is called over HTTP/1.1', async () => {
  const behind = await agent({ dialect: ['1.0', '1.0-rest'] })
  toClose.push(behind.close)
  const tap = await tapOf(behind.url)
  const session = connect(new URL(tap.address).origin)
  toClose.push(() => session.destroy())
  const visit = async (method: string, at: string, body?: string) => {
    const call = session.request(
      { ':method': method, ':path': at, 'a2a-version': '1.0', 'content-type': 'application/json' },
      { endStream: body === undefined },
    )
    call.end(body)
    const [head] = (await once(call, 'response')) as [IncomingHttpHeaders & { ':status'?: number }]
    let text = ''
    for await (const bytes of call.setEncoding('utf8')) text += String(bytes)
    return { status: head[':status'], type: head['content-type'], text }
  }
  const card = await visit('GET', '/.well-known/agent-card.json')
  expect(card.status).toBe(200)
  expect(JSON.parse(card.text).supportedInterfaces[0].url).toContain(hostOf(tap))
  const rpc = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: message10('direct') }
  expect(await visit('POST', '/', JSON.stringify(rpc))).toMatchObject({
    status: 200,
    type: 'application/json',
  })
  const streamed = await visit('POST', '/message:stream', JSON.stringify(message10('hi')))
  expect(streamed).toMatchObject({ status: 200, type: expect.stringContaining('event-stream') })
  expect(streamed.text.match(/^data:/gm)?.length).toBeGreaterThan(2)
  expect((await lastOf(tap))[0]).toMatchObject({ call: { operation: 'stream', binding: 'HTTP+JSON' } })
  expect((await lastOf(tap)).at(-1)).toMatchObject({ kind: 'end' })
  expect((await visit('GET', '/tap-origin-9/x')).status).toBe(421)
  await window.client.taps.setFaults({ id: tap.id, faults: [{ route: 'stream', kind: 'cut', value: 1 }] })
  const cut = await visit('POST', '/message:stream', JSON.stringify(message10('hi')))
  expect(cut.text.match(/^data:/gm)).toHaveLength(1)
  expect((await lastOf(tap)).at(-1)).toMatchObject({ message: expect.stringContaining('Parley cut this') })
  expect((await window.client.taps.list())[0]).toMatchObject({ connections: 1 })
})

/** An agent that streams these messages, and a tap of it with these faults. */
async function spoiled(faults: readonly TapFault[]) {
  const place = await serving(createServer(), (stream) => {
    stream.respond([':status', '200', 'content-type', 'application/grpc'], { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
    const all = Buffer.concat(['a', 'b', 'c'].map((text) => framed(answered(text))))
    // In pieces across message bounds.
    for (let at = 0; at < all.byteLength; at += 7) stream.write(all.subarray(at, at + 7))
    stream.end()
  })
  const tap = await tapOf(await cardFor(place))
  await window.client.taps.setFaults({ id: tap.id, faults: [...faults] })
  return { tap, seen: await ask(hostOf(tap), [], undefined, streamPath).seen }
}
const [a = nothing, b = nothing, c = nothing] = ['a', 'b', 'c'].map((text) => framed(answered(text)))

test.each<[TapFaultKind, number, readonly Buffer[], boolean?]>([
  ['drop', 2, [a, c]],
  ['duplicate', 2, [a, b, b, c]],
  ['reorder', 1, [b, a, c]],
  ['malformed', 3, [a, b, halvedMessage(c)]],
  ['jitter', 5, [a, b, c]],
  ['slow', 1_000, [a, b, c]],
  ['delay', 50, [a, b, c]],
  ['cut', 2, [a, b], true],
])('the fault %s %i', async (kind, value, messages, isCut = false) => {
  const { tap, seen } = await spoiled([{ route: 'SendStreamingMessage', kind, value }])
  expect(seen.bytes.toString('latin1')).toBe(Buffer.concat(messages).toString('latin1'))
  expect(seen.code).toBe(isCut ? constants.NGHTTP2_INTERNAL_ERROR : 0)
  expect(seen.trailers).toEqual(isCut ? [] : ['grpc-status', '0'])
  const entries = await lastOf(tap)
  expect(entries.flatMap((entry) => (entry.kind === 'note' ? [entry.text] : []))).toEqual([
    expect.stringContaining(`Parley injected a fault into this response. ${kind}: ${value} `),
  ])
  if (!isCut) expect(entries.filter(({ kind: each }) => each === 'frame')).toHaveLength(3)
})

test('a status, HTTP’s or gRPC’s, takes the place of the response, which is on the record', async () => {
  const grpc = await spoiled([{ route: 'stream', kind: 'grpc-status', value: 8 }])
  expect(grpc.seen.head).toEqual(expect.arrayContaining(['grpc-status', '8']))
  expect(grpc.seen.bytes.byteLength).toBe(0)
  expect((await lastOf(grpc.tap)).at(-1)).toMatchObject({ grpcStatus: { code: 0 } })
  const http = await spoiled([{ route: '*', kind: 'status', value: 503 }])
  expect(http.seen.head).toEqual(expect.arrayContaining([':status', '503']))
})
