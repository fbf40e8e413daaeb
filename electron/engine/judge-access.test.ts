// An agent that requires credentials in its card, but ignores them.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { rawPost } from '#testing/engine/raw-request.ts'
import { ranChecks } from '#testing/engine/run-checks.ts'
import { type Agent, agent } from '../../e2e/agents/agent.ts'

let window: TestWindow
let fake: Agent
let agentId: string

beforeEach(async () => {
  window = await openWindow()
  fake = await agent({
    dialect: '1.0',
    card: {
      securitySchemes: { token: { httpAuthSecurityScheme: { scheme: 'bearer' } } },
      securityRequirements: [{ schemes: { token: { list: [] } } }],
    },
  })
  await window.connect(fake.url)
  agentId = await window.idOf(fake.url)
})
afterEach(async () => {
  await window.close()
  await fake.close()
})

async function findingsIn(sessionId?: string): Promise<readonly string[]> {
  await window.engine.taps.recorded()
  window.engine.record.flush()
  const { rows } = await window.client.console.findings({
    offset: 0,
    limit: 1_000,
    ...(sessionId && { sessionId }),
  })
  return rows.flatMap(({ findings = [] }) =>
    findings
      .filter(({ rule }) => rule === 'AUTH-SERVER-002')
      .map(({ severity, message }) => `${severity}: ${message}`),
  )
}
const without = (method: string) =>
  `warning: \`${method}\` without credentials returned a result, but the card requires \`token\`.`

test('a result without credentials is found once for each kind of call of a session', async () => {
  const { client } = window
  for (const text of ['hi', 'hi']) await client.conversation.send({ agentId, text, stream: false })
  await client.conversation.send({ agentId, text: 'hi', stream: true })
  expect(await findingsIn()).toEqual([without('SendMessage'), without('SendStreamingMessage')])
  await client.sessions.record({ action: 'new' })
  await client.conversation.send({ agentId, text: 'hi', stream: false })
  const before = [without('SendMessage'), without('SendStreamingMessage')]
  expect((await findingsIn()).toSorted()).toEqual([without('SendMessage'), ...before])
})

test('so is one that another program gets through a tap', async () => {
  const { address } = await window.client.taps.start({ agentId })
  const body = '{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{}}'
  const own = [
    ['Content-Type', 'application/json'],
    ['A2A-Version', '1.0'],
  ] as const
  await rawPost(`${address}/`, body, [...own, ['Authorization', 'Bearer a-token']])
  expect(await findingsIn()).toEqual([])
  await rawPost(`${address}/`, body, own)
  expect(await findingsIn()).toEqual([without('ListTasks')])
})

test('a result with credentials, whatever they are, is none', async () => {
  await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token: 'a-token' }] })
  await window.client.conversation.send({ agentId, text: 'hi', stream: false })
  expect(await findingsIn()).toEqual([])
})

test('a check that sends none on purpose fails, and is no finding beside it', async () => {
  const { results, sessionId } = await ranChecks(window, { agentId, tests: ['AUTH-SERVER-002'] })
  expect(results).toMatchObject([{ outcome: 'fail' }])
  expect(await findingsIn(sessionId)).toEqual([])
})
