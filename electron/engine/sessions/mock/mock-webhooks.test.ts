// Webhook calls of a recorded session, sent to callers that register a webhook as in the recording: with the caller's
// secrets, in the order of the exchange, and to this machine only unless more is allowed.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { defined } from '#shared/defined.ts'
import type { WebhookEntry } from '#shared/record/entry.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../../e2e/agents/agent.ts'
import type { DialectName } from '../../../../e2e/agents/dialects/dialect.ts'
import { chunks } from '../../../../e2e/agents/scripts.ts'
import type { Script } from '../../../../e2e/agents/steps.ts'

let window: TestWindow
let kit: Agent | undefined

beforeEach(async () => {
  window = await openWindow()
  await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
})
afterEach(async () => {
  await window.close()
  await kit?.close()
  kit = undefined
})

const options = { authentication: { scheme: 'Bearer' } }

const registrations = {
  /** With the message. */
  async inline(agentId: string) {
    const { id } = await window.client.push.prepare({ agentId, options })
    await window.client.conversation.send({ agentId, text: 'hi', stream: true, pushConfigId: id })
  },
  /** For a waiting task, which is then continued. */
  async set(agentId: string) {
    const { client } = window
    await client.conversation.send({ agentId, text: 'ask', stream: false })
    const sessionId = await currentSession()
    const { rows } = await client.console.exchanges({ filter: '', sessionId, offset: 0, limit: 50 })
    const { taskId, contextId } = rows.findLast(({ operation }) => operation === 'send') ?? {}
    if (taskId === undefined || contextId === undefined) throw new Error('The agent began no task.')
    const { standing } = await client.push.set({ agentId, taskId, options })
    expect(standing).toBe('confirmed')
    await client.conversation.send({ agentId, text: 'blue', stream: true, taskId, contextId })
  },
}

async function currentSession(): Promise<string> {
  return (await window.client.sessions.recording()).session?.id ?? ''
}

interface Notification {
  readonly body: unknown
  readonly proof: string
}

/** The webhook calls of the session, once the last one has reported the end of the task. */
async function notifications(): Promise<readonly Notification[]> {
  return (await hooks()).map(({ body, verdict }) => ({
    body: JSON.parse(body?.text ?? ''),
    proof: `${verdict?.token}/${verdict?.authorization}`,
  }))
}
async function hooks(): Promise<readonly WebhookEntry[]> {
  const sessionId = await currentSession()
  const calls = async () => {
    window.engine.record.flush()
    const filter = { sessionId, kinds: ['webhook' as const] }
    return (await window.engine.record.page({ filter, offset: 0, limit: 100 })) as readonly WebhookEntry[]
  }
  const latest = async () => (await calls()).at(-1)?.body?.text ?? ''
  await expect.poll(latest, { timeout: 5_000 }).toMatch(/completed/i)
  return calls()
}
/** Milliseconds from the beginning of the stream to each call. */
async function delays(): Promise<readonly number[]> {
  const sessionId = await currentSession()
  const { rows } = await window.client.console.exchanges({ filter: '', sessionId, offset: 0, limit: 50 })
  const began = rows.find(({ operation }) => operation === 'stream')?.startedMonoMs ?? 0
  return (await hooks()).map(({ monoMs }) => monoMs - began)
}

async function recorded(dialect: DialectName, registration: keyof typeof registrations, script?: Script) {
  kit = await agent({ dialect, ...defined({ script }) })
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  await registrations[registration](agentId)
  const [before, late] = [await notifications(), await delays()]
  const sessionId = await currentSession()
  await window.client.sessions.record({ action: 'new' })
  await kit.close()
  kit = undefined
  return { before, late, session: { sessionId, agentId } }
}

test.each(
  (['1.0', '1.0-rest', '1.0-grpc', '0.3', '0.3-rest', '0.3-grpc'] as const).flatMap((dialect) =>
    (['inline', 'set'] as const).map((registration) => [dialect, registration] as const),
  ),
)(
  'an agent of %s, registered with %s: the same calls, with the secrets of now',
  async (dialect, registration) => {
    const { before, session } = await recorded(dialect, registration)
    const mock = await window.client.mockAgents.start({ ...session, pace: 'at-once' })
    expect(mock.webhookCalls).toBe(before.length)
    await window.connect(mock.address)
    await registrations[registration](await window.idOf(mock.address))
    const after = await notifications()
    expect(after).toEqual(before)
    expect([...new Set(after.map(({ proof }) => proof))]).toEqual(['right/right'])
  },
)

test('they keep the recorded pace when asked', async () => {
  const { before, late, session } = await recorded('1.0', 'inline', chunks({ count: 3, everyMs: 40 }))
  const mock = await window.client.mockAgents.start({ ...session, pace: 'recorded' })
  await window.connect(mock.address)
  await registrations.inline(await window.idOf(mock.address))
  expect(await notifications()).toEqual(before)
  const slack = 5
  for (const [index, delay] of (await delays()).entries()) {
    expect(delay).toBeGreaterThan((late[index] ?? Number.POSITIVE_INFINITY) - slack)
  }
})

test.each(['1.0', '1.0-rest', '1.0-grpc'] as const)(
  'an agent of %s is not made to call another machine, unless that was allowed',
  async (dialect) => {
    const { session } = await recorded(dialect, 'inline')
    const { client } = window
    const answerTo = async (anywhere: boolean) => {
      const mock = await client.mockAgents.start({ ...session, pace: 'at-once', anywhere })
      await window.connect(mock.address)
      const agentId = await window.idOf(mock.address)
      const push = { url: 'http://192.0.2.7/hook' }
      await client.conversation.send({ agentId, text: 'hi', stream: true, push })
      const sessionId = await currentSession()
      const { rows } = await client.console.exchanges({ filter: '', sessionId, offset: 0, limit: 50 })
      return rows.findLast(({ operation }) => operation === 'stream')?.problem
    }
    expect(await answerTo(false)).toMatch(/webhook calls to this machine only, not to 192\.0\.2\.7/)
    expect(await answerTo(true)).toBeUndefined()
  },
)

test('a page from elsewhere registers nothing', async () => {
  const { session } = await recorded('1.0', 'inline')
  const { address } = await window.client.mockAgents.start({ ...session, pace: 'at-once' })
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'SendStreamingMessage',
    params: {
      message: { parts: [{ text: 'hi' }] },
      configuration: { taskPushNotificationConfig: { url: 'http://127.0.0.1:9/hook' } },
    },
  }
  const headers = { Origin: 'https://elsewhere.example' }
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(call) })
  expect(await answer.json()).toMatchObject({
    error: { message: expect.stringContaining('page from elsewhere') },
  })
})
