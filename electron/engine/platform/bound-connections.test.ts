// A port whose connections carry many calls each, such as the demo agent's for gRPC, with small limits.

import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startDemoAgent } from '#demo-agent/start.ts'
import { createTestClock } from '#testing/engine/test-clock.ts'
import { boundConnections, connectionLimits } from './bound-connections.ts'
import { systemClock } from './clock.ts'

async function boundAgent(limits: Partial<typeof connectionLimits>, clock = systemClock): Promise<string> {
  const agent = await startDemoAgent({
    onServer: (server) => boundConnections(server, { limits: { ...connectionLimits, ...limits }, clock }),
  })
  onTestFinished(() => agent.close())
  return agent.grpcTarget
}

async function silent(target: string): Promise<Socket> {
  const socket = connect(Number(target.split(':')[1]), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined).resume()
  await once(socket, 'connect')
  return socket
}

async function caller(target: string) {
  const session = connectHttp2(`http://${target}`)
  onTestFinished(() => session.destroy())
  await once(session, 'connect')
  const ping = () => new Promise<boolean>((resolve) => void session.ping((error) => resolve(error === null)))
  expect(await ping()).toBe(true)
  return { session, ping }
}

test('connections that say nothing are dropped, and one that speaks stays', async () => {
  const clock = createTestClock()
  const target = await boundAgent({}, clock)
  const sockets = await Promise.all(Array.from({ length: 5 }, () => silent(target)))
  const { ping } = await caller(target)
  clock.advance(11_000)
  await Promise.all(sockets.map((socket) => socket.destroyed || once(socket, 'close')))
  expect(await ping()).toBe(true)
})

test('where there are too many, the one that was silent longest makes room', async () => {
  const target = await boundAgent({ maxConnections: 3, maxPerRemote: 3 })
  const first = await silent(target)
  await Promise.all([silent(target), silent(target)])
  const { ping } = await caller(target)
  await (first.destroyed || once(first, 'close'))
  expect(await ping()).toBe(true)
})
