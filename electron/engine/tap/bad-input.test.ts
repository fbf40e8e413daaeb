// Misbehaving callers and agents at a tap: refused or passed on, and recorded, without affecting the next caller.

import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Tap } from '#shared/contract/taps.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { rawPost, rawRequest } from '#testing/engine/raw-request.ts'

const toClose: (() => unknown)[] = []
let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
  toClose.push(window.close)
})
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

async function tapOf(agent: Server): Promise<Tap & { readonly port: number }> {
  agent.listen(0, '127.0.0.1')
  await once(agent, 'listening')
  toClose.push(() => agent.close())
  const { port } = agent.address() as AddressInfo
  return window.client.taps.start({ agentId: await window.idOf(`http://127.0.0.1:${port}`) })
}

/** Replies with the heads and bodies it received. */
function echo(observed: string[] = []): Server {
  const server = createHttpServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end()
    let body = ''
    request.on('error', () => observed.push(`aborted after ${body}`))
    request.on('data', (bytes) => {
      body += String(bytes)
    })
    request.on('end', () => {
      observed.push(`${request.rawHeaders.join(',')} ${body}`)
      response.end(body)
    })
  })
  toClose.push(() => server.closeAllConnections())
  return server
}

async function lastOf(tap: Tap) {
  window.engine.record.flush()
  const { rows } = await window.client.console.exchanges({ filter: '', offset: 0, limit: 100 })
  const entries = await Promise.all(rows.map(({ id }) => window.entries(id)))
  const own = entries.filter(([first]) => first?.kind === 'request' && first.call.via?.tap === tap.address)
  return own.at(-1) ?? []
}

const head = (port: number, more: string) => `POST /x HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}\r\n`

/** Sends, closes its half, and continues to read. */
async function halfClosing(port: number, text: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.end(text)
  let answer = ''
  for await (const bytes of socket.setEncoding('utf8')) answer += String(bytes)
  return answer
}

// A caller that left closes its half, too; its agent must be closed before it sends more.
test('a caller that closes its half has left: the agent is let go, and the record says so', async () => {
  const left = Promise.withResolvers<void>()
  const agent = createHttpServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end()
    response.on('close', () => left.resolve())
  })
  const tap = await tapOf(agent)
  expect(await halfClosing(tap.port, `${head(tap.port, 'Content-Length: 5\r\n')}whole`)).toBe('')
  await left.promise
  await expect
    .poll(async () => (await lastOf(tap)).at(-1))
    .toMatchObject({ failure: 'aborted', message: expect.stringContaining('The caller ended') })
})

test('a caller that closes its half within a body lets the agent go', async () => {
  const observed: string[] = []
  const tap = await tapOf(echo(observed))
  await halfClosing(tap.port, `${head(tap.port, 'Content-Length: 9\r\n')}half`).catch(() => '')
  await expect.poll(() => observed).toEqual(['aborted after half'])
  await expect.poll(async () => (await lastOf(tap)).at(-1)?.kind).toBe('failure')
})

test('an upgrade is not passed on: the agent gets a plain request', async () => {
  const observed: string[] = []
  const tap = await tapOf(echo(observed))
  const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\nContent-Length: 2\r\n'
  expect(await rawRequest(tap.port, `${head(tap.port, upgrade)}{}`)).toMatch(/^HTTP\/1\.1 200 /)
  expect(observed[0]).not.toMatch(/upgrade/i)
})

test('CONNECT leads nowhere', async () => {
  const behind = createServer()
  behind.listen(0, '127.0.0.1')
  await once(behind, 'listening')
  toClose.push(() => behind.close())
  let reached = 0
  behind.on('connection', () => {
    reached += 1
  })
  const { port } = behind.address() as AddressInfo
  const tap = await tapOf(echo())
  await rawRequest(tap.port, `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  expect((await rawPost(`${tap.address}/x`, 'well')).body).toBe('well')
  expect(reached).toBe(0)
})

test('a flood of connections that say nothing leaves room for a caller', async () => {
  const tap = await tapOf(echo())
  const flood: Socket[] = Array.from({ length: 700 }, () =>
    connect(tap.port, '127.0.0.1').on('error', () => undefined),
  )
  toClose.push(() => {
    for (const socket of flood) socket.destroy()
  })
  await Promise.all(flood.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])))
  expect(await rawPost(`${tap.address}/x`, 'still here')).toEqual({ status: 200, body: 'still here' })
})

test.each([
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nabcde'],
  [
    'a length and chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['no HTTP', 'well\r\n\r\n'],
  ['a head without an end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(2_000_000)}\r\n\r\n`],
])('an agent that answers with %s: a 502 in words, and the tap still forwards', async (_what, answer) => {
  let isBad = true
  const agent = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(isBad ? answer : 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwell'))
  })
  const tap = await tapOf(agent)
  expect((await rawPost(`${tap.address}/x`, '{}')).status).toBe(502)
  await expect.poll(async () => (await lastOf(tap)).at(-1)?.kind).toBe('failure')
  isBad = false
  expect((await rawPost(`${tap.address}/x`, '{}')).body).toBe('well')
})

test('requests that are sent one upon the other are answered in their order', async () => {
  const tap = await tapOf(echo())
  const one = (body: string, more = '') =>
    `${head(tap.port, `Content-Length: ${body.length}\r\n${more}`)}${body}`
  const answer = await rawRequest(
    tap.port,
    one('first') + one('second') + one('third', 'Connection: close\r\n'),
  )
  expect(answer.match(/first|second|third/g)).toEqual(['first', 'second', 'third'])
  expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(3)
})

test('a caller of HTTP/1.0 gets a stream without chunks, which ends with its connection', async () => {
  const agent = createHttpServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end()
    response.write('data: 1\n\n')
    response.end('data: 2\n\n')
  })
  const tap = await tapOf(agent)
  const answer = await rawRequest(tap.port, `POST /x HTTP/1.0\r\nHost: 127.0.0.1:${tap.port}\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).not.toMatch(/transfer-encoding/i)
  expect(answer.split('\r\n\r\n')[1]).toBe('data: 1\n\ndata: 2\n\n')
})

test.each([
  ['ends in the middle of a chunk', '5\r\nab'],
  ['frames its chunks wrongly', '2\r\nabc\r\n0\r\n\r\n'],
])('an agent whose stream %s: the caller is cut off too, and has what came before', async (_what, body) => {
  const agent = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwell\r\n${body}`),
    )
  })
  const tap = await tapOf(agent)
  await expect(rawPost(`${tap.address}/x`, '{}')).rejects.toThrow()
  await expect.poll(async () => (await lastOf(tap)).at(-1)).toMatchObject({ kind: 'failure' })
})

test('what an agent sends unasked ends its connection, and is nobody’s answer', async () => {
  let sent = 0
  const agent = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => {
      sent += 1
      const answer = `HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nown${sent}`
      socket.write(`${answer}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`)
    })
  })
  const tap = await tapOf(agent)
  for (let call = 0; call < 5; call++) expect((await rawPost(`${tap.address}/x`, '{}')).body).toMatch(/^own/)
})
