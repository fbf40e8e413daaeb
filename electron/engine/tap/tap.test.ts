// Real callers through a tap to real agents: both sides receive the same as without it, and all is recorded.

import { once } from 'node:events'
import { type ClientRequest, createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { SendMessageRequest } from '@a2a-js/sdk'
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import { afterEach, expect, test } from 'vitest'
import type { Tap } from '#shared/contract/taps.ts'
import type { Entry, RawHeaders } from '#shared/record/entry.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { rawRequest } from '#testing/engine/raw-request.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import type { DialectName } from '../../../e2e/agents/dialects/dialect.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

async function opened(): Promise<TestWindow> {
  const window = await openWindow()
  toClose.push(window.close)
  return window
}
async function tapped(window: TestWindow, address: string): Promise<Tap> {
  return window.client.taps.start({ agentId: await window.idOf(address) })
}
async function kit(dialect: DialectName | readonly [DialectName, ...DialectName[]]) {
  let ids = 0
  const now = new Date('2026-01-01T00:00:00Z')
  const made = await agent({ dialect, newId: () => `id-${++ids}`, now: () => now })
  toClose.push(made.close)
  return made
}
async function server(handle: (request: IncomingMessage, body: string) => Answer): Promise<string> {
  const made = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { status = 200, headers, pieces } = handle(request, body)
    response.sendDate = false
    response.writeHead(status, headers.flat())
    for (const piece of pieces.filter((one) => one !== 'cut' && one !== 'open')) response.write(piece)
    const last = pieces.at(-1)
    if (last === 'cut') setImmediate(() => response.destroy())
    else if (last !== 'open') response.end()
  })
  made.listen(0, '127.0.0.1')
  await once(made, 'listening')
  toClose.push(() => {
    made.closeAllConnections()
    made.close()
  })
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`
}
interface Answer {
  readonly status?: number
  readonly headers: RawHeaders
  readonly pieces: readonly (string | Buffer)[]
}

const nothing: Answer = { status: 404, headers: [['Content-Length', '0']], pieces: [] }

interface Received {
  readonly status: number
  readonly headers: RawHeaders
  readonly body: string
}

/** Exactly these headers, `Host` first. */
function openRequest(url: string, method: string, headers: RawHeaders): ClientRequest {
  const { host } = new URL(url)
  return httpRequest(url, { method, headers: ['Host', host, ...headers.flat()], agent: false })
}
async function post(url: string, body: string, headers: RawHeaders = []): Promise<Received> {
  const sent = openRequest(url, 'POST', [
    ['content-type', 'application/json'],
    ...headers,
    ['Content-Length', String(Buffer.byteLength(body))],
  ])
  sent.end(body)
  return responseTo(sent)
}
async function responseTo(sent: ClientRequest): Promise<Received> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const { rawHeaders } = response
  const headers = Array.from({ length: rawHeaders.length / 2 }, (_, index): [string, string] => [
    rawHeaders[index * 2] ?? '',
    rawHeaders[index * 2 + 1] ?? '',
  ])
  return { status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString('latin1') }
}

async function callsOf(
  { client, engine, entries }: TestWindow,
  tap: Tap,
): Promise<readonly (readonly Entry[])[]> {
  await engine.taps.recorded()
  const { rows } = await client.console.exchanges({ filter: '', offset: 0, limit: 100 })
  const all = await Promise.all(rows.map(({ id }) => entries(id)))
  return all
    .filter(([first]) => first?.kind === 'request' && first.call.via?.tap === new URL(tap.address).origin)
    .toSorted(([a], [b]) => (a?.seq ?? 0) - (b?.seq ?? 0))
}
async function lastCall(window: TestWindow, tap: Tap): Promise<readonly Entry[]> {
  let entries: readonly Entry[] = []
  await expect
    .poll(async () => {
      entries = (await callsOf(window, tap)).at(-1) ?? []
      return entries.at(-1)?.kind
    })
    .toMatch(/^(end|failure)$/)
  return entries
}

const message = (text: string, role = 'user') => ({
  ...(role === 'user' && { kind: 'message' }),
  messageId: `m-${text}`,
  role,
  parts: [role === 'user' ? { kind: 'text', text } : { text }],
})
const rpc = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })

const spoken = [
  ['0.3', '0.3', '/', rpc('message/send', { message: message('direct') }), 'send'],
  ['0.3', '0.3', '/', rpc('message/stream', { message: message('hi') }), 'stream'],
  ['1.0', '1.0', '/', rpc('SendMessage', { message: message('direct', 'ROLE_USER') }), 'send'],
  ['1.0', '1.0', '/', rpc('SendStreamingMessage', { message: message('hi', 'ROLE_USER') }), 'stream'],
  ['1.0-rest', '1.0', '/message:send', JSON.stringify({ message: message('direct', 'ROLE_USER') }), 'send'],
  ['1.0-rest', '1.0', '/message:stream', JSON.stringify({ message: message('hi', 'ROLE_USER') }), 'stream'],
] as const

test.each(spoken)(
  '%s, in the words of %s to %s: both sides see what they see without the tap',
  async (name, version, path, body, operation) => {
    const headers = [
      ['A2A-Version', version],
      ['X-tWiCe', 'one'],
      ['x-Twice', 'two'],
    ] as const
    const direct = await kit(name)
    const behind = await kit(name)
    const window = await opened()
    const tap = await tapped(window, behind.url)
    const without = await post(direct.url.replace(/\/$/, '') + path, body, headers)
    const withTap = await post(new URL(path, tap.address).href, body, headers)
    const place = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, 'HERE')
    expect(without.status).toBe(200)
    const answered = ({ status, headers: all, body }: Received) => ({
      status,
      headers: all.filter(([header]) => !/^(connection|transfer-encoding)$/i.test(header)),
      body: place(body),
    })
    expect(answered(withTap)).toEqual(answered(without))
    const [one, other] = [direct, behind].map(({ requests }) => requests.at(-1))
    const sentHeaders = (received: typeof one) =>
      received?.headers.filter(([header]) => !/^(host|connection)$/i.test(header))
    expect(sentHeaders(other)).toEqual(sentHeaders(one))
    expect(other?.body.equals(one?.body ?? Buffer.alloc(0))).toBe(true)
    expect(other?.headers.find(([header]) => header === 'Host')?.[1]).toBe(new URL(behind.url).host)

    const [request, ...rest] = await lastCall(window, tap)
    expect(request).toMatchObject({
      call: {
        purpose: 'operation',
        operation,
        agentId: tap.agentId,
        via: { caller: expect.stringMatching(/^127\.0\.0\.1:\d+$/) },
      },
      body: { text: body },
    })
    expect(rest.at(-1)).toMatchObject({ kind: 'end' })
    if (operation === 'stream') expect(rest.filter(({ kind }) => kind === 'frame').length).toBeGreaterThan(2)
    const { rows } = await window.client.story.conversations({
      ...{ agentId: tap.agentId ?? '', others: true, offset: 0, limit: 10 },
    })
    const { contextId, exchangeId } = rows[0] ?? {}
    const source = { kind: 'conversation', contextId, exchangeId } as const
    const chat = await window.client.story.rows({
      agentId: tap.agentId ?? '',
      of: source,
      open: [],
      offset: 0,
      limit: 10,
    })
    // Not the user of this window.
    expect(chat.rows[0]).toMatchObject({ block: { kind: 'mine', label: 'Caller' } })
  },
)

test.each(['1.0', '1.0-rest', '0.3'] as const)(
  'the official client works through the tap of %s',
  async (name) => {
    const window = await opened()
    const behind = await kit(name)
    const tap = await tapped(window, behind.url)
    const legacyCompat = { enabled: true }
    const factory = new ClientFactory({
      ...ClientFactoryOptions.default,
      cardResolver: new DefaultAgentCardResolver({ legacyCompat }),
      transports: [new JsonRpcTransportFactory({ legacyCompat }), new RestTransportFactory({ legacyCompat })],
    })
    const client = await factory.createFromUrl(tap.address)
    const print = (text: string) =>
      SendMessageRequest.fromJSON({
        message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
      })
    const events: unknown[] = []
    for await (const event of client.sendMessageStream(print('many 20'))) events.push(event)
    expect(JSON.stringify(await client.sendMessage(print('hi')))).toContain('hi')
    await lastCall(window, tap)
    const calls = await callsOf(window, tap)
    expect(
      calls.map(([first]) => first?.kind === 'request' && (first.call.operation ?? first.call.purpose)),
    ).toEqual(['card', 'stream', 'send'])
    expect(calls[1]?.filter(({ kind }) => kind === 'frame')).toHaveLength(events.length)
  },
)

test('the card has its addresses at the tap, and none that it does not forward; the record has it as it came', async () => {
  const other = await server(() => ({ headers: [['Content-Length', '2']], pieces: ['{}'] }))
  const card = {
    ...{ name: 'Several', description: '', version: '1', capabilities: {}, skills: [] },
    ...{ defaultInputModes: [], defaultOutputModes: [], protocolVersion: '0.3.0', signatures: [{}] },
    additionalInterfaces: [
      { url: `${other}/rest`, transport: 'HTTP+JSON' },
      { url: '127.0.0.1:1', transport: 'GRPC' },
      { url: '127.0.0.1:2', transport: 'GRPC' },
    ],
  }
  let own = ''
  own = await server(() => {
    const body = gzipSync(JSON.stringify({ ...card, url: `${own}/rpc`, preferredTransport: 'JSONRPC' }))
    const headers = [
      ['content-Type', 'application/json'],
      ['Content-Encoding', 'gzip'],
      ['Content-Length', String(body.byteLength)],
      ['X-Own', 'kept'],
    ] as const
    return { headers, pieces: [body] }
  })
  const window = await opened()
  const tap = await tapped(window, own)
  const place = new URL(tap.address).origin
  const served = await responseTo(openRequest(`${place}/.well-known/agent-card.json`, 'GET', []).end())
  expect(JSON.parse(served.body)).toMatchObject({
    name: 'Several',
    url: `${place}/rpc`,
    additionalInterfaces: [
      { url: `${place}/tap-origin-2/rest` },
      { url: new URL(place).host },
      { url: '127.0.0.1:2' },
    ],
  })
  expect(JSON.parse(served.body)).not.toHaveProperty('signatures')
  expect(served.headers.slice(0, 2)).toEqual([
    ['content-Type', 'application/json'],
    ['X-Own', 'kept'],
  ])
  expect(tap).toMatchObject({
    origins: [own, other, 'http://127.0.0.1:1'],
    notices: [expect.stringContaining('is signed'), 'Calls to 127.0.0.1:2 bypass the tap.'],
  })
  const entries = await lastCall(window, tap)
  expect(entries[0]).toMatchObject({ call: { purpose: 'card' } })
  expect(entries.flatMap((entry) => (entry.kind === 'note' ? [entry.text] : []))).toEqual([
    'The tap served this card with its addresses moved to the tap.',
    'Its signature would no longer be valid and was left out.',
    'Calls to 127.0.0.1:2 bypass the tap.',
  ])
  expect(entries.at(-1)).toMatchObject({ kind: 'end', body: { text: expect.stringContaining(`${own}/rpc`) } })
  const rest = await post(`${place}/tap-origin-2/rest/x?y=1`, '{}')
  expect(rest.body).toBe('{}')
  expect((await lastCall(window, tap))[0]).toMatchObject({ url: `${other}/rest/x?y=1` })
})

test('credentials of a caller pass, are masked on the record, and serve no call of Parley’s own', async () => {
  const got: (string | undefined)[] = []
  const own = await server(({ headers }) => {
    got.push(headers.authorization)
    return { headers: [['Content-Type', 'text/plain']], pieces: [`you are ${headers.authorization}`] }
  })
  const window = await opened()
  const tap = await tapped(window, own)
  got.length = 0
  const answer = await post(`${tap.address}/x?api_key=query-secret-77`, '{}', [
    ['Authorization', 'Bearer caller-secret-123'],
  ])
  expect(answer.body).toBe('you are Bearer caller-secret-123')
  const [first] = await lastCall(window, tap)
  expect(window.disk()).not.toMatch(/caller-secret-123|query-secret-77/)
  await expect(window.client.again.resend({ exchangeId: first?.exchangeId ?? '' })).rejects.toThrow(
    /no longer knows a secret/,
  )
  expect(got).toEqual(['Bearer caller-secret-123'])
})

test('a caller that leaves ends the agent’s stream, and an agent that breaks off ends the caller’s; the record says which', async () => {
  const left = Promise.withResolvers<void>()
  const own = await server((request) => {
    if (request.method === 'GET') return nothing
    if (request.url === '/stay') request.socket.on('close', () => left.resolve())
    const headers = [['Content-Type', 'text/event-stream']] as const
    return { headers, pieces: ['data: {}\n\n', request.url === '/cut' ? 'cut' : 'open'] }
  })
  const window = await opened()
  const tap = await tapped(window, own)
  const sent = openRequest(`${tap.address}/stay`, 'POST', [['Content-Length', '0']]).end()
  sent.on('error', () => undefined)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await once(response, 'data')
  response.destroy()
  await left.promise
  expect((await lastCall(window, tap)).at(-1)).toMatchObject({
    failure: 'aborted',
    message: expect.stringContaining('The caller ended'),
  })
  await expect(post(`${tap.address}/cut`, '')).rejects.toThrow()
  expect((await lastCall(window, tap)).at(-1)).toMatchObject({
    failure: 'reset',
    message: expect.stringContaining('Connection reset by'),
  })
})

test('trailers pass, and a body waits until the agent wants it', async () => {
  const made = createServer()
  let requested = 0
  made.on('request', (_request, response) => response.writeHead(404).end())
  made.on('checkContinue', async (request, response) => {
    requested += 1
    response.writeContinue()
    let body = ''
    for await (const chunk of request) body += String(chunk)
    response.writeHead(200, { Trailer: 'X-Sum' })
    response.write(body)
    response.addTrailers({ 'X-Sum': '1' })
    response.end()
  })
  made.listen(0, '127.0.0.1')
  await once(made, 'listening')
  toClose.push(() => made.close())
  const window = await opened()
  const tap = await tapped(window, `http://127.0.0.1:${(made.address() as AddressInfo).port}`)
  const sent = openRequest(`${tap.address}/x`, 'POST', [
    ['Expect', '100-continue'],
    ['Content-Length', '5'],
  ])
  sent.flushHeaders()
  await once(sent, 'continue')
  expect(requested).toBe(1)
  sent.end('hello')
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  for await (const chunk of response) expect(String(chunk)).toBe('hello')
  expect(response.rawTrailers).toEqual(['X-Sum', '1'])
  expect((await lastCall(window, tap)).at(-1)).toMatchObject({ trailers: [['X-Sum', '1']] })
})

