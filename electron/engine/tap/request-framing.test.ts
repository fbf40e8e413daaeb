// Request framing: the framing headers reach the other side, or the message is refused. One request of a caller is
// never two at the agent, and one response of an agent never two at the caller.

import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Entry } from '#shared/record/entry.ts'
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

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  toClose.push(() => server.close())
  return (server.address() as AddressInfo).port
}
/** Replies with the called path, and lists the calls; it has no card. */
async function agent() {
  const called: string[] = []
  const server = createHttpServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end()
    called.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => response.end(`answer to ${request.url}`))
  })
  toClose.push(() => server.closeAllConnections())
  return { port: await listening(server), called }
}
async function tapped(agentPort: number, webhooks = false): Promise<{ readonly port: number }> {
  return window.client.taps.start({ agentId: await window.idOf(`http://127.0.0.1:${agentPort}`), webhooks })
}
async function recorded(): Promise<readonly Entry[]> {
  await window.engine.taps.recorded()
  window.engine.record.flush()
  return (await window.engine.record.read({ after: 0, limit: 5_000 })).entries
}

const inner = 'POST /smuggled HTTP/1.1\r\nHost: inner\r\nX-Admin: yes\r\nContent-Length: 0\r\n\r\n'
const sized = `Content-Length: ${inner.length}\r\n\r\n${inner}`
const chunked = `Transfer-Encoding: chunked\r\n\r\n${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`
const spelled = [
  ['Connection: content-length', 'content-length', sized],
  ['cONNECTION: keep-alive,Content-Length , x-y', 'content-length', sized],
  ['Connection: keep-alive\r\nX: y\r\nCONNECTION:\t CONTENT-LENGTH \t', 'content-length', sized],
  ['Connection: ,, content-length,', 'content-length', sized],
  ['Connection: \xa0content-length\xa0', 'content-length', sized],
  ['Proxy-Connection: Content-Length', 'content-length', sized],
  ['Connection: Transfer-Encoding', 'transfer-encoding', chunked],
  ['Connection: host', 'host', sized],
] as const

