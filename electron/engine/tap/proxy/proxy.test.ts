// Real programs through a forward proxy to real agents: they receive the same as without it, and each call is recorded
// as one to its agent.

import { once } from 'node:events'
import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Tap } from '#shared/contract/taps.ts'
import type { Entry, RawHeaders } from '#shared/record/entry.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { rawRequest } from '#testing/engine/raw-request.ts'
import { type Agent, agent } from '../../../../e2e/agents/agent.ts'

const toClose: (() => unknown)[] = []
let window: TestWindow
let proxy: Tap
beforeEach(async () => {
  window = await openWindow()
  toClose.push(() => window.close())
  proxy = await window.client.taps.startProxy({})
})
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

async function kit(dialect: '0.3' | '1.0' | '1.0-rest' = '1.0'): Promise<Agent> {
  let ids = 0
  const now = new Date('2026-01-01T00:00:00Z')
  const made = await agent({ dialect, newId: () => `id-${++ids}`, now: () => now })
  toClose.push(made.close)
  return made
}
async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  toClose.push(() => server.close())
  return (server.address() as AddressInfo).port
}
/** Replies with the request. */
async function echo(): Promise<string> {
  const server = createHttpServer(async (request, response) => {
    let body = ''
    for await (const bytes of request) body += String(bytes)
    response.end(`${request.method} ${request.url} ${request.rawHeaders.join(',')} ${body}`)
  })
  toClose.push(() => server.closeAllConnections())
  return `http://127.0.0.1:${await listening(server)}`
}

/** As a client with a proxy: the request line has the whole address. */
async function through(url: string, body?: string, headers: RawHeaders = [], isDirect = false) {
  const { host, port, pathname } = new URL(url)
  const sent = httpRequest({
    ...{ host: '127.0.0.1', agent: false },
    ...(isDirect ? { port, path: pathname } : { port: proxy.port, path: url }),
    method: body === undefined ? 'GET' : 'POST',
    headers: [
      ...['Host', host, ...headers.flat()],
      ...(body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))]),
    ],
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const bytes of response.setEncoding('utf8')) text += String(bytes)
  return { status: response.statusCode ?? 0, headers: response.rawHeaders, text }
}

async function calls(): Promise<readonly (readonly Entry[])[]> {
  await window.engine.taps.recorded()
  const { rows } = await window.client.console.exchanges({ filter: '', offset: 0, limit: 100 })
  const all = await Promise.all(rows.map(({ id }) => window.entries(id)))
  return all.toSorted(([a], [b]) => (a?.seq ?? 0) - (b?.seq ?? 0))
}
async function lastCall(): Promise<readonly Entry[]> {
  let entries: readonly Entry[] = []
  const last = async () => {
    entries = (await calls()).at(-1) ?? []
    return entries.at(-1)?.kind
  }
  await expect.poll(last).toMatch(/^(end|failure)$/)
  return entries
}
const viewed = async () => {
  await window.engine.taps.recorded()
  return (await window.client.taps.list()).find(({ id }) => id === proxy.id)
}

const print = (text: string) =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id: 7, method: 'SendMessage' },
    params: { message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text }] } },
  })
const json: RawHeaders = [
  ['content-type', 'application/json'],
  ['A2A-Version', '1.0'],
  ['x-Twice', 'one'],
  ['X-tWICE', 'two'],
]

test('an agent is found by its card, which passes unchanged, and what is said to it is its own', async () => {
  const [direct, behind] = [await kit(), await kit()]
  const cardUrl = new URL('/.well-known/agent-card.json', behind.url).href
  const card = await through(cardUrl)
  expect(card.text).toBe(await (await fetch(cardUrl)).text())
  const withProxy = await through(behind.url, print('direct'), json)
  const without = await through(direct.url, print('direct'), json, true)
  const place = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, 'HERE')
  expect({ ...withProxy, text: place(withProxy.text) }).toEqual({ ...without, text: place(without.text) })
  const [one, other] = [direct, behind].map(({ requests }) => requests.at(-1))
  const sent = (received: typeof one) =>
    received?.headers.filter(([name]) => !/^(host|connection)$/i.test(name))
  expect(sent(other)).toEqual(sent(one))
  expect(other?.headers.find(([name]) => name === 'Host')?.[1]).toBe(new URL(behind.url).host)

  await lastCall()
  const [match] = await window.client.agents.list()
  expect(match).toMatchObject({ name: 'Kit agent', address: behind.url })
  expect(match).not.toHaveProperty('tentative')
  const [first = [], second = []] = await calls()
  expect(first[0]).toMatchObject({ url: cardUrl, call: { purpose: 'card' } })
  expect(second[0]).toMatchObject({
    url: `${behind.url}/`,
    call: { operation: 'send', dialect: '1.0', agentId: match?.id, via: { tap: proxy.address, proxy: true } },
  })
  expect(await viewed()).toMatchObject({
    ...{ kind: 'proxy', name: 'Forward proxy', calls: 2, failed: 0, foundAgents: 1, tunnels: 0 },
    origins: [new URL(behind.url).origin],
  })
  const agentId = match?.id ?? ''
  const { rows } = await window.client.story.conversations({ agentId, others: true, offset: 0, limit: 10 })
  expect(rows).toHaveLength(1)
})