test('an agent that is gone is a 502 and a failure on the record; the tap goes on', async () => {
  const behind = await kit('1.0')
  const window = await opened()
  const tap = await tapped(window, behind.url)
  await behind.close()
  const answer = await post(tap.address, '{}')
  expect(answer).toMatchObject({ status: 502, body: expect.stringContaining('refused the connection') })
  const entries = await lastCall(window, tap)
  expect(entries.map(({ kind }) => kind)).toEqual(['request', 'note', 'failure'])
  expect(entries.at(-1)).toMatchObject({ failure: 'refused' })
  expect((await window.client.taps.list())[0]).toMatchObject({ calls: 1, open: 0 })
})

test.each([
  ['conflicting lengths', 'Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde', 400],
  ['two framings', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
  ['a head too large', `X-Long: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ['another host’s name', 'X: y\r\n\r\n', 421, 'evil.example'],
])('%s is refused and recorded, and nothing is forwarded', async (_what, rest, status, host?: string) => {
  const behind = await kit('1.0')
  const window = await opened()
  const tap = await tapped(window, behind.url)
  const requests = behind.requests.length
  const { port } = new URL(tap.address)
  const head = `POST / HTTP/1.1\r\nHost: ${host ?? `127.0.0.1:${port}`}\r\n`
  expect(await rawRequest(Number(port), head + rest)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect((await lastCall(window, tap)).at(-1)).toMatchObject({ kind: 'failure' })
  expect(behind.requests).toHaveLength(requests)
})

test('what is asked for in full, or at a place that is none, goes nowhere', async () => {
  const other = await kit('1.0')
  const behind = await kit('1.0')
  const window = await opened()
  const tap = await tapped(window, behind.url)
  const { port, host } = new URL(tap.address)
  for (const target of [`${other.url}x`, '/tap-origin-9/x', '*']) {
    const method = target === '*' ? 'OPTIONS' : 'GET'
    expect(await rawRequest(Number(port), `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 421 /,
    )
    expect((await lastCall(window, tap)).at(-1)).toMatchObject({ failure: 'address' })
  }
  expect(other.requests).toEqual([])
})

