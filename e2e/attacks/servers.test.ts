// Attacks every server that Parley opens on this machine with raw bytes. The process must survive without an internal error,
// and answer the next valid request.

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionLimits } from '#engine/platform/bound-connections.ts'
import { type InternalError, onInternalError } from '#engine/platform/guarded.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import { openWindow, type TestWindow, tapThread } from '#testing/engine/open-window.ts'
import { rawRequest } from '#testing/engine/raw-request.ts'
import { testBrowser, tokenOf } from '#testing/serve/browser.ts'
import { createHandOver, type HandOverRequest } from '../../electron/serve/hand-over.ts'
import { openPairedBrowsers } from '../../electron/serve/paired-browsers.ts'
import { openServeFront, type ServeFront } from '../../electron/serve/server.ts'
import { agent } from '../agents/agent.ts'
import { isFullRun } from '../full-run.ts'
import { agentApart } from './agent-apart.ts'
import { holdConnections } from './held-connections.ts'
import { attack, garbageFor, requestsFor, upgradesTo } from './raw-http.ts'
import { goawayOf, hostileHttp2, rapidResets } from './raw-http2.ts'

let window: TestWindow
let serve: ServeFront
const ports = new Map<string, number>()
const handedOver: HandOverRequest[] = []
const internalErrors: InternalError[] = []
let stopListening: () => void
let closeTapped: () => Promise<unknown>

beforeAll(async () => {
  stopListening = onInternalError((error) => internalErrors.push(error))
  window = await openWindow({ tapThread })
  const { client, engine } = window
  const files = new Map([
    ['/index.html', { bytes: Buffer.from('page'), type: 'text/html', immutable: false }],
  ])
  const knownBrowsers = await openPairedBrowsers(window.dataDir)
  const rpc = createRpc(createRouter(engine), () => undefined)
  const handOver = createHandOver({
    dataDir: window.dataDir,
    isOpen: () => false,
    take: (request) => void handedOver.push(request),
  })
  serve = await openServeFront({
    rpc,
    files,
    pairedBrowsers: knownBrowsers,
    handOver,
    port: 0,
    host: '127.0.0.1',
  })
  ports.set('serve', serve.port)

  const { listening } = await client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
  ports.set('the webhook receiver', listening?.port ?? 0)

  const spans = await client.spanReceiver.start({ port: 0, grpcPort: 0 })
  ports.set('the receiver of spans', portOf(spans.listening?.http ?? ''))

  const { address } = await client.demo.start()
  ports.set('the demo agent', portOf(address))

  const kit = await agent({ dialect: '1.0' })
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  const sessionId = (await client.sessions.recording()).session?.id ?? ''
  const mock = await client.mockAgents.start({ sessionId, agentId, pace: 'at-once' })
  await kit.close()
  ports.set('a mock agent', portOf(mock.address))

  const tapped = await agentApart()
  closeTapped = tapped.close
  const tap = await client.taps.start({ agentId: await window.idOf(tapped.url) })
  ports.set('a tap', tap.port)
})
afterAll(async () => {
  await closeTapped()
  await serve.close()
  await window.close()
  stopListening()
})

describe.each([
  'serve',
  'the webhook receiver',
  'the receiver of spans',
  'the demo agent',
  'a mock agent',
  'a tap',
])('%s', (name) => {
  const host = () => `127.0.0.1:${portNamed(name)}`

  test.each([
    ['requests for hostile targets', requestsFor],
    ['upgrades', upgradesTo],
    ['bytes that are not HTTP', garbageFor],
  ])('survives %s', async (_what, bytesFor) => {
    for (const bytes of bytesFor(host())) {
      await attack(portNamed(name), bytes, 'politely')
      expect(await isUp(name), bytes.slice(0, 200)).toBe(true)
    }
    expect(internalErrors).toEqual([])
  })

  test('survives resets at any moment', async () => {
    const all = [...requestsFor(host()), ...upgradesTo(host()), ...garbageFor(host())]
    // Many at once, since a reset coincides with a response only by chance.
    const repeated = Array.from({ length: isFullRun ? 10 : 2 }, () => all).flat()
    await Promise.all(repeated.map((bytes) => attack(portNamed(name), bytes, 'with-reset')))
    expect(await isUp(name)).toBe(true)
    expect(internalErrors).toEqual([])
  })
})