test('an agent that is known is found by its address; one that is not, by a message to it', async () => {
  const [existing, encountered] = [await kit(), await kit('1.0-rest')]
  const agentId = await window.idOf(existing.url)
  await through(`${existing.url}/`, print('hi'), json)
  expect((await lastCall())[0]).toMatchObject({ call: { operation: 'send', agentId } })
  await through(`${encountered.url}/message:send`, JSON.stringify(JSON.parse(print('hi')).params), json)
  const called = await lastCall()
  const agents = await window.client.agents.list()
  expect(agents).toMatchObject([{ id: agentId }, { address: encountered.url, tentative: true }])
  expect(called[0]).toMatchObject({
    call: { operation: 'send', binding: 'HTTP+JSON', agentId: agents[1]?.id },
  })
})

test('what is called besides agents is recorded, and is no agent’s', async () => {
  const own = await echo()
  await through(
    `${own}/tools`,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: '1' } }),
  )
  expect((await lastCall())[0]).toMatchObject({ call: { purpose: 'raw', label: 'POST /tools' } })
  expect((await lastCall())[0]).not.toHaveProperty('call.agentId')
  expect(await window.client.agents.list()).toEqual([])
})

test('what belongs to one connection alone does not pass, and credentials for the proxy are masked', async () => {
  const own = await echo()
  const { text } = await through(`${own}/x?y=1`, 'body', [
    ['Proxy-Authorization', 'Basic c2VjcmV0LXByb3h5LTc3'],
    ['Proxy-Connection', 'keep-alive'],
    ['Connection', 'X-Only'],
    ['X-Only', 'here'],
    ['Upgrade', 'websocket'],
    ['X-Kept', 'yes'],
  ])
  expect(text).toBe(
    `POST /x?y=1 Host,${new URL(own).host},X-Kept,yes,Content-Length,4,Connection,keep-alive body`,
  )
  await lastCall()
  expect(window.disk()).not.toContain('c2VjcmV0LXByb3h5LTc3')
})

test('the address that is asked for counts, whatever Host says, and a caller of HTTP/1.0 may leave it out', async () => {
  const own = await echo()
  const { host } = new URL(own)
  const lied = await rawRequest(
    proxy.port,
    `GET ${own}/x HTTP/1.1\r\nHost: other.test\r\nhost: third.test\r\nConnection: close\r\n\r\n`,
  )
  expect(lied).toContain(`GET /x Host,${host},Connection,keep-alive `)
  const older = await rawRequest(proxy.port, `GET ${own}?q HTTP/1.0\r\n\r\n`)
  expect(older).toContain(`GET /?q Host,${host},Connection,keep-alive `)
})