test('a tap does not forward to itself or to another tap, by whatever name', async () => {
  const window = await opened()
  const behind = await kit('1.0')
  const first = await tapped(window, behind.url)
  await expect(tapped(window, first.address)).rejects.toThrow(/is a tap of this Parley/)
  const { port } = new URL(first.address)
  const card = (url: string) => ({
    ...{ name: 'Loop', description: '', version: '1', capabilities: {}, skills: [] },
    ...{
      defaultInputModes: [],
      defaultOutputModes: [],
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      url,
    },
  })
  for (const name of ['127.0.0.1', 'localhost', '0.0.0.0']) {
    const loop = await server(() => ({
      headers: [['Content-Type', 'application/json']],
      pieces: [JSON.stringify(card(`http://${name}:${port}/`))],
    }))
    const tap = await tapped(window, loop)
    expect(tap.origins).toEqual([loop, `http://${name}:${port}`])
    const answer = await post(`${new URL(tap.address).origin}/tap-origin-2/`, '{}')
    expect(answer.status).toBe(508)
    expect((await lastCall(window, tap)).at(-1)).toMatchObject({ failure: 'address' })
  }
  expect(await callsOf(window, first)).toEqual([])
})

test('what a card without a signature has, an empty list of them included, stays', async () => {
  const window = await opened()
  let card = {}
  const address = await server(({ url }) =>
    url === '/.well-known/agent-card.json'
      ? { headers: [['Content-Type', 'application/json']], pieces: [JSON.stringify(card)] }
      : nothing,
  )
  const interfaces = [{ url: `${address}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
  card = { name: 'Plain', version: '1', supportedInterfaces: interfaces, signatures: [], skills: [] }
  const tap = await tapped(window, address)
  const served = await responseTo(openRequest(`${tap.address}/.well-known/agent-card.json`, 'GET', []).end())
  expect(served.body).toBe(JSON.stringify(card).replaceAll(address, tap.address))
})

test('a tap whose agent has no card yet forwards to its address alone, and is stopped with what is open', async () => {
  const own = await server(({ method }) =>
    method === 'GET'
      ? nothing
      : { headers: [['Content-Type', 'text/event-stream']], pieces: ['data: {}\n\n', 'open'] },
  )

  const window = await opened()
  const tap = await tapped(window, `${own}/some/agent`)
  expect(tap).toMatchObject({
    origins: [own],
    notices: [expect.stringContaining('The card couldn’t be read')],
  })
  const sent = openRequest(tap.address, 'POST', [['Content-Length', '0']]).end()
  sent.on('error', () => undefined)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.on('error', () => undefined)
  await once(response, 'data')
  await window.engine.taps.recorded()
  const [open] = await window.client.taps.list()
  expect(open).toMatchObject({ calls: 1, open: 1 })
  expect(await window.client.taps.stop({ id: tap.id })).toEqual({ stopped: true })
  expect((await lastCall(window, tap)).at(-1)).toMatchObject({
    failure: 'aborted',
    message: expect.stringContaining('The tap was stopped'),
  })
  await expect(post(tap.address, '{}')).rejects.toThrow(/ECONNREFUSED/)
})

test('a tap keeps its port over a restart, is named with its callers, and tells when another program has its port', async () => {
  const behind = await kit('1.0')
  const first = await openWindow()
  const { id, port, address } = await tapped(first, behind.url)
  await post(address, '{}', [['User-Agent', 'orchestrator/2']])
  await first.engine.taps.recorded()
  expect((await first.client.taps.list())[0]).toMatchObject({
    ...{ state: 'listening', calls: 1, failed: 0, connections: 1, callers: ['orchestrator/2'] },
  })
  const second = await first.reopen()
  await expect
    .poll(async () => (await second.client.taps.list())[0], { timeout: 10_000 })
    .toMatchObject({ id, port, address, state: 'listening', calls: 0 })
  expect((await post(address, '{}')).status).toBe(200)
  await second.client.taps.stop({ id })
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  await expect(second.client.taps.resume({ id })).rejects.toThrow(`Port ${port} is taken`)
  expect((await second.client.taps.list())[0]).toMatchObject({
    ...{ id, port, state: 'stopped', problem: expect.stringContaining('is taken') },
  })
  other.close()
  await once(other, 'close')
  expect(await second.client.taps.resume({ id })).toMatchObject({ address, state: 'listening' })
  await second.client.agents.remove({ agentId: (await second.client.taps.list())[0]?.agentId ?? '' })
  expect(await second.client.taps.list()).toEqual([])
  const third = await second.reopen()
  toClose.push(third.close)
  expect(await third.client.taps.list()).toEqual([])
})

test('a call continues the trace that its caller began, and is found by it', async () => {
  const window = await opened()
  const behind = await kit('1.0')
  const tap = await tapped(window, behind.url)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  const body = rpc('SendMessage', { message: message('direct', 'ROLE_USER') })
  await post(tap.address, body, [
    ['A2A-Version', '1.0'],
    ['traceparent', traceparent],
    ['tracestate', 'vendor=1'],
  ])
  const sent = behind.requests.at(-1)?.headers.filter(([name]) => /^trace/i.test(name))
  expect(sent).toEqual([
    ['traceparent', traceparent],
    ['tracestate', 'vendor=1'],
  ])
  await lastCall(window, tap)
  const { rows } = await window.client.console.exchanges({ filter: `trace:${traceId}`, offset: 0, limit: 10 })
  expect(rows.map(({ method }) => method)).toEqual(['POST'])
})
