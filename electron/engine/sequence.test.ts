// Real agents that delegate through taps: the sequence and its reasons are equal live, in a stored session and after an import.

import { afterEach, expect, test } from 'vitest'
import { defined } from '#shared/defined.ts'
import type { SequenceRow } from '#shared/story/sequence/sequence.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../e2e/agents/agent.ts'
import { orchestrator } from '../../e2e/agents/orchestrator.ts'
import { announce, become } from '../../e2e/agents/steps.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

async function opened(): Promise<TestWindow> {
  const window = await openWindow()
  toClose.push(window.close)
  return window
}
async function made(agent: Promise<Agent>): Promise<Agent> {
  const one = await agent
  toClose.push(one.close)
  return one
}
async function tapped({ client, connect, idOf }: TestWindow, { url }: Agent): Promise<string> {
  await connect(url)
  return (await client.taps.start({ agentId: await idOf(url) })).address
}
async function delegating(window: TestWindow, report: 'reference' | 'nothing', name?: string) {
  const names = ['Weather', 'Hotels', 'Trains']
  const below = await Promise.all(names.map((name) => made(agent({ dialect: '1.0', card: { name } }))))
  const to: string[] = []
  for (const one of below) to.push(await tapped(window, one))
  const top = await made(orchestrator({ to, tells: report, ...defined({ name }) }))
  await window.connect(top.url)
  return { top, topId: await window.idOf(top.url) }
}
const look = { open: [], offset: 0, limit: 100 }
async function sequenceIn({ client, engine }: TestWindow, sessionId?: string) {
  await engine.taps.recorded()
  engine.record.flush()
  const { rows, lanes, total, progress } = await client.together.sequence({ ...look, sessionId })
  expect(progress).toBe(1)
  expect(rows.length).toBe(total)
  const names = new Map((await client.agents.list()).map(({ id, name }) => [id, name]))
  const lane = (place: number) => names.get(lanes[place]?.agentId ?? '') ?? lanes[place]?.kind ?? ''
  return { rows, between: (row: SequenceRow) => `${lane(row.from)} → ${lane(row.to)}` }
}

test.each(['reference', 'nothing'] as const)(
  'agents that call others in a task, telling %s',
  async (report) => {
    const window = await opened()
    const { topId } = await delegating(window, report)
    await window.client.conversation.send({ agentId: topId, text: 'hi', stream: true })
    const { rows, between } = await sequenceIn(window)
    const calls = rows.filter(({ kind }) => kind === 'call')
    expect(calls.map(between).toSorted()).toEqual([
      'Planner → Hotels',
      'Planner → Trains',
      'Planner → Weather',
      'parley → Planner',
    ])
    const [, ...delegated] = calls
    const taskId = rows.find((row) => row.kind === 'state' && between(row) === 'Planner → parley')?.taskId
    for (const row of delegated) {
      const reasons = report === 'reference' ? ['reference', 'inside'] : ['inside']
      expect(row).toMatchObject({ why: { reasons, guess: report === 'nothing', taskId } })
    }
    const { edges } = await window.client.together.map({})
    expect(edges.map(({ calls, failed, open }) => [calls, failed, open])).toEqual(Array(4).fill([1, 0, 0]))
  },
)

test('a question from below is asked above, and its answer goes down: a chain', async () => {
  const window = await opened()
  const below = await made(agent({ dialect: '1.0', card: { name: 'Hotels' } }))
  const top = await made(orchestrator({ to: [await tapped(window, below)] }))
  await window.connect(top.url)
  const agentId = await window.idOf(top.url)
  await window.client.conversation.send({ agentId, text: 'ask', stream: true })
  const { rows: sequenceRows } = await sequenceIn(window)
  const taskId = sequenceRows[0]?.taskId ?? ''
  await window.client.conversation.send({ agentId, text: 'ask two beds', taskId, stream: true })
  const { rows, between } = await sequenceIn(window)
  expect(rows.flatMap((row) => (row.chain ? [[row.chain.step, row.kind, between(row)]] : []))).toEqual([
    [1, 'state', 'Hotels → Planner'],
    [2, 'state', 'Planner → parley'],
    [3, 'call', 'parley → Planner'],
    [4, 'call', 'Planner → Hotels'],
  ])
})

