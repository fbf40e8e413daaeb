// Removals can be undone for ten seconds, by a test clock.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Removed } from '#shared/contract/removals.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { createTestClock, type TestClock } from '#testing/engine/test-clock.ts'
import { agent } from '../../e2e/agents/agent.ts'

let window: TestWindow
let clock: TestClock
beforeEach(async () => {
  clock = createTestClock()
  window = await openWindow({ clock })
})
afterEach(() => window.close())

const add = (address: string) => window.idOf(address)
const listed = async () => (await window.client.agents.list()).map(({ id }) => id)
const ofAgent = (agentId: string) => ({ kind: 'agent', agentId }) as const

/** Begins a removal that becomes due when `timeIsUp` is called. */
async function removeInTestTime(...objects: Removed[]) {
  const { id } = await window.client.removals.begin({ objects, name: 'It' })
  clock.advance(9_000)
  expect(await pending()).toEqual([id])
  return {
    undo: async () => (await window.client.removals.undo({ removalId: id })).undone,
    timeIsUp: () => clock.advance(1_000),
  }
}

async function pending(): Promise<readonly string[]> {
  const leave = new AbortController()
  for await (const removals of await window.client.removals.follow(undefined, { signal: leave.signal })) {
    leave.abort()
    return removals.map(({ id }) => id)
  }
  return []
}

/** Three agents, the second with everything that Parley can store about one. */
async function threeAgents() {
  const kit = await agent({ dialect: '1.0' })
  const [one, two, three] = [await add('http://a:1'), await add(kit.url), await add('http://c:1')]
  const { agents, access, chat, push, taps, receiver, card } = window.client
  await agents.edit({ agentId: two, changes: { ownName: 'Two', note: 'the good one' } })
  await access.set({ agentId: two, credentials: [{ kind: 'bearer', token: 'planted-secret' }] })
  await chat.noteContext({ agentId: two, contextId: 'c1', name: 'Lisbon', forgotten: false })
  await receiver.start({ reach: { kind: 'loopback' }, port: 0 })
  await push.prepare({ agentId: two, options: {} })
  const tap = await taps.start({ agentId: two })
  const state = async () => ({
    agents: await agents.list(),
    access: (await access.describe({ agentId: two })).access,
    contexts: await chat.contexts(),
    push: (await receiver.state()).configurations,
    taps: await taps.list(),
    authorization: (await card.discover({ agentId: two, bypassCache: true })).attempts.at(-1)?.credentials,
  })
  return { kit, one, two, three, tap, state }
}

const readCard = async (address: string): Promise<number> =>
  (await fetch(new URL('/.well-known/agent-card.json', address))).status
/** No removal is pending or in progress. */
const isAllRemoved = () =>
  expect.poll(() => readFileSync(join(window.dataDir, 'removals.json'), 'utf8')).toBe('[]\n')

test('an agent is hidden with its taps, goes when the time is up, and leaves nothing', async () => {
  const { kit, one, two, three } = await threeAgents()
  const removal = await removeInTestTime(ofAgent(two))
  expect([await listed(), await window.client.taps.list()]).toEqual([[one, three], []])
  removal.timeIsUp()
  await isAllRemoved()
  expect(window.engine.agents.list().map(({ id }) => id)).toEqual([one, three])
  expect(await window.client.chat.contexts()).toEqual([])
  expect((await window.client.receiver.state()).configurations).toEqual([])
  expect(readFileSync(join(window.dataDir, 'access.json'), 'utf8')).not.toContain(two)
  expect([await pending(), await removal.undo()]).toEqual([[], false])
  await kit.close()
})

