// Every server that Parley opens on this machine, attacked with raw bytes. Nothing may end the process, nothing may break inside
// of it, and the next honest request is answered.

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InternalError, onInternalError } from '#engine/guarded.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import { openWindow, type TestWindow } from '../../electron/engine/testing/open-window.ts'
import { openKnownBrowsers } from '../../electron/serve/known-browsers.ts'
import { openServeFront, type ServeFront } from '../../electron/serve/server.ts'
import { testBrowser, tokenOf } from '../../electron/serve/testing/browser.ts'
import { agent } from '../agents/agent.ts'
import { attack, garbageFor, requestsFor, upgradesTo } from './raw-http.ts'

let window: TestWindow
let serve: ServeFront
const ports = new Map<string, number>()
const internalErrors: InternalError[] = []
let stopListening: () => void

beforeAll(async () => {
  stopListening = onInternalError((error) => internalErrors.push(error))
  window = await openWindow()
  const { client, engine } = window
  const files = new Map([
    ['/index.html', { bytes: Buffer.from('page'), type: 'text/html', immutable: false }],
  ])
  const knownBrowsers = await openKnownBrowsers(window.dataDir)
  const rpc = createRpc(createRouter(engine), () => undefined)
  serve = await openServeFront({ rpc, files, knownBrowsers, port: 0, host: '127.0.0.1' })
  ports.set('serve', serve.port)

  const { listening } = await client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
  ports.set('the webhook receiver', listening?.port ?? 0)

  const { address } = await client.demo.start()
  ports.set('the demo agent', portOf(address))

  const kit = await agent({ dialect: '1.0' })
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  const sessionId = (await client.sessions.recording()).session?.id ?? ''
  const mock = await client.mockAgents.start({ sessionId, agentId, pace: 'at-once' })
  await kit.close()
  ports.set('a mock agent', portOf(mock.address))
})
afterAll(async () => {
  await serve.close()
  await window.close()
  stopListening()
})

describe.each(['serve', 'the webhook receiver', 'the demo agent', 'a mock agent'])('%s', (name) => {
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
    // Many at once: whether a reset meets an answer that is being written is a matter of moments.
    const tenfold = Array.from({ length: 10 }, () => all).flat()
    await Promise.all(tenfold.map((bytes) => attack(portNamed(name), bytes, 'with-reset')))
    expect(await isUp(name)).toBe(true)
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

test('what the engine holds is there after all of it', async () => {
  expect(await window.client.agents.list()).toHaveLength(1)
})

interface Raw {
  readonly _socket: { write(bytes: Buffer): void }
}

/** By socket: texts that are no messages of ours, and bytes that are no frames. */
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

async function isUp(name: string): Promise<boolean> {
  const good = `GET /attacked HTTP/1.1\r\nHost: 127.0.0.1:${portNamed(name)}\r\nConnection: close\r\n\r\n`
  return /^HTTP\/1\.1 [24]\d\d /.test(await attack(portNamed(name), good, 'politely'))
}

function portNamed(name: string): number {
  const port = ports.get(name)
  if (port === undefined) throw new Error(`${name} was not opened.`)
  return port
}

function portOf(address: string): number {
  return Number(new URL(address).port)
}
