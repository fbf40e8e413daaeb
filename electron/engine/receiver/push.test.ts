// Diagnoses of missing calls with real agents, whose requests are in the record.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { values } from '#shared/collections/list.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import type { Agent, AgentOptions } from '../../../e2e/agents/agent.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import { cut, type Piece, type Reply } from '../../../e2e/agents/http-server.ts'
import type { Quirk } from '../../../e2e/agents/quirk.ts'
import { openLogFile } from '../diagnostics/logger.ts'

let window: TestWindow
let fake: Agent

beforeEach(async () => {
  window = await openWindow()
  await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
})
afterEach(async () => {
  await window.close()
  await fake.close()
})

function hangUp(): Reply {
  async function* nothing(): AsyncGenerator<Piece> {
    yield cut
  }
  return { status: 200, headers: [['Content-Type', 'application/json']], body: nothing() }
}

const callsNobody: Quirk = {
  async *webhook(calls) {
    for await (const call of calls) if (call.url === '') yield call
  },
}

/** A waiting task at an agent that would call the webhook. */
async function waiting(options: Partial<AgentOptions> = {}) {
  fake = await namedAgent('push-good').start(options)
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  await window.client.conversation.send({ agentId, text: 'ask', stream: false })
  const [task] = values((await foldRecord(window.engine)).tasks)
  return { agentId, taskId: task?.taskId ?? '' }
}

async function reasons(configId: string): Promise<readonly string[]> {
  const { suspicions } = await window.client.push.diagnose({ configId })
  return suspicions.map(({ weight, sentence }) => `${weight}: ${sentence.split(/[.:]/)[0]}`)
}

it('the agent is asked for its list, and our own address is called', async () => {
  const task = await waiting()
  const { id } = await window.client.push.set({ ...task, options: {} })
  expect(await reasons(id)).toEqual([
    'possible: Some agents refuse to call loopback and private addresses, and say so in their own log only',
    'possible: The agent was given 127',
    'possible: The task is input-required',
  ])
  const { exchanges } = await foldRecord(window.engine)
  const labels = [...values(exchanges)].flatMap(({ call }) => (call ? [call.label] : []))
  expect(
    labels
      .slice(-2)
      .map((label) => label.replace(/\d+\.\d+.*/, '…'))
      .sort(),
  ).toEqual(['GET http://…', 'ListTaskPushNotificationConfigs'])
})

it('a configuration that the agent lost is missed', async () => {
  const task = await waiting()
  const { id, agentConfigId } = await window.client.push.set({ ...task, options: {} })
  await window.client.push.deleteAtAgent({ ...task, agentConfigId })
  expect(await reasons(id)).toContain('certain: The agent no longer lists the configuration')
})

it('a refusal comes first, in the agent’s own words', async () => {
  const task = await waiting({ card: { capabilities: { streaming: true, pushNotifications: false } } })
  const { id, standing } = await window.client.push.set({ ...task, taskId: 'no-such-task', options: {} })
  expect(standing).toBe('refused')
  const { suspicions } = await window.client.push.diagnose({ configId: id })
  expect(suspicions.map(({ weight, sentence }) => `${weight}: ${sentence}`).slice(0, 2)).toEqual([
    'certain: The agent returned -32001 Task not found to CreateTaskPushNotificationConfig: the configuration wasn’t registered.',
    'likely: The card declares no support for push notifications.',
  ])
  expect(suspicions[0]?.exchangeId).toBeDefined()
})

it('an error that the agent returned to the list comes first, with its exchange, instead of reading it back', async () => {
  fake = await namedAgent('push-good').start({
    quirks: [
      callsNobody,
      { params: (params, kind) => (kind === 'push-list' ? { fault: 'method-not-found' } : params) },
    ],
  })
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  const { id } = await window.client.push.prepare({ agentId, options: {} })
  await window.client.conversation.send({ agentId, text: 'ask', stream: false, pushConfigId: id })
  const { suspicions } = await window.client.push.diagnose({ configId: id })
  expect(suspicions[0]).toMatchObject({
    weight: 'likely',
    sentence:
      'The agent returned -32601 Method not found to ListTaskPushNotificationConfigs: it doesn’t support this method.',
  })
  const { exchanges } = await foldRecord(window.engine)
  const shown = [...values(exchanges)].find((each) => each.id === suspicions[0]?.exchangeId)
  expect(shown?.call?.label).toBe('ListTaskPushNotificationConfigs')
  expect(suspicions.map(({ remedy }) => remedy)).not.toContain('Read it back from the agent.')
})

