// Sessions through the contract, with a real engine and real files.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '#shared/contract/fault.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

async function demo(): Promise<string> {
  const { address } = await window.client.demo.start()
  await window.connect(address)
  return window.idOf(address)
}

const print = async (agentId: string, text: string, stream = false) =>
  window.client.conversation.send({ agentId, text, stream })

const current = async () => {
  const { session } = await window.client.sessions.recording()
  if (!session) throw new Error('nothing is being recorded')
  return session
}

describe('recording', () => {
  test('begins with Parley and counts what crosses', async () => {
    const agentId = await demo()
    await print(agentId, 'Tell me about Lisbon', true)
    const { id, createdAt, firstAt, lastAt, sizeBytes, entries, ...session } = await current()
    expect(session).toEqual({
      name: '',
      note: '',
      pinned: false,
      origin: 'recorded',
      state: 'recording',
      agents: [{ id: agentId, name: 'Travel concierge' }],
      exchanges: 2,
      tasks: 1,
      findings: 0,
    })
    expect(sizeBytes).toBeGreaterThan(1_000)
    expect(entries).toBeGreaterThan(6)
    expect(lastAt).toBeGreaterThan(firstAt ?? Number.POSITIVE_INFINITY)
  })

  test('what is said while it is paused is shown but never reaches the disk', async () => {
    const agentId = await demo()
    await window.client.sessions.record({ action: 'pause' })
    const { exchangeId } = await print(agentId, 'between-you-and-me')
    expect((await window.entries(exchangeId)).map(({ kind }) => kind)).toEqual(['request', 'response', 'end'])
    await window.client.sessions.record({ action: 'start' })
    const callOutcome = await print(agentId, 'for-the-record')
    const { entries: live } = await window.engine.record.read({ after: 0, limit: 1000 })
    expect(live.map(({ seq }) => seq)).toEqual(live.map((_, index) => index + 1))
    expect(window.disk()).not.toContain('between-you-and-me')
    expect(window.disk()).toContain('for-the-record')

    window = await window.reopen()
    expect(await window.entries(exchangeId)).toEqual([])
    expect(await window.entries(callOutcome.exchangeId)).toHaveLength(3)
  })

  test('stopping ends the session, starting begins another', async () => {
    const agentId = await demo()
    const first = await current()
    const stopped = { state: 'stopped', shownId: first.id }
    expect(await window.client.sessions.record({ action: 'stop' })).toEqual(stopped)
    await print(agentId, 'unkept')
    const { session: second } = await window.client.sessions.record({ action: 'start' })
    expect(second?.id).not.toBe(first.id)
    const { sessions } = await window.client.sessions.list({ limit: 10 })
    expect(sessions.map(({ id, state }) => [id, state])).toEqual([
      [second?.id, 'recording'],
      [first.id, 'kept'],
    ])
  })
})

describe('the list', () => {
  test('is read by cursor, pinned ones first, without sessions in which nothing happened', async () => {
    const agentId = await demo()
    const ids: string[] = []
    for (const word of ['one', 'two', 'three']) {
      await print(agentId, word)
      ids.push((await current()).id)
      await window.client.sessions.record({ action: 'new' })
    }
    const [one, two, three] = ids
    await window.client.sessions.edit({
      sessionId: one ?? '',
      changes: { name: 'The first', note: 'for the talk', pinned: true },
    })
    const now = await current()
    const first = await window.client.sessions.list({ limit: 2 })
    const second = await window.client.sessions.list({ limit: 2, after: first.next })
    expect([...first.sessions, ...second.sessions].map(({ id }) => id)).toEqual([one, now.id, three, two])
    expect(first.sessions[0]).toMatchObject({ name: 'The first', note: 'for the talk', pinned: true })
    expect(second.next).toBeUndefined()

    window = await window.reopen()
    const again = await window.client.sessions.list({ limit: 10 })
    expect(again.sessions.slice(1, 4).map(({ id }) => id)).toEqual([again.sessions[1]?.id, three, two])
    expect(again.sessions[0]).toMatchObject({ id: one, agents: [{ id: agentId, name: 'Travel concierge' }] })
  })

  test('a removed session is gone from the list, from search and from the disk', async () => {
    const agentId = await demo()
    await print(agentId, 'please-forget-this')
    const { id } = await current()
    await expect(window.client.sessions.remove({ sessionId: id })).rejects.toMatchObject({
      kind: 'conflict',
    } satisfies Partial<Fault>)
    await window.client.sessions.record({ action: 'new' })
    expect(
      (await window.client.sessions.search({ text: 'forget', skip: 0, limit: 10 })).total,
    ).toBeGreaterThan(0)
    expect(await window.client.sessions.remove({ sessionId: id })).toEqual({ removed: true })
    expect((await window.client.sessions.search({ text: 'forget', skip: 0, limit: 10 })).total).toBe(0)
    expect(window.disk()).not.toContain('please-forget-this')
    await expect(window.client.sessions.open({ sessionId: id })).rejects.toMatchObject({ kind: 'not-found' })
  })
})