test('an agent that is brought back is as it was, whatever became of the others meanwhile', async () => {
  const { kit, one, two, three, tap, state } = await threeAgents()
  const before = await state()
  const removal = await removeInTestTime(ofAgent(two))
  // A window has only the others.
  expect(await window.client.agents.reorder({ agentIds: [three, one] })).toMatchObject([
    { id: three },
    { id: one },
  ])
  expect(await readCard(tap.address)).toBe(200)
  expect(await removal.undo()).toBe(true)
  removal.timeIsUp()
  expect(await listed()).toEqual([three, two, one])
  await window.client.agents.reorder({ agentIds: [one, two, three] })
  const [{ taps, ...after }, { taps: tapsBefore, ...others }] = [await state(), before]
  expect(after).toEqual(others)
  expect(taps).toMatchObject(tapsBefore.map(({ id, address, state }) => ({ id, address, state })))
  expect(taps[0]?.calls).toBe((tapsBefore[0]?.calls ?? 0) + 1)
  window = await window.reopen()
  expect(await listed()).toEqual([one, two, three])
  await kit.close()
})

test('several go and come back in one', async () => {
  const ids = [await add('http://a:1'), await add('http://b:1'), await add('http://c:1')] as const
  const removal = await removeInTestTime(ofAgent(ids[0]), ofAgent(ids[2]))
  expect(await listed()).toEqual([ids[1]])
  expect(await removal.undo()).toBe(true)
  expect(await listed()).toEqual(ids)
})

test('an address that is added again is the agent that was removed, and it stays', async () => {
  const [one, two] = [await add('http://a:1'), await add('http://b:1')]
  const removal = await removeInTestTime(ofAgent(one), ofAgent(two))
  expect(await add('http://a:1')).toBe(one)
  removal.timeIsUp()
  await isAllRemoved()
  expect(await listed()).toEqual([one])
})

test('one whose card was not found yet is not given up for the next address while it can be brought back', async () => {
  const first = await window.client.agents.add({ address: 'http://a:1', tentative: true })
  const removal = await removeInTestTime(ofAgent(first.id))
  const second = await window.client.agents.add({ address: 'http://b:1', tentative: true })
  expect(await listed()).toEqual([second.id])
  expect(await removal.undo()).toBe(true)
  expect(await listed()).toEqual([first.id, second.id])
})

test('an engine that closes removes first: nothing comes back, and no secret stays', async () => {
  const { kit, one, two, three } = await threeAgents()
  await removeInTestTime(ofAgent(two))
  window = await window.reopen()
  expect([await listed(), await pending()]).toEqual([[one, three], []])
  expect(window.engine.agents.list()).toHaveLength(2)
  expect(readFileSync(join(window.dataDir, 'access.json'), 'utf8')).not.toContain(two)
  await kit.close()
})

