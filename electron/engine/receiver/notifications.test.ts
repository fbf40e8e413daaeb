// The notifications of the kit's agents, and the verdicts on their proofs.

import { afterEach, beforeEach, expect, it } from 'vitest'
import { startDemoAgent } from '#demo-agent/start.ts'
import { values } from '#shared/collections/list.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import type { Quirk } from '../../../e2e/agents/quirk.ts'

let window: TestWindow

beforeEach(async () => {
  window = await openWindow()
  await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
})
afterEach(() => window.close())

it.each([
  ['push-good', 5, 'right/right', []],
  ['push-wrong-token', 5, 'wrong/wrong', ['PARLEY-PUSH-002', 'PUSH-DELIVER-001']],
  ['push-no-token', 5, 'missing/missing', ['PARLEY-PUSH-002', 'PUSH-DELIVER-001']],
  ['push-token-only', 5, 'right/missing', ['PUSH-DELIVER-001']],
  ['push-no-content-type', 5, 'right/right', ['PARLEY-PUSH-001']],
  ['push-final-only', 1, 'right/right', []],
  ['push-wrong-shape', 5, 'right/right', ['PARLEY-OBJ-007']],
  ['push-mixed-shape', 5, 'right/right', ['PARLEY-OBJ-005', 'PUSH-DELIVER-003']],
  ['push-foreign-task', 5, 'right/right', []],
  ['push-good-0.3', 5, 'right/right', []],
  ['push-good-0.1', 5, 'right/right', []],
])('%s', async (name, count, proof, rules) => {
  const fake = await namedAgent(name).start()
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  const options = { authentication: { scheme: 'Bearer' } }
  const { id } = await window.client.push.prepare({ agentId, options })
  await window.client.conversation.send({ agentId, text: 'hi', stream: true, pushConfigId: id })
  const webhooks = async () => {
    const { exchanges } = await foldRecord(window.engine)
    const { rows } = await window.client.console.findings({ offset: 0, limit: 1_000 })
    const calls = [...values(exchanges)].flatMap(({ webhook }) => (webhook ? [webhook] : []))
    const matches = rows.flatMap(({ findings = [] }) => findings.map(({ rule }) => rule))
    return { calls, found: [...new Set(matches.filter((rule) => /PUSH|OBJ/.test(rule)))].sort() }
  }
  await expect.poll(async () => (await webhooks()).calls.length).toBe(count)
  const { calls, found } = await webhooks()
  const proofs = calls.map(({ verdict }) => `${verdict?.token}/${verdict?.authorization}`)
  expect([[...new Set(proofs)], found]).toEqual([[proof], rules])
  await fake.close()
})

it('two configurations of one task are called each, until one is deleted', async () => {
  const { client } = window
  const fake = await namedAgent('push-good').start()
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  await client.conversation.send({ agentId, text: 'ask', stream: false })
  const [task] = values((await foldRecord(window.engine)).tasks)
  const { taskId = '' } = task ?? {}
  const named = await client.push.set({
    agentId,
    taskId,
    options: {
      agentConfigId: 'mine',
      token: { kind: 'typed', token: 'token-of-mine' },
      authentication: { scheme: 'Basic', credentials: 'credentials-of-mine' },
    },
  })
  const made = await client.push.set({ agentId, taskId, options: {} })
  const gone = await client.push.set({ agentId, taskId, options: {} })
  await client.push.delete({ configId: gone.id })
  expect((await client.push.list({ agentId, taskId })).configs.map(({ configId }) => configId)).toEqual([
    named.id,
    made.id,
  ])
  await client.conversation.send({ agentId, taskId, text: 'tea', stream: false })
  const called = async () =>
    (await client.receiver.state()).configurations.map(({ agentConfigId, calls }) => [agentConfigId, calls])
  await expect.poll(called).toEqual([
    ['mine', 3],
    [made.agentConfigId, 3],
    [gone.agentConfigId, 0],
  ])
  const { exchanges } = await foldRecord(window.engine)
  const verdicts = [...values(exchanges)].flatMap(({ webhook }) => webhook?.verdict ?? [])
  expect(verdicts.map(({ token, authorization }) => `${token}/${authorization}`).sort()).toEqual([
    ...Array(3).fill('right/right'),
    ...Array(3).fill('right/unasked'),
  ])
  await fake.close()
})

