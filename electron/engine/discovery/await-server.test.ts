// An agent that starts after Parley connects to it.

import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { agent } from '../../../e2e/agents/agent.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

const near = 'http://127.0.0.1:9/'
const card = JSON.stringify({ name: 'Pasted', url: near, skills: [] })

test('an agent that starts later is waited for without a call on the record', async () => {
  const { url, close } = await agent({ dialect: '1.0' })
  await close()
  const agentId = await window.idOf(url)
  const discovery = await window.client.card.discover({ agentId })
  expect(discovery).toMatchObject({ found: false, problem: { kind: 'unreachable', notListening: true } })
  const waiting = window.client.card.awaitServer({ agentId })
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve))
  try {
    expect(await waiting).toEqual({ listening: true })
    const { total } = await window.client.console.exchanges({ filter: '', offset: 0, limit: 10 })
    expect(total).toBe(1)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})

test.each([
  ['an address elsewhere', async () => window.idOf('https://agent.example/')],
  ['a pasted card', async () => (await window.client.agents.addCard({ text: card, baseUrl: near })).id],
  ['an agent that only another program was seen to call', async () => window.engine.agents.addSeen(near)?.id],
])('%s is not waited for', async (_what, added) => {
  const agentId = (await added()) ?? ''
  expect(await window.client.card.awaitServer({ agentId })).toEqual({ listening: false })
})