test('what a kill left half removed is hidden and removed when Parley starts', async () => {
  const { kit, one, two, three } = await threeAgents()
  await window.engine.close()
  const left = [{ id: 'r', objects: [ofAgent(two)], name: 'Two' }]
  writeFileSync(join(window.dataDir, 'removals.json'), JSON.stringify(left))
  // Its row was deleted first, before the kill.
  const file = join(window.dataDir, 'agents.json')
  const { agents, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
  const others = agents.filter(({ id }: { readonly id: string }) => id !== two)
  writeFileSync(file, JSON.stringify({ ...rest, agents: others }))
  window = await openWindow({ dataDir: window.dataDir })
  expect([await listed(), await pending()]).toEqual([[one, three], []])
  await isAllRemoved()
  expect(readFileSync(join(window.dataDir, 'access.json'), 'utf8')).not.toContain(two)
  expect([await window.client.taps.list(), await window.client.chat.contexts()]).toEqual([[], []])
  await kit.close()
})

test('a tap forwards until its time is up; whoever takes its port has it at once', async () => {
  const { kit, two, tap } = await threeAgents()
  const object = { kind: 'tap', tapId: tap.id } as const
  const undone = await removeInTestTime(object)
  expect(await window.client.taps.list()).toEqual([])
  expect(await readCard(tap.address)).toBe(200)
  expect(await undone.undo()).toBe(true)
  expect(await window.client.taps.list()).toMatchObject([{ id: tap.id, calls: 1, state: 'listening' }])
  const gone = await removeInTestTime(object)
  gone.timeIsUp()
  await isAllRemoved()
  await expect(readCard(tap.address)).rejects.toThrow()

  const { id } = await window.client.taps.start({ agentId: two, port: tap.port })
  const replaced = await removeInTestTime({ kind: 'tap', tapId: id })
  const next = await window.client.taps.start({ agentId: two, port: tap.port })
  expect([await pending(), await replaced.undo()]).toEqual([[], false])
  expect(await window.client.taps.list()).toMatchObject([{ id: next.id, state: 'listening' }])
  await kit.close()
})

/** A recorded session with one call. */
async function recorded() {
  const kit = await agent({ dialect: '1.0' })
  await window.connect(kit.url)
  await kit.close()
  const { session } = await window.client.sessions.recording()
  const sessionId = session?.id ?? ''
  const view = async () => {
    const { sessions } = await window.client.sessions.list({ limit: 50 })
    return sessions.find(({ id }) => id === sessionId)
  }
  const { rows } = await window.client.console.exchanges({ filter: '', offset: 0, limit: 1 })
  const exchangeId = rows[0]?.id ?? ''
  return { sessionId, exchangeId, view, objects: [{ kind: 'session', sessionId }] as const }
}

test('a session is hidden from its list and can’t be opened, and is whole after an undo', async () => {
  const { sessionId, exchangeId, view, objects } = await recorded()
  await expect(window.client.removals.begin({ objects: [...objects], name: 'It' })).rejects.toThrow(
    'This recording is still running.',
  )
  await window.client.sessions.record({ action: 'new' })
  const before = await view()
  const removal = await removeInTestTime(...objects)
  expect(await view()).toBeUndefined()
  await expect(window.client.sessions.open({ sessionId })).rejects.toMatchObject({ kind: 'not-found' })
  await expect(window.client.console.annotate({ exchangeId, note: 'lost' })).rejects.toThrow('no longer')
  expect(await removal.undo()).toBe(true)
  removal.timeIsUp()
  expect([await view(), before?.exchanges]).toEqual([before, 1])
  const gone = await removeInTestTime(...objects)
  gone.timeIsUp()
  await expect.poll(() => window.disk()).not.toContain(sessionId)
})

test('a session that an engine hid when it closed is deleted', async () => {
  const { sessionId, objects } = await recorded()
  await window.client.sessions.record({ action: 'new' })
  await removeInTestTime(...objects)
  window = await window.reopen()
  expect(await window.client.sessions.list({ limit: 50 })).not.toMatchObject({
    sessions: [{ id: sessionId }],
  })
  await expect.poll(() => window.engine.record.discarded()).toEqual([])
  expect(await window.engine.record.count({ sessionId })).toBe(0)
})

test('a context is left out of its list, keeps its name, and is forgotten when the time is up', async () => {
  const kit = await agent({ dialect: '1.0' })
  const agentId = await add(kit.url)
  for (const text of ['one', 'two']) await window.client.conversation.send({ agentId, text, stream: false })
  const list = async () =>
    (await window.client.story.conversations({ agentId, others: false, offset: 0, limit: 50 })).rows
  const [newest, oldest] = await list()
  const contextId = newest?.contextId ?? ''
  await window.client.chat.noteContext({ agentId, contextId, name: 'Lisbon', forgotten: false })
  const object = { kind: 'context', agentId, contextId } as const
  const undone = await removeInTestTime(object)
  expect((await list()).map(({ id }) => id)).toEqual([oldest?.id])
  expect(await undone.undo()).toBe(true)
  expect((await list()).map(({ id }) => id)).toEqual([newest?.id, oldest?.id])
  const gone = await removeInTestTime(object)
  gone.timeIsUp()
  await isAllRemoved()
  expect((await list()).map(({ id }) => id)).toEqual([oldest?.id])
  expect(await window.client.chat.contexts()).toEqual([
    { agentId, contextId, name: 'Lisbon', forgotten: true },
  ])
  await kit.close()
})
