import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openWindow } from '#testing/engine/open-window.ts'

const card = (url: string) => ({
  name: 'All at once',
  description: 'Sends a whole stream once its task is done.',
  version: '1.0.0',
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'd', tags: ['t'] }],
})

const events = ['TASK_STATE_WORKING', 'TASK_STATE_COMPLETED'].map((state) => ({
  task: { id: 't', contextId: 'c', status: { state, timestamp: '2026-11-23T10:00:00Z' } },
}))

test('nothing is said of cutting off a stream that was over before', async () => {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(card(url)))
      return
    }
    const asked = JSON.parse((await request.toArray()).join(''))
    const frames = events.map(
      (result) => `data: ${JSON.stringify({ jsonrpc: '2.0', id: asked.id, result })}\n\n`,
    )
    response.setHeader('Content-Type', 'text/event-stream').end(frames.join(''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const window = await openWindow()
  onTestFinished(async () => {
    await window.close()
    server.close()
  })
  const { client } = window
  const agentId = await window.idOf(url)
  await client.card.discover({ agentId })
  await client.checks.setPrompts({ agentId, prompts: { 'tck-long-running': { prompt: 'work' } } })
  const { sessionId } = await client.checks.start({ agentId, tests: ['PARLEY-STREAM-RECONNECT'] })
  await expect
    .poll(async () => (await client.checks.read({ sessionId, after: 0, limit: 10 })).results, {
      timeout: 10_000,
    })
    .toMatchObject([{ outcome: 'skip', reason: 'The stream was over before it could be cut off.' }])
})