test('search finds words of every session, the newest first, with what stands around them', async () => {
  const agentId = await demo()
  await print(agentId, 'a zeppelin over Lisbon')
  const first = (await current()).id
  await window.client.sessions.record({ action: 'new' })
  await print(agentId, 'another zeppelin, over Porto')
  const second = (await current()).id
  const { hits, total } = await window.client.sessions.search({ text: 'zeppelin over', skip: 0, limit: 10 })
  expect(total).toBe(hits.length)
  const searchHits = hits.filter(({ kind }) => kind === 'request')
  expect(searchHits.map(({ sessionId }) => sessionId)).toEqual([second, first])
  expect(searchHits[1]).toMatchObject({ excerpt: 'a zeppelin over Lisbon', isReadable: true, sentBy: 'you' })
  const read = await window.client.sessions.search({ text: 'concierge', skip: 0, limit: 50 })
  expect(read.hits.filter(({ kind }) => kind === 'end')[0]).toMatchObject({
    ...{ sentBy: 'agent', sender: 'Travel concierge', isReadable: true },
    excerpt: expect.not.stringContaining('{'),
  })
  const page = await window.client.sessions.search({ text: 'zeppelin over', skip: 1, limit: 1 })
  expect(page.hits).toEqual(hits.slice(1, 2))
})

test('a hit is the text around the words, also in a body that lies apart, and as it was recorded where no text has them', async () => {
  const agentId = await demo()
  await print(agentId, `${'sky '.repeat(3_000)} a zeppelin ${'sea '.repeat(3_000)}`)
  const hitsOf = async (text: string) =>
    (await window.client.sessions.search({ text, skip: 0, limit: 10 })).hits.filter(
      ({ kind }) => kind === 'request',
    )
  const [long] = await hitsOf('zeppelin')
  expect(long).toMatchObject({
    excerpt: expect.stringMatching(/^…[sky ]+ a zeppelin [sea ]+…$/),
    isReadable: true,
  })
  const [raw] = await hitsOf('ROLE_USER')
  expect(raw?.excerpt).toContain('"role":"ROLE_USER"')
  expect(raw?.isReadable).toBeUndefined()
})

test('of a session only its own exchanges are listed, whatever others are called', async () => {
  const agentId = await demo()
  await print(agentId, 'hello')
  const { id } = await current()
  await window.client.sessions.record({ action: 'new' })
  await print(agentId, 'not of that session')
  const { id: other } = await current()
  await window.client.sessions.edit({ sessionId: other, changes: { name: id } })
  const { rows } = await window.client.console.exchanges({ filter: '', sessionId: id, offset: 0, limit: 50 })
  expect(rows.map(({ kind }) => kind)).toEqual(['card', 'operation'])
})

test('a card is found however much was asked before it was read', async () => {
  const { id: sessionId } = await current()
  for (let n = 0; n < 5_001; n++) {
    window.engine.record.append({
      ...{ kind: 'request', sessionId, exchangeId: `x${n}`, at: 1, monoMs: 1 },
      ...{ call: { purpose: 'raw', label: 'GET /' }, method: 'GET', url: 'http://127.0.0.1/', headers: [] },
    })
  }
  await demo()
  const { agents } = await window.client.sessions.open({ sessionId })
  expect(agents.map(({ agent, discovery }) => [agent.name, discovery.found])).toEqual([
    ['Travel concierge', true],
  ])
})

test('an opened session has its agents, their cards as they were read, and its entries alone', async () => {
  const agentId = await demo()
  await print(agentId, 'hello')
  const { id } = await current()
  await window.client.sessions.record({ action: 'new' })
  await print(agentId, 'not of that session')
  const opened = await window.client.sessions.open({ sessionId: id })
  expect(opened.agents).toEqual([
    {
      agent: expect.objectContaining({ id: agentId, name: 'Travel concierge' }),
      discovery: expect.objectContaining({ found: true, source: 'fetched' }),
      needs: expect.stringContaining('None required'),
    },
  ])
  const { entries } = await window.engine.record.read({ after: 0, limit: 1000, filter: { sessionId: id } })
  expect(new Set(entries.map(({ sessionId }) => sessionId))).toEqual(new Set([id]))
  expect(entries).toHaveLength(opened.session.entries)
  const outline = await window.client.sessions.outline({ sessionId: id })
  expect(outline.places.map(({ kind }) => kind)).toEqual(['prompt'])
  expect(outline.marks.at(-1)?.seq).toBe(entries.at(-1)?.seq)
})
