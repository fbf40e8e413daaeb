// Every server that Parley opens on this machine, attacked with raw bytes. Nothing may end the process, nothing may break inside
// of it, and the next honest request is answered.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onUnexpected, type UnexpectedError } from '#engine/guarded.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import { openWindow, type TestWindow } from '../../electron/engine/testing/open-window.ts'
import { openKnownBrowsers } from '../../electron/serve/known-browsers.ts'
import { openServeFront, type ServeFront } from '../../electron/serve/server.ts'
import { agent } from '../agents/agent.ts'
import { attack, garbageFor, requestsFor, upgradesTo } from './raw-http.ts'

let window: TestWindow
let serve: ServeFront
const ports = new Map<string, number>()
const unexpected: UnexpectedError[] = []
let stopListening: () => void

beforeAll(async () => {
  stopListening = onUnexpected((error) => unexpected.push(error))
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
    expect(unexpected).toEqual([])
  })

  test('survives resets at any moment', async () => {
    const all = [...requestsFor(host()), ...upgradesTo(host()), ...garbageFor(host())]
    // Many at once: whether a reset meets an answer that is being written is a matter of moments.
    const tenfold = Array.from({ length: 10 }, () => all).flat()
    await Promise.all(tenfold.map((bytes) => attack(portNamed(name), bytes, 'with-reset')))
    expect(await isUp(name)).toBe(true)
    expect(unexpected).toEqual([])
  })
})

test('what the engine holds is there after all of it', async () => {
  expect(await window.client.agents.list()).toHaveLength(1)
})

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
