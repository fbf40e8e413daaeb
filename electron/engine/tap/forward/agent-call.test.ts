// A request to an agent has the length that its head announces: more bytes would be the next request of that connection.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { RawHeaders } from '#shared/record/entry.ts'
import { createTestClock } from '#testing/engine/test-clock.ts'
import { defaultProfile } from '../../wire/profile.ts'
import type { AgentCall } from './agent-call.ts'
import { createAgentSide } from './agent-side.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

/** Responds at once, and lists the connection and path of each request. */
async function openAgent() {
  const called: string[] = []
  const agent = createServer((request, response) => {
    called.push(`${request.socket.remotePort} ${request.url}`)
    response.end('well')
  })
  agent.listen(0, '127.0.0.1')
  await once(agent, 'listening')
  const clock = createTestClock()
  const closed = Promise.withResolvers<void>()
  agent.on('connection', (socket) => socket.once('close', () => closed.resolve()))
  const side = createAgentSide(defaultProfile, () => false, clock)
  toClose.push(() => agent.close(), side.close)
  const origin = `http://127.0.0.1:${(agent.address() as AddressInfo).port}`
  const send = async (path: string, headers: RawHeaders, write: (call: AgentCall) => void) => {
    const over = Promise.withResolvers<void>()
    const all: RawHeaders = [['Host', 'agent'], ...headers]
    const call = side.request({ origin, path }, 'POST', all, {
      ...{ onContinue: () => undefined, onHead: () => undefined, onDrain: () => undefined },
      ...{ onBody: () => true, onEnd: () => over.resolve(), onError: over.reject, onBroken: over.reject },
    })
    write(call)
    await over.promise
  }
  return { called, ask: send, clock, closed: closed.promise }
}

const next = Buffer.from('POST /smuggled HTTP/1.1\r\nHost: inner\r\nContent-Length: 0\r\n\r\n')

test.each([
  ['no length', []],
  ['a smaller length', [['Content-Length', '2']]],
] as const)('behind a head with %s no byte more is written', async (_what, headers) => {
  const { called, ask } = await openAgent()
  await ask('/a', headers, (call) => {
    if (headers.length > 0) call.write(Buffer.from('{}'))
    expect(() => call.write(next)).toThrow('longer than its head announces')
    call.end([])
  })
  await ask('/b', [], (call) => call.end([]))
  expect(called.map((each) => each.replace(/^\d+ /, ''))).toEqual(['/a', '/b'])
})

test('a connection serves the next request only after just what was announced', async () => {
  const { called, ask } = await openAgent()
  const connectionOf = (path: string) => called.find((each) => each.endsWith(path))?.split(' ')[0]
  await ask('/whole', [['Content-Length', '2']], (call) => {
    call.write(Buffer.from('{}'))
    call.end([])
  })
  await ask('/less', [['Content-Length', '2']], (call) => call.end([]))
  await ask('/more', [], (call) => {
    expect(() => call.write(next)).toThrow()
    call.end([])
  })
  await ask('/last', [], (call) => call.end([]))
  expect(connectionOf('/less')).toBe(connectionOf('/whole'))
  expect(connectionOf('/more')).not.toBe(connectionOf('/less'))
  expect(connectionOf('/last')).not.toBe(connectionOf('/more'))
})

test('a connection that no request takes is closed before the agent would', async () => {
  const { called, ask, clock, closed } = await openAgent()
  await ask('/a', [], (call) => call.end([]))
  clock.advance(1_000)
  await ask('/b', [], (call) => call.end([]))
  clock.advance(2_000)
  await closed
  await ask('/c', [], (call) => call.end([]))
  const [first, second, third] = called.map((each) => each.split(' ')[0])
  expect([first === second, first === third]).toEqual([true, false])
})