test.each([
  ['an address of its own', 'GET /x HTTP/1.1', 400, 'serves nothing itself'],
  ['a password', 'GET http://me:secret-pw-9@127.0.0.1:1/x HTTP/1.1', 400, 'name or password'],
  ['another scheme', 'GET ftp://127.0.0.1/x HTTP/1.1', 400, 'begin with http://'],
  ['a tunnel to nowhere', 'CONNECT 127.0.0.1 HTTP/1.1', 400, 'host and port'],
  ['a tunnel with a path', 'CONNECT 127.0.0.1:1/x HTTP/1.1', 400, 'host and port'],
  ['two lengths', 'POST http://127.0.0.1:1/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2', 400, ''],
  [
    'a length and chunks',
    'POST http://127.0.0.1:1/ HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked',
    400,
    '',
  ],
])('%s is refused, and on the record', async (_what, line, status, sentence) => {
  const answer = await rawRequest(proxy.port, `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(answer).toContain(`HTTP/1.1 ${status} `)
  expect(answer).toContain(sentence)
  expect((await lastCall()).at(-1)).toMatchObject({ kind: 'failure' })
  expect(window.disk()).not.toContain('secret-pw-9')
})

test('it forwards to nothing of Parley’s own: itself, taps, receivers, by whatever name', async () => {
  const behind = await kit()
  const tap = await window.client.taps.start({ agentId: await window.idOf(behind.url) })
  const { listening: hooks } = await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
  for (const port of [proxy.port, tap.port, hooks?.port ?? 0]) {
    for (const host of ['127.0.0.1', 'localhost', '0.0.0.0']) {
      const { status, text } = await through(`http://${host}:${port}/x`)
      expect([status, text]).toEqual([508, expect.stringContaining('is Parley itself')])
      expect(await rawRequest(proxy.port, `CONNECT ${host}:${port} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 508 /,
      )
    }
  }
  expect((await viewed())?.failed).toBe(18)
})

async function tunnelTo(port: number): Promise<Socket> {
  const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write(
    `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: tunneller/1\r\n\r\n`,
  )
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(String(head)).toBe('HTTP/1.1 200 Connection Established\r\n\r\n')
  return socket
}

/** However it ends. */
function closing(socket: Socket): Promise<void> {
  socket.on('error', () => undefined)
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

test('CONNECT passes unread, half-closed too, and is listed with what passed', async () => {
  const port = await listening(
    createServer({ allowHalfOpen: true }, async (socket) => {
      let received = ''
      for await (const bytes of socket) received += String(bytes)
      socket.end(`got ${received.length}`)
    }),
  )
  const socket = await tunnelTo(port)
  socket.end('secret-in-a-tunnel'.padEnd(1234, '.'))
  let answer = ''
  for await (const bytes of socket) answer += String(bytes)
  expect(answer).toBe('got 1234')
  const entries = await lastCall()
  expect(entries[0]).toMatchObject({
    ...{ method: 'CONNECT', url: `http://127.0.0.1:${port}` },
    call: { purpose: 'raw', label: `CONNECT 127.0.0.1:${port}`, via: { program: 'tunneller/1' } },
  })
  expect(entries[1]).toMatchObject({ kind: 'response', status: 200 })
  expect(entries.find(({ kind }) => kind === 'note')).toMatchObject({
    text: 'A tunnel, which isn’t read: 1,234 bytes from the caller, 8 bytes back, and the caller closed it.',
  })
  expect(entries.at(-1)).toMatchObject({ kind: 'end' })
  expect(window.disk()).not.toContain('secret-in-a-tunnel')
  const { exchangeId = '' } = entries[0] ?? {}
  await expect(window.client.again.resend({ exchangeId })).rejects.toThrow(/nothing to resend/)
  expect(await viewed()).toMatchObject({ calls: 1, tunnels: 1, origins: [] })
})

test('a tunnel that breaks off, or leads to nobody, is said; one that is open ends with the proxy', async () => {
  const gone = createServer()
  const closed = await listening(gone)
  gone.close()
  expect(await rawRequest(proxy.port, `CONNECT 127.0.0.1:${closed} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 502 .*refused the connection/s,
  )
  expect((await lastCall()).at(-1)).toMatchObject({ failure: 'refused' })
  const port = await listening(createServer((socket) => socket.once('data', () => socket.resetAndDestroy())))
  const cut = await tunnelTo(port)
  const cutOff = closing(cut)
  cut.write('x')
  await cutOff
  expect((await lastCall()).at(-1)).toMatchObject({ failure: 'reset' })
  const quiet = await tunnelTo(await listening(createServer((socket) => socket.on('error', () => undefined))))
  const ended = closing(quiet)
  await window.client.taps.stop({ id: proxy.id })
  await ended
  expect((await lastCall()).at(-1)).toMatchObject({ failure: 'aborted' })
})

test('a stream comes as it comes, and faults are injected as through a tap', async () => {
  const behind = await kit()
  const stream = print('many 20').replace('SendMessage', 'SendStreamingMessage')
  const { text } = await through(`${behind.url}/`, stream, json)
  expect(text.match(/^data:/gm)?.length).toBeGreaterThan(20)
  await window.client.taps.setFaults({
    id: proxy.id,
    faults: [{ route: 'send', kind: 'status', value: 503 }],
  })
  expect((await through(`${behind.url}/`, print('hi'), json)).status).toBe(503)
})

test('it keeps its port over a restart, and stays until it is removed', async () => {
  window = await window.reopen()
  await expect.poll(async () => (await viewed())?.state, { timeout: 15_000 }).toBe('listening')
  expect(await viewed()).toMatchObject({ port: proxy.port, address: proxy.address, kind: 'proxy' })
  expect((await through(`${await echo()}/`)).status).toBe(200)
  await window.client.taps.remove({ id: proxy.id })
  expect(await window.client.taps.list()).toEqual([])
})