it('a notification about a task that its webhook was not registered for is a finding', async () => {
  const { client } = window
  let [own, other] = ['', '']
  const mixesUp: Quirk = {
    async *webhook(calls) {
      for await (const call of calls)
        yield { ...call, body: JSON.parse(JSON.stringify(call.body).replaceAll(own, other)) }
    },
  }
  const fake = await agent({ dialect: '1.0', quirks: [mixesUp] })
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)
  for (const text of ['hi', 'ask']) await client.conversation.send({ agentId, text, stream: false })
  ;[other = '', own = ''] = values((await foldRecord(window.engine)).tasks).map(({ taskId }) => taskId)
  await client.push.set({ agentId, taskId: own, options: {} })
  await client.conversation.send({ agentId, taskId: own, text: 'tea', stream: false })
  const match = async () => {
    const { rows } = await client.console.findings({ offset: 0, limit: 1_000 })
    return rows.flatMap(({ findings = [] }) =>
      findings.filter(({ rule }) => rule === 'PARLEY-PUSH-003').map(({ message }) => message),
    )
  }
  const message = `Notification for another task: it is about \`${other}\`, but the webhook was registered for \`${own}\`.`
  await expect.poll(match).toEqual([message, message, message])
  await fake.close()
})

it('the demo agent, which proves itself twice and says the rest of the task', async () => {
  const demo = await startDemoAgent({ stepMs: 0 })
  await window.connect(demo.url)
  const agentId = await window.idOf(demo.url)
  const { id } = await window.client.push.prepare({
    agentId,
    options: { authentication: { scheme: 'Bearer' } },
  })
  const text = 'Tell me when boarding starts'
  await window.client.conversation.send({ agentId, text, stream: true, pushConfigId: id })
  const calls = async () => {
    const { exchanges } = await foldRecord(window.engine)
    return [...values(exchanges)].flatMap(({ webhook }) => (webhook ? [webhook] : []))
  }
  await expect.poll(async () => (await calls()).at(-1)?.told?.state).toBe('completed')
  const proofs = (await calls()).map(({ verdict }) => `${verdict?.token}/${verdict?.authorization}`)
  expect([...new Set(proofs)]).toEqual(['right/right'])
  await demo.close()
})

it('the demo agent calls for all its stream tells, and proves it', async () => {
  const { address } = await window.client.demo.start()
  await window.connect(address)
  const agentId = await window.idOf(address)
  const options = { authentication: { scheme: 'Bearer' } }
  const { id } = await window.client.push.prepare({ agentId, options })
  const text = 'Tell me about Lisbon'
  await window.client.conversation.send({ agentId, text, stream: true, pushConfigId: id })
  const calls = async () => {
    const { exchanges } = await foldRecord(window.engine)
    return [...values(exchanges)].flatMap(({ webhook }) => (webhook ? [webhook] : []))
  }
  await expect.poll(async () => (await calls()).at(-1)?.told?.state, { timeout: 10_000 }).toBe('completed')
  const all = await calls()
  const verdicts = all.map(({ verdict, told, attempt, outOfOrder = false }) =>
    [
      verdict?.token,
      verdict?.authorization,
      told?.landing?.news,
      attempt > 1 && told?.what !== 'artifact',
      outOfOrder,
    ].join(' '),
  )
  expect(all.length).toBeGreaterThan(5)
  expect([...new Set(verdicts)]).toEqual(['right right false false false'])
}, 20_000)