test.each(spelled)(
  '%j: refused with 400, nothing reaches the agent, and the record says why',
  async (line, name, rest) => {
    const { port, called } = await agent()
    const tap = await tapped(port)
    const head = `POST /a HTTP/1.1\r\nHost: 127.0.0.1:${tap.port}\r\n${line}\r\n`
    // The next request on the connection may be a part of this body.
    const answer = await rawRequest(
      tap.port,
      Buffer.from(`${head}${rest}POST /after HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, 'latin1'),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain(`Connection header names ${name}`)
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1)
    const next = await rawPost(`http://127.0.0.1:${tap.port}/b`, 'x')
    expect(next).toEqual({ status: 200, body: 'answer to /b' })
    expect(called).toEqual(['POST /b'])
    const entries = await recorded()
    const request = entries.find((entry) => entry.kind === 'request' && entry.url.endsWith('/a'))
    expect(request).toBeDefined()
    expect(
      entries.find((entry) => entry.kind === 'failure' && entry.exchangeId === request?.exchangeId),
    ).toMatchObject({
      message: expect.stringContaining(`Connection header names ${name}`),
    })
  },
)

test('a forward proxy refuses it, too', async () => {
  const { port, called } = await agent()
  const proxy = await window.client.taps.startProxy({})
  const head = `POST http://127.0.0.1:${port}/a HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`
  const answer = await rawRequest(Number(proxy.port), `${head}Connection: content-length\r\n${sized}`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(called).toEqual([])
})

test('an agent that calls a webhook so is refused', async () => {
  const webhook = await agent()
  let reported = ''
  const own = createHttpServer(async (request, response) => {
    for await (const bytes of request) reported += String(bytes)
    response.end('{}')
  })
  const tap = await tapped(await listening(own), true)
  const params = { taskId: 't-1', url: `http://127.0.0.1:${webhook.port}/hook` }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'CreateTaskPushNotificationConfig', params })
  await rawPost(`http://127.0.0.1:${tap.port}/`, body, [['content-type', 'application/json']])
  const [path] = /\/tap-webhook\/[\w-]{32}/.exec(reported) ?? []
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${tap.port}\r\nConnection: content-length\r\n`
  expect(await rawRequest(tap.port, head + sized)).toMatch(/^HTTP\/1\.1 400 /)
  expect(webhook.called).toEqual([])
})

/** Responds to posts with these bytes, after the last byte of the request. */
async function rawAgent(last: string, answer: string) {
  const got: string[] = []
  const server = createServer((socket) => {
    let received = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      if (received.startsWith('GET ')) socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
      else if (received.endsWith(last)) {
        got.push(received)
        socket.write(answer)
      }
    })
    toClose.push(() => socket.destroy())
  })
  return { port: await listening(server), got }
}

test.each([
  ['Content-Length: 4', 'content-length', 'evil'],
  ['Transfer-Encoding: chunked', 'transfer-encoding', '4\r\nevil\r\n0\r\n\r\n'],
])(
  'a response whose Connection header names its %s is none: the caller gets a 502',
  async (field, name, body) => {
    const head = `HTTP/1.1 200 OK\r\n${field}\r\nConnection: keep-alive, ${name}\r\n\r\n`
    const { port } = await rawAgent('{}', head + body)
    const tap = await tapped(port)
    const answer = await rawPost(`http://127.0.0.1:${tap.port}/x`, '{}')
    expect(answer.status).toBe(502)
    expect(answer.body).toContain(`Connection names ${name}`)
  },
)

// Some servers merge trailers into the headers.
test('trailers of either side that speak of the connection, the length or the host are not passed on', async () => {
  const sent = 'Host: inner\r\nConnection: x\r\nKeep-Alive: 5\r\nX-Sum: 1\r\n\r\n'
  const answered = `Content-Length: 3\r\nTransfer-Encoding: gzip\r\n${sent}`
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
  const { port, got } = await rawAgent('X-Sum: 1\r\n\r\n', `${head}2\r\nhi\r\n0\r\n${answered}`)
  const tap = await tapped(port)
  const requested = `POST /x HTTP/1.1\r\nHost: 127.0.0.1:${tap.port}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`
  const answer = await rawRequest(tap.port, `${requested}2\r\nhi\r\n0\r\n${sent}`)
  expect(got).toEqual([expect.stringMatching(/\r\n\r\n2\r\nhi\r\n0\r\nX-Sum: 1\r\n\r\n$/)])
  expect(answer).toMatch(/\r\n\r\n2\r\nhi\r\n0\r\nX-Sum: 1\r\n\r\n$/)
})

test('trailers that are announced behind a length cannot come, and the response goes on without that', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTrailer: X-Sum\r\nX-Own: 1\r\n\r\n'
  const { port } = await rawAgent('{}', `${head}well`)
  const tap = await tapped(port)
  expect(await rawPost(`http://127.0.0.1:${tap.port}/x`, '{}')).toEqual({ status: 200, body: 'well' })
})

const spaces = fc.constantFrom('', '', '', ' ', '\t', '\xa0', '\x0b')
const names = fc.constantFrom(
  'content-length',
  'Content-Length',
  'Transfer-Encoding',
  'HOST',
  'close',
  'te',
  'x-a',
)
const named = fc
  .array(fc.tuple(spaces, names, spaces), { minLength: 1, maxLength: 3 })
  .map((all) => all.map((parts) => parts.join('')).join(','))
const options = fc.constantFrom(
  'Connection',
  'CONNECTION',
  'connection',
  'Proxy-Connection',
  'Keep-Alive',
  'TE',
)
const field = fc.tuple(options, named)
const framed = fc.constantFrom(
  sized,
  chunked,
  `\r\n${inner}`,
  sized.replace(/\d+/, '3'),
  chunked.replace('chunked', 'gzip, Chunked'),
  `Content-Length: ${inner.length}\r\n${chunked}`,
)

test('whatever heads say of connection and length, the agent gets as many requests as the tap counted', async () => {
  const { port, called } = await agent()
  const tap = await tapped(port)
  const counted = async () => {
    await window.engine.taps.recorded()
    return (await window.client.taps.list())[0]?.calls ?? 0
  }
  const law = async (fields: readonly (readonly [string, string])[], rest: string) => {
    const before = await counted()
    called.length = 0
    const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const head = `POST /a HTTP/1.1\r\nHost: 127.0.0.1:${tap.port}\r\n${lines}`
    const end = 'POST /end HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'
    await rawRequest(tap.port, Buffer.from(head + rest + end, 'latin1'))
    expect((await rawPost(`http://127.0.0.1:${tap.port}/b`, 'x')).body).toBe('answer to /b')
    expect(called.length).toBeLessThanOrEqual((await counted()) - before)
  }
  await fc.assert(fc.asyncProperty(fc.array(field, { maxLength: 4 }), framed, law), {
    numRuns: 100,
    endOnFailure: true,
  })
})
