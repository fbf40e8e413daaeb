// The bounds of the server that agents call, made small.

import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { rawPost, rawRequest } from '../testing/raw-request.ts'
import { type HookCall, type HookLimits, type HookServer, openHookServer } from './hook-server.ts'

let server: HookServer
let calls: HookCall[]
let noise: string[]

async function opened(limits: Partial<HookLimits>): Promise<string> {
  calls = []
  noise = []
  server = await openHookServer({
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    limits,
    knows: (url) => url === '/known',
    onCall(call) {
      calls.push(call)
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

it('drops a sender that is slow with its head', async () => {
  await opened({ headersMs: 100 })
  expect(await rawRequest(server.port, 'POST /known HTTP/1.1\r\nHost: x\r\n')).toMatch(/^HTTP\/1.1 408 /)
  expect([calls, noise]).toEqual([[], ['It was too slow to send its request.']])
})

it('drops a sender that is slow with its body, and hands on what had come', async () => {
  await opened({ headersMs: 100, requestMs: 200 })
  expect(await rawRequest(server.port, `${head(100)}half`)).toMatch(/^HTTP\/1.1 408 /)
  await expect
    .poll(() => calls.map(({ outcome, seenBytes }) => [outcome, seenBytes]))
    .toEqual([['broken-off', 4]])
  expect(noise).toEqual([])
})

it('takes no more connections than its bound, and says so', async () => {
  await opened({ connections: 2 })
  const held = await Promise.all([connected(server.port), connected(server.port)])
  expect(await rawRequest(server.port, head(0))).toBe('')
  expect(noise).toEqual(['More than 2 connections at once.'])
  for (const socket of held) socket.destroy()
  const url = `http://127.0.0.1:${server.port}/known`
  await expect
    .poll(() =>
      rawPost(url, '').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
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

function connected(port: number, text = ''): Promise<ReturnType<typeof connect>> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve(socket)))
    socket.on('error', () => undefined)
  })
}