it('a refusal that repeats a secret is told without it, there and in the log', async () => {
  const token = 'tok-7f21c0de-9b'
  const words = `Not allowed with ${token}`
  const task = await waiting({ quirks: [{ fault: (fault) => ({ ...fault, message: words }) }] })
  const { agentId } = task
  await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token }] })
  const { id, sentence } = await window.client.push.set({ agentId, taskId: 'no-such-task', options: {} })
  expect(sentence).toMatch(/^The agent refused \(-\d+\): Not allowed with \[secret:/)
  const listed = await window.client.push.list({ agentId, taskId: 'no-such-task' })
  expect(listed.problem).toMatch(/Not allowed with \[secret:/)
  const reported = JSON.stringify([listed, await window.client.push.diagnose({ configId: id })])
  expect(reported).toContain('Not allowed with [secret:')
  expect(reported).not.toContain(token)

  const dataDir = mkdtempSync(join(tmpdir(), 'parley-log-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const texts: string[] = []
  const log = openLogFile({ dataDir, echo: (line) => texts.push(line) })
  log.hide(window.engine.mask)
  log.write(words)
  const lines = [...texts, readFileSync(log.path, 'utf8')]
  for (const line of lines) expect(line).toMatch(/Not allowed with \[secret:\w{8}\]/)
})

it('an address that leads to somebody else is found out', async () => {
  const task = await waiting()
  const options = { baseUrl: new URL(fake.url).origin }
  const { id } = await window.client.push.set({ ...task, options })
  const { suspicions } = await window.client.push.diagnose({ configId: id })
  expect(suspicions.map(({ sentence }) => sentence)).toContain(
    `${new URL(fake.url).host} does not even lead here from this machine.`,
  )
})

it('a receiver that was turned off is the first reason', async () => {
  const task = await waiting()
  const { id } = await window.client.push.set({ ...task, options: {} })
  await window.client.receiver.stop()
  expect((await reasons(id))[0]).toBe('certain: The receiver is off')
})

it('an agent that asks for its validationToken back is trusted, and calls', async () => {
  fake = await namedAgent('push-challenge').start()
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  const { id } = await window.client.push.prepare({ agentId, options: {} })
  await window.client.conversation.send({ agentId, text: 'hi', stream: true, pushConfigId: id })
  await expect.poll(async () => (await window.client.receiver.state()).configurations[0]?.calls).toBe(5)
  const { rows } = await window.client.story.calls({ filter: '', offset: 0, limit: 10 })
  expect(rows.map(({ method, call }) => `${method} ${call?.answer?.body ?? ''}`)).toEqual([
    'GET prove-it',
    ...Array.from({ length: 5 }, () => 'POST '),
  ])
  expect(await reasons(id)).toEqual([])
})

it('a configuration that went along with a message was set when the message was sent', async () => {
  fake = await namedAgent('push-good').start({ quirks: [callsNobody] })
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  const { id } = await window.client.push.prepare({ agentId, options: {} })
  await window.client.conversation.send({ agentId, text: 'hi', stream: true, pushConfigId: id })
  const [config] = (await window.client.receiver.state()).configurations
  expect(config).toMatchObject({ standing: 'sent', calls: 0 })
  const texts = await reasons(id)
  expect(texts.filter((each) => each.startsWith('certain'))).toEqual([])
  expect(texts).toContain('possible: The agent hasn’t confirmed that it has the configuration')
  // After reading it, it is confirmed by the agent.
  expect(await window.client.push.get({ configId: id })).toMatchObject({ standing: 'confirmed' })
  expect(await reasons(id)).not.toContain(
    'possible: The agent hasn’t confirmed that it has the configuration',
  )
})

it('a connection that fails is no refusal: what the agent did before is not known', async () => {
  const task = await waiting({
    quirks: [
      { intercept: ({ request }) => (/CreateTaskPush/.test(String(request.body)) ? hangUp() : undefined) },
    ],
  })
  const { id, standing } = await window.client.push.set({ ...task, options: {} })
  expect(standing).toBe('sent')
  expect((await reasons(id)).filter((each) => /refused the call/.test(each))).toEqual([])
})

it('tries again are told from new calls, with their waits', async () => {
  fake = await namedAgent('push-retries').start()
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  const { id } = await window.client.push.prepare({ agentId, options: {} })
  await window.client.push.answerWith({
    configId: id,
    plan: { answer: { kind: 'status', status: 503 }, calls: 2 },
  })
  await window.client.conversation.send({ agentId, text: 'hi', stream: true, pushConfigId: id })
  await expect.poll(async () => (await window.client.receiver.state()).configurations[0]?.calls).toBe(7)
  const { exchanges } = await foldRecord(window.engine)
  const calls = [...values(exchanges)].flatMap(({ webhook, status }) =>
    webhook ? [{ webhook, status }] : [],
  )
  expect(calls.map(({ webhook: { attempt, retry = false }, status }) => [status, attempt, retry])).toEqual([
    [503, 1, false],
    [503, 2, true],
    [200, 3, true],
    ...Array.from({ length: 4 }, () => [200, 1, false]),
  ])
})
