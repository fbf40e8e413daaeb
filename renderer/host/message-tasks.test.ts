import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { inOwnTasks } from './message-tasks.ts'

const large = 'x'.repeat(200_000)

test('messages keep their order, and a large one is taken after the task that announces it', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  await once(server, 'listening')
  server.on('connection', (client) => {
    for (const text of ['1', `2${large}`, '3', '4', `5${large}`, '6', 'end']) client.send(text)
  })
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => socket.close())
  const taken: string[] = []
  const atOnce: string[] = []
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  inOwnTasks(socket).addEventListener('message', ({ data }) => {
    taken.push(data[0])
    if (data === 'end') resolve()
  })
  // Called after that listener, in the same task.
  socket.addEventListener('message', ({ data }) => {
    if (taken.includes(data[0])) atOnce.push(data[0])
  })
  await ended
  expect(taken).toEqual(['1', '2', '3', '4', '5', '6', 'e'])
  expect(atOnce).toContain('1')
  expect(atOnce).not.toContain('2')
  expect(atOnce).not.toContain('5')
})
