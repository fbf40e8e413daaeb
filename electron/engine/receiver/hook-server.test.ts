// The limits of the webhook server, made small.

import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { rawPost } from '#testing/engine/raw-request.ts'
import { createTestClock, type TestClock } from '#testing/engine/test-clock.ts'
import {
  type HeldConnection,
  heldConnections,
  holdConnections,
} from '../../../e2e/attacks/held-connections.ts'
import { type HookLimits, type HookServer, openHookServer } from './hook-server.ts'
import type { HookCall } from './read-call-body.ts'

let server: HookServer
let calls: HookCall[]
let noise: string[]
let answers: () => Promise<void>
let clock: TestClock

async function opened(limits: Partial<HookLimits>): Promise<string> {
  calls = []
  noise = []
  answers = async () => undefined
  clock = createTestClock()
  server = await openHookServer({
    host: '127.0.0.1',
    port: 0,
    clock,
    limits,
    serves: (url) => url === '/known',
    async onCall(call) {
      calls.push(call)
      await answers()
      return {
        kind: 'answer',
        status: call.outcome === 'whole' ? 200 : 503,
        headers: [['Content-Length', '0']],
      }
    },
    onNoise: ({ reason }) => noise.push(reason),
  })
  return `http://127.0.0.1:${server.port}`
}
afterEach(() => server.close())

const head = (length: number) => `POST /known HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

/** The receiver has read `sent` before the time advances, as it has responded to a later call. */
async function answerAfter(milliseconds: number, sent: string): Promise<string> {
  const socket = await connected(server.port, sent)
  expect((await rawPost(`http://127.0.0.1:${server.port}/known`, '')).status).toBe(200)
  clock.advance(milliseconds)
  return text(socket)
}

it('drops a sender that is slow with its head', async () => {
  await opened({})
  expect(await answerAfter(11_000, 'POST /known HTTP/1.1\r\nHost: x\r\n')).toMatch(/^HTTP\/1.1 408 /)
  expect([calls.length, noise]).toEqual([1, ['It was too slow to send its request.']])
})

it('drops a sender that is slow with its body, and hands on what had come', async () => {
  await opened({ minBytesPerSecond: 0 })
  expect(await answerAfter(31_000, `${head(100)}half`)).toMatch(/^HTTP\/1.1 408 /)
  await expect
    .poll(() => calls.map(({ outcome, seenBytes }) => [outcome, seenBytes]))
    .toEqual([
      ['whole', 0],
      ['broken-off', 4],
    ])
  expect(noise).toEqual([])
})

it('drops a sender whose body comes too slowly, long before the time of a body is over', async () => {
  await opened({ bodyMs: 600_000 })
  await answerAfter(4_000, `${head(1_000_000)}${'x'.repeat(1_000)}`)
  expect(calls.map(({ outcome }) => outcome)).toEqual(['whole', 'broken-off'])
})

it('takes no more connections than its bound: the slowest makes room, and it is said', async () => {
  await opened({ maxConnections: 2 })
  const pending = await Promise.all([connected(server.port), connected(server.port)])
  const closed = Promise.race(pending.map((socket) => new Promise((gone) => socket.once('close', gone))))
  expect((await rawPost(`http://127.0.0.1:${server.port}/known`, '')).status).toBe(200)
  await closed
  expect(noise).toEqual(['Too many connections at once: the one that had waited longest made room.'])
  for (const socket of pending) socket.destroy()
})

it('a call that is being answered makes room for nobody', async () => {
  await opened({ maxConnections: 1 })
  const url = `http://127.0.0.1:${server.port}/known`
  const answering = Promise.withResolvers<void>()
  answers = () => answering.promise
  const first = rawPost(url, 'first')
  await expect.poll(() => calls.length).toBe(1)
  await expect(rawPost(url, 'second')).rejects.toThrow()
  answering.resolve()
  expect((await first).status).toBe(200)
})

const attacks = Object.keys(heldConnections) as HeldConnection[]

it.each(attacks)('real calls get through while more connections than its bound %s', async (how) => {
  const url = `${await opened({ maxConnections: 20 })}/known`
  const release = await holdConnections({ port: server.port, how, connections: 60 })
  for (let call = 0; call < 50; call++) expect((await rawPost(url, '{}')).status).toBe(200)
  await release()
})

it('holds no more bodies at once than its bound, and has room again after', async () => {
  const url = `${await opened({ memoryBytes: 100_000 })}/known`
  const first = await connected(server.port, `${head(90_000)}${'x'.repeat(80_000)}`)
  await expect
    .poll(() =>
      rawPost(url, 'y'.repeat(50_000)).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(503)
  first.destroy()
  await expect
    .poll(() =>
      rawPost(url, 'y'.repeat(50_000)).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  expect(new Set(calls.map(({ outcome }) => outcome))).toEqual(new Set(['no-room', 'broken-off', 'whole']))
})

it('cuts a body at its bound', async () => {
  const url = `${await opened({ bodyBytes: 1_000 })}/known`
  expect((await rawPost(url, 'x'.repeat(1_000))).status).toBe(200)
  await rawPost(url, 'x'.repeat(200_000)).catch(() => undefined)
  expect(calls.map(({ outcome, body }) => [outcome, body.length <= 1_000])).toEqual([
    ['whole', true],
    ['too-large', true],
  ])
})

function connected(port: number, sent = ''): Promise<ReturnType<typeof connect>> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(sent, () => resolve(socket)))
    socket.on('error', () => undefined)
  })
}