test('the recorded session alone is shown; a kept one shows the same, and so does what waits for it', async () => {
  const window = await opened()
  const { topId } = await delegating(window, 'reference')
  const before = await window.client.together.sequence(look)
  const waiting = window.client.together.sequence({ ...look, seen: before.version, waitMs: 10_000 })
  await window.client.conversation.send({ agentId: topId, text: 'many 200', stream: true })
  expect((await waiting).version).not.toBe(before.version)
  const live = await sequenceIn(window)
  const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
  await window.client.sessions.record({ action: 'new' })
  expect((await sequenceIn(window)).rows).toEqual([])
  expect((await sequenceIn(window, sessionId)).rows).toEqual(live.rows)
  expect(live.rows.some((row) => row.kind === 'events' && row.count >= 200)).toBe(true)
})

test.each([
  ['at work', ['warning PARLEY-SEQ-018']],
  ['completed', []],
  ['canceled', []],
] as const)('a task completes while the one that its agent delegated is %s', async (state, expected) => {
  const window = await opened()
  const { client, connect, engine, entries, idOf } = window
  const below = await made(
    agent({
      dialect: '1.0',
      async *script() {
        yield announce()
        yield become('working')
        if (state !== 'at work') yield become(state)
      },
    }),
  )
  const top = await made(orchestrator({ to: [await tapped(window, below)] }))
  await connect(top.url)
  const { exchangeId } = await client.conversation.send({
    agentId: await idOf(top.url),
    text: 'hi',
    stream: true,
  })
  await engine.taps.recorded()
  const matches = (await entries(exchangeId)).flatMap(({ findings = [] }) => findings)
  expect(matches.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(expected)
})

test('a list names the agent that called, and a filter finds it by that name: live, kept, and among all', async () => {
  const window = await opened()
  const { client, engine } = window
  const { topId } = await delegating(window, 'reference', 'worker')
  await client.conversation.send({ agentId: topId, text: 'hi', stream: true })
  await engine.taps.recorded()
  const request = (filter: string, sessionId?: string) =>
    client.console.exchanges({ filter, offset: 0, limit: 50, ...defined({ sessionId }) })
  const callers = async () =>
    (await request('kind:operation')).rows.map(({ callerAgentId, program }) => [callerAgentId, program])
  await expect.poll(callers).toEqual([[undefined, undefined], ...Array(3).fill([topId, 'worker/1.0'])])
  const sessionId = (await client.sessions.recording()).session?.id ?? ''
  await client.sessions.record({ action: 'new' })
  for (const owner of [sessionId, undefined]) {
    const match = async (filter: string) => (await request(filter, owner)).total
    expect(await match('caller:planner')).toBe(3)
    expect(await match('caller:WORKER/1')).toBe(3)
    expect(await match('caller:127.0.0.1')).toBe(3)
    expect(await match('kind:operation caller:parley')).toBe(1)
    expect(await match('kind:operation -caller:parley')).toBe(3)
    expect(await match('caller:nobody')).toBe(0)
  }
  expect(await client.console.callers({ sessionId })).toEqual({
    programs: ['worker/1.0'],
    agentIds: [topId],
  })
})

test('a guess is one in the list too, and a session that was never listed is named when a filter asks', async () => {
  const window = await opened()
  const { client, engine } = window
  const { topId } = await delegating(window, 'nothing', 'worker')
  await client.conversation.send({ agentId: topId, text: 'hi', stream: true })
  await engine.taps.recorded()
  await client.sessions.record({ action: 'new' })
  const { rows } = await client.console.exchanges({ filter: 'caller:planner', offset: 0, limit: 50 })
  expect(rows.map(({ callerGuess }) => callerGuess)).toEqual([true, true, true])
})
