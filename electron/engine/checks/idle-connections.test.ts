import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openWindow } from '#testing/engine/open-window.ts'
import { kitPrompts, ranChecks } from '#testing/engine/run-checks.ts'
import { agent } from '../../../e2e/agents/agent.ts'

test('an agent is not blamed for idle connections that it closes', async () => {
  const kit = await agent({ dialect: '1.0' })
  const used = new WeakSet<Socket>()
  let lost = 0
  const server = createServer(async (request, response) => {
    // Like a connection that was closed before.
    if (used.has(request.socket)) {
      lost += 1
      return void request.socket.destroy()
    }
    used.add(request.socket)
    const body = (await request.toArray()).join('')
    const { method = 'GET', headers } = request
    const answer = await fetch(`${new URL(kit.url).origin}${request.url}`, {
      method,
      headers: { 'Content-Type': headers['content-type'] ?? '', 'A2A-Version': '1.0' },
      ...(body !== '' && { body }),
    })
    const text = (await answer.text()).replaceAll(new URL(kit.url).origin, url)
    response.setHeader('Content-Type', answer.headers.get('content-type') ?? '').end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const window = await openWindow()
  onTestFinished(async () => {
    await window.close()
    server.close()
    await kit.close()
  })
  const agentId = await window.idOf(url)
  await window.client.card.discover({ agentId })
  await window.client.checks.setPrompts({ agentId, prompts: kitPrompts })
  const tests = ['CORE-SEND-001', 'CORE-GET-001', 'CORE-GET-002', 'CORE-LIST-002']
  const { results } = await ranChecks(window, { agentId, tests })
  const outcomes = new Map(results.map(({ testId, outcome }) => [testId, outcome]))
  expect(outcomes).toEqual(new Map(tests.map((id) => [id, 'pass'])))
  expect(lost).toBeGreaterThan(0)
})