const heldServers: readonly (readonly [string, number])[] = [
  ['serve', 1_500],
  ['the receiver of spans', 1_500],
  ['the demo agent', 1_500],
  ['a mock agent', 1_500],
  // As many as one address may have.
  ['a tap', connectionLimits.maxPerRemote],
]

// All of them bound their connections by the same code.
describe.each(isFullRun ? heldServers : heldServers.slice(0, 1))('%s', (name, connections) => {
  const hows = [
    'send nothing',
    'send half a head and close their half',
    'send a body that never ends',
  ] as const
  test.each(hows)(`answers while ${connections} connections %s`, { timeout: 60_000 }, async (how) => {
    const release = await holdConnections({ port: portNamed(name), how, connections })
    for (let request = 0; request < 20; request++) expect(await isUp(name)).toBe(true)
    await release()
  })
})

describe('a tap, over HTTP/2', () => {
  test.each(Object.entries(hostileHttp2))('survives %s', async (_what, bytes) => {
    const port = portNamed('a tap')
    await attack(port, bytes.toString('latin1'), 'politely')
    await attack(port, bytes.toString('latin1'), 'with-reset')
    expect(await isUp('a tap')).toBe(true)
    expect(internalErrors).toEqual([])
  })

  test('goes away where calls are opened only to be reset', async () => {
    const internalError = 2
    expect(await goawayOf(portNamed('a tap'), rapidResets)).toBe(internalError)
    expect(await isUp('a tap')).toBe(true)
    expect(internalErrors).toEqual([])
  })
})

test('serve survives what an admitted socket may send', async () => {
  const browser = testBrowser(serve.port)
  let token: string | undefined = tokenOf(serve.address())
  for (const frames of hostileFrames()) {
    const socket = await browser.open(token)
    token = undefined
    for (const frame of frames) {
      if (typeof frame === 'string') socket.send(frame)
      else (socket as unknown as Raw)._socket.write(frame)
    }
    socket.close()
    await new Promise((closed) =>
      socket.readyState === socket.CLOSED ? closed(0) : socket.once('close', closed),
    )
  }
  expect(await isUp('serve')).toBe(true)
  expect(internalErrors).toEqual([])
})

test('of calls without number on one socket most are refused, and the next window works', {
  tags: ['full'],
}, async () => {
  const socket = await testBrowser(serve.port).open(tokenOf(serve.address()))
  // Entries of earlier attacks that are recorded late belong to another recording, and end no call that waits for this one.
  const { client } = window
  await client.sessions.record({ action: 'new' })
  const sessionId = (await client.sessions.recording()).session?.id ?? ''
  await client.sessions.record({ action: 'new' })
  const { version } = await client.console.counts({ sessionId })
  const body = { json: { sessionId, seen: version, waitMs: 20_000 } }
  let [answered, refused] = [0, 0]
  // All but the 500 that wait.
  const allAnswered = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      answered++
      if (String(data).includes('More than 500 calls are open')) refused++
      if (answered === 19_500) resolve()
    })
  })
  for (let each = 0; each < 20_000; each++) {
    socket.send(JSON.stringify({ i: String(each), p: { u: '/console/counts', b: body } }))
  }
  await allAnswered
  expect(refused).toBeGreaterThan(10_000)
  socket.terminate()
  expect(await isUp('serve')).toBe(true)
  expect(internalErrors).toEqual([])
})

