// A recorded session that responds as its agent did, called by Parley's own engine and by the official client.

import { SendMessageRequest } from '@a2a-js/sdk'
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MockPace } from '#shared/contract/mock-agents.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, type AgentOptions, agent } from '../../../../e2e/agents/agent.ts'

let window: TestWindow
let kit: Agent | undefined

beforeEach(async () => {
  window = await openWindow()
})
afterEach(async () => {
  await window.close()
  await kit?.close()
  kit = undefined
})

/** A session with a stream, a direct reply, a request for a task and one for an unknown task; then the agent stops. */
async function recorded(
  options: AgentOptions,
): Promise<{ readonly sessionId: string; readonly agentId: string }> {
  kit = await agent(options)
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  await window.client.conversation.send({ agentId, text: 'many 20', stream: true })
  await window.client.conversation.send({ agentId, text: 'hello', stream: false })
  const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
  await window.client.tasks.get({ agentId, taskId: await streamedTask(sessionId) })
  await window.client.tasks.get({ agentId, taskId: 'nowhere' })
  await window.client.sessions.record({ action: 'new' })
  await kit.close()
  kit = undefined
  return { sessionId, agentId }
}

async function rowsOf(sessionId: string) {
  return (await window.client.console.exchanges({ filter: '', sessionId, offset: 0, limit: 50 })).rows
}
async function streamedTask(sessionId: string): Promise<string> {
  const rows = await rowsOf(sessionId)
  return rows.find(({ operation }) => operation === 'stream')?.taskId ?? ''
}

const serve = async (options: AgentOptions, pace: MockPace = 'at-once') => {
  const session = await recorded(options)
  return { ...session, mock: await window.client.mockAgents.start({ ...session, pace }) }
}

/** The exchanges without members that differ each time. */
async function exchangesIn(sessionId: string): Promise<readonly unknown[]> {
  const answers: unknown[] = []
  for (const { id, label, status, code, problem, operation } of await rowsOf(sessionId)) {
    if (operation === undefined) continue
    const { entries } = await window.client.record.exchange({ exchangeId: id, after: 0, limit: 1000 })
    answers.push({
      label,
      status,
      code,
      problem,
      frames: entries.flatMap((entry) => (entry.kind === 'frame' ? [withoutRpcId(entry.data?.text)] : [])),
      body: entries.flatMap((entry) => (entry.kind === 'end' ? [withoutRpcId(entry.body?.text)] : [])),
    })
  }
  return answers
}
const withoutRpcId = (text = '') => text.replace(/("id":)"[0-9a-f-]{36}"(?=[,}])/, '$1"…"')

describe.each([
  { dialect: '1.0' },
  { dialect: '1.0-rest' },
  { dialect: '1.0-grpc' },
  { dialect: '0.3' },
  { dialect: '0.3-rest' },
  { dialect: '0.3-grpc' },
  { dialect: '0.2.6' },
] as const satisfies readonly AgentOptions[])('an agent of %j', (options) => {
  test('answers Parley itself with the same frames', async () => {
    const { sessionId, mock } = await serve(options)
    const discovery = await window.connect(mock.address)
    expect(discovery.found).toBe(true)
    const agentId = await window.idOf(mock.address)
    await window.client.conversation.send({ agentId, text: 'many 20', stream: true })
    await window.client.conversation.send({ agentId, text: 'hello', stream: false })
    await window.client.tasks.get({ agentId, taskId: await streamedTask(sessionId) })
    await window.client.tasks.get({ agentId, taskId: 'nowhere' })
    const again = (await window.client.sessions.recording()).session?.id ?? ''
    const before = await exchangesIn(sessionId)
    expect(before).toHaveLength(4)
    expect(await exchangesIn(again)).toEqual(before)
  })
})

async function officialClient(address: string): Promise<Client> {
  const legacyCompat = { enabled: true }
  const factory = new ClientFactory({
    ...ClientFactoryOptions.default,
    cardResolver: new DefaultAgentCardResolver({ legacyCompat }),
    transports: [
      new JsonRpcTransportFactory({ legacyCompat }),
      new RestTransportFactory({ legacyCompat }),
      new GrpcTransportFactory({ legacyCompat }),
    ],
  })
  return factory.createFromUrl(address)
}

test.each([
  { dialect: '1.0' },
  { dialect: '1.0-rest' },
  { dialect: '1.0-grpc' },
  { dialect: '0.3' },
  { dialect: '0.3-rest' },
  { dialect: '0.3-grpc' },
] as const satisfies readonly AgentOptions[])(
  'the official client gets the stream, the answer and the task of %j, and an error for the rest',
  async (options) => {
    const { mock, sessionId } = await serve(options)
    const client = await officialClient(mock.address)
    const request = (text: string) =>
      SendMessageRequest.fromJSON({
        message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
      })
    const events: unknown[] = []
    for await (const event of client.sendMessageStream(request('many 20'))) events.push(event)
    const stream = (await rowsOf(sessionId)).find(({ operation }) => operation === 'stream')
    expect(events).toHaveLength((stream?.frames ?? 0) - (stream?.comments ?? 0))
    expect(JSON.stringify(await client.sendMessage(request('hello')))).toContain('hello')
    const taskId = await streamedTask(sessionId)
    const got = await client.getTask({ tenant: '', id: taskId, historyLength: 0 })
    expect(got.id).toBe(taskId)
    await expect(client.sendMessage(request('never said'))).rejects.toThrow(/was not recorded.*“never said”/)
  },
)

test('a message of several megabytes is known again', async () => {
  kit = await agent({ dialect: '1.0' })
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  const text = `hello ${'long '.repeat(500_000)}`
  await window.client.conversation.send({ agentId, text, stream: false })
  const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
  await window.client.sessions.record({ action: 'new' })
  const mock = await window.client.mockAgents.start({ sessionId, agentId, pace: 'at-once' })
  await window.connect(mock.address)
  await window.client.conversation.send({ agentId: await window.idOf(mock.address), text, stream: false })
  const again = (await window.client.sessions.recording()).session?.id ?? ''
  const [answered] = await exchangesIn(again)
  expect(answered).toEqual((await exchangesIn(sessionId))[0])
})

test('what was never asked gets a clear error that names what was', async () => {
  const { mock } = await serve({ dialect: '1.0' })
  const call = {
    jsonrpc: '2.0',
    id: 7,
    method: 'SendMessage',
    params: { message: { parts: [{ text: 'new' }] } },
  }
  const rpc = await fetch(mock.address, { method: 'POST', body: JSON.stringify(call) })
  expect(await rpc.json()).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32004, message: expect.stringMatching(/was not recorded.*“new”.*It has: .*“hello”/) },
  })
  const path = await fetch(`${mock.address}/nowhere`)
  expect([path.status, await path.json()]).toEqual([
    404,
    { error: { code: 404, message: expect.stringContaining('GET /nowhere') } },
  ])
})

test('it keeps the recorded pace when asked, is listed, and is gone when stopped', async () => {
  const { mock } = await serve({ dialect: '1.0' }, 'recorded')
  expect(await window.client.mockAgents.list()).toEqual([mock])
  expect(await window.client.mockAgents.stop({ address: mock.address })).toEqual({ stopped: true })
  await expect(fetch(mock.address)).rejects.toThrow()
  expect(await window.client.mockAgents.list()).toEqual([])
})
