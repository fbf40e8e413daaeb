// Retained bytes stay intact, though later reads use the same buffer.

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openWindow } from '#testing/engine/open-window.ts'
import { readInto } from './agent-side.ts'

test('bytes that are kept are not read over, and those that are not leave their room', async () => {
  const body = randomBytes(8_000_000)
  const server = createServer((socket) => socket.end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const stored: Buffer[] = []
  const rooms = new Set<ArrayBufferLike>()
  let reads = 0
  const read = (bytes: Buffer) => {
    reads += 1
    rooms.add(bytes.buffer)
    const isKept = reads % 2 === 0
    stored.push(isKept ? bytes : Buffer.from(bytes))
    return !isKept
  }
  const { port } = server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port, onread: readInto(read, () => undefined) })
  await once(socket, 'close')
  expect(Buffer.concat(stored).equals(body)).toBe(true)
  expect(rooms.size).toBeLessThan(reads)
})

test('a large body reaches a caller that takes its time byte for byte', async () => {
  const window = await openWindow()
  onTestFinished(window.close)
  const body = randomBytes(24_000_000)
  const agent = createHttpServer((message, response) => {
    message.resume()
    if (message.method === 'GET') response.writeHead(404).end()
    else response.end(body)
  }).listen(0, '127.0.0.1')
  await once(agent, 'listening')
  onTestFinished(() => void agent.close())
  const { port } = agent.address() as AddressInfo
  const tap = await window.client.taps.start({ agentId: await window.idOf(`http://127.0.0.1:${port}`) })
  const sent = request(new URL('/anything', tap.address), { method: 'POST', agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const got = createHash('sha256')
  for await (const bytes of response) {
    got.update(bytes)
    await new Promise(setImmediate)
  }
  expect(got.digest('hex')).toBe(createHash('sha256').update(body).digest('hex'))
})