test('what is handed over without the secret of the data directory opens nothing and tells nothing', async () => {
  const sound = { nonce: 'n'.repeat(43) }
  for (const body of [
    ...['', '{', 'null', '[]', '{"nonce":1}', '{"nonce":""}', '{"__proto__":{"nonce":"x"}}'],
    JSON.stringify({ nonce: 'n'.repeat(60_000) }),
    JSON.stringify({ challenge: '..', json: '{}', seal: '' }),
    JSON.stringify({
      challenge: `${'x'.repeat(43)}.9999999999999.x`,
      json: '{"forgetBrowsers":true}',
      seal: 'x',
    }),
    JSON.stringify({ ...sound, challenge: '..', json: '{"opening":{}}', seal: 'x' }),
  ]) {
    const answer = await attack(serve.port, postTo('/hand-over', body), 'politely')
    expect(answer).not.toContain(tokenOf(serve.address()))
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400|401) /)
  }
  expect(handedOver).toEqual([])
  expect(internalErrors).toEqual([])
})

test.each(['GET', 'HEAD'])('%s of the printed address spends no token', async (method) => {
  const { host, search } = new URL(serve.address())
  const request = `${method} /${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
  expect(await attack(serve.port, request, 'politely')).toMatch(/^HTTP\/1\.1 200 /)
  expect(new URL(serve.address()).search).toBe(search)
})

test('what the engine holds is there after all of it', async () => {
  // The kit's two agents and the demo agent.
  expect(await window.client.agents.list()).toHaveLength(3)
})

interface Raw {
  readonly _socket: { write(bytes: Buffer): void }
}

/** Over the socket: texts that are no messages of the contract, and invalid frames. */
function hostileFrames(): readonly (readonly (string | Buffer)[])[] {
  const raw = (...bytes: readonly number[]) => Buffer.from(bytes)
  return [
    ['', 'x', '{', '{}', '[]', 'null', '0', '"', '{"i":', '\u0000', '\ud800'],
    ['{"i":"1","p":null}', '{"i":{},"t":99}', '{"__proto__":{"i":1}}', '{"i":"1","t":1,"p":{"u":"//["}}'],
    Array.from(
      { length: 500 },
      (_, each) => `{"i":"${each}","p":{"u":"orpc://x/agents/list","m":"POST","b":{}}}`,
    ),
    [JSON.stringify({ i: '1', p: { u: 'x'.repeat(1_000_000) } }), `${'['.repeat(100_000)}`],
    [raw(0x81, 0x01, 0x61)],
    [raw(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)],
    [raw(0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0)],
    [raw(0x80, 0x80, 0, 0, 0, 0)],
    [raw(0x89, 0xfe, 0xff, 0xff, 0, 0, 0, 0)],
    [raw(0x88, 0x82, 0, 0, 0, 0, 0, 0)],
    [raw(0x81, 0x81, 0, 0, 0, 0, 0xff)],
    Array.from({ length: 300 }, () => raw(0x89, 0x80, 0, 0, 0, 0)),
    Array.from({ length: 50 }, () => randomBytes(200)),
  ]
}

function postTo(path: string, body: string): string {
  const head = [`POST ${path} HTTP/1.1`, `Host: 127.0.0.1:${serve.port}`, 'Connection: close']
  return [...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n')
}

async function isUp(name: string): Promise<boolean> {
  const good = `GET /attacked HTTP/1.1\r\nHost: 127.0.0.1:${portNamed(name)}\r\nConnection: close\r\n\r\n`
  // A tap treats a client that closes its half as gone.
  const answer =
    name === 'a tap' ? rawRequest(portNamed(name), good) : attack(portNamed(name), good, 'politely')
  return /^HTTP\/1\.1 [24]\d\d /.test(await answer)
}

function portNamed(name: string): number {
  const port = ports.get(name)
  if (port === undefined) throw new Error(`${name} was not opened.`)
  return port
}

function portOf(address: string): number {
  return Number(new URL(address).port)
}
