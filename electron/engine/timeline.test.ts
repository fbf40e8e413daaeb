import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FollowedOutline, TimelineTask } from '#shared/contract/timeline.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../e2e/agents/agent.ts'

let window: TestWindow
let kit: Agent
beforeEach(async () => {
  window = await openWindow()
  kit = await agent({ dialect: '1.0' })
  await window.connect(kit.url)
})
afterEach(async () => {
  await window.close()
  await kit.close()
})

async function stream(text: string): Promise<TimelineTask> {
  const agentId = await window.idOf(kit.url)
  const call = window.engine.conversation.send({ agentId, text, stream: true })
  const { exchangeId } = await call
  for (const entry of await window.entries(exchangeId)) {
    const taskId = entry.kind === 'frame' && /"taskId":"([^"]+)"/.exec(entry.data?.text ?? '')?.[1]
    if (taskId) return { agentId, taskId }
  }
  throw new Error('the stream named no task')
}

const outlineOf = (task: TimelineTask, version = 0, waitMs = 0): Promise<FollowedOutline> =>
  window.client.timeline.outline({ task, filter: {}, version, waitMs })

test('a streamed task: what was asked, its states, its pieces as one burst that opens, its end', async () => {
  const task = await stream('many 50')
  // Read a slice at a time.
  await expect.poll(async () => (await outlineOf(task)).total).toBe(6)
  const { outline } = await outlineOf(task)
  const { rows } = await window.client.timeline.rows({ task, filter: {}, from: 0, limit: 50 })
  expect(rows.map(({ kind, state, count }) => [kind, state, count])).toEqual([
    ['sent', undefined, 1],
    ['status', 'submitted', 1],
    ['status', 'working', 1],
    ['chunks', undefined, 50],
    ['status', 'completed', 1],
    ['end', undefined, 1],
  ])
  expect(outline.segments.map(({ state }) => state)).toEqual(['submitted', 'working', 'completed'])
  expect(outline.artifacts.map(({ name, chunks, closed }) => [name, chunks, closed])).toEqual([
    ['Result', 50, true],
  ])
  const { chunks } = await window.client.timeline.chunks({ task, row: 3, from: 48, limit: 10 })
  expect(chunks.map(({ text }) => text)).toEqual(['chunk48', 'chunk49'])
  const seq = chunks[0]?.seq ?? 0
  expect(await window.client.timeline.locate({ task, filter: {}, seq })).toEqual({ row: 3, position: 3 })
})

test('rows are filtered by kind, source and words', async () => {
  const task = await stream('hi')
  const kindsOf = async (filter: Parameters<typeof window.client.timeline.rows>[0]['filter']) =>
    (await window.client.timeline.rows({ task, filter, from: 0, limit: 50 })).rows.map(({ kind }) => kind)
  await outlineOf(task)
  expect(await kindsOf({ kinds: ['status'] })).toEqual(['status', 'status', 'status'])
  expect(await kindsOf({ sources: ['sent'] })).toEqual(['sent'])
  expect(await kindsOf({ text: 'chunk1' })).toEqual(['chunks'])
})

test('a session that is deleted takes its tasks out of the timeline', async () => {
  const task = await stream('hi')
  expect((await outlineOf(task)).outline.rows).toBeGreaterThan(3)
  const { session } = await window.client.sessions.recording()
  await window.client.sessions.record({ action: 'new' })
  await window.client.sessions.remove({ sessionId: session?.id ?? '' })
  expect((await outlineOf(task)).outline.rows).toBe(0)
})

test('who asks while a session is being deleted is not left with what was still there', async () => {
  const { session } = await window.client.sessions.recording()
  const sessionId = session?.id ?? ''
  for (let n = 0; n < 10_000; n++) {
    window.engine.record.append({ kind: 'note', sessionId, exchangeId: 'n', at: 1, monoMs: 1, text: `${n}` })
  }
  const task = await stream('hi')
  await window.client.sessions.record({ action: 'new' })
  const removing = window.client.sessions.remove({ sessionId })
  expect((await outlineOf(task)).outline.rows).toBeGreaterThan(0)
  await removing
  expect((await outlineOf(task)).outline.rows).toBe(0)
})

test('a webhook call that repeats a streamed event is a sighting of its row, and wakes who waits', async () => {
  const task = await stream('fail')
  const before = await outlineOf(task)
  const { rows } = await window.client.timeline.rows({ task, filter: {}, from: 0, limit: 50 })
  const failed = rows.find(({ state }) => state === 'failed')
  const [entry] = window.engine.record.tasks.entriesAt([failed?.seq ?? 0])
  if (entry?.kind !== 'frame') throw new Error('the state came in a frame')
  const waiting = outlineOf(task, before.version, 10_000)
  const text = JSON.stringify(JSON.parse(entry.data?.text ?? '').result)
  window.engine.record.append(
    {
      kind: 'webhook',
      sessionId: entry.sessionId,
      exchangeId: 'pushed',
      at: entry.at + 120,
      monoMs: entry.monoMs + 120,
      method: 'POST',
      path: '/hook',
      headers: [],
      remoteAddress: '127.0.0.1',
      answeredStatus: 200,
      body: { sizeBytes: text.length, text },
    },
    { taskId: task.taskId },
  )
  expect((await waiting).outline.rows).toBe(before.outline.rows)
  const after = await window.client.timeline.rows({ task, filter: {}, from: failed?.index ?? 0, limit: 1 })
  expect(
    after.rows[0]?.again.map(({ source, count, leastDelayMs }) => [source, count, Math.round(leastDelayMs)]),
  ).toEqual([['push', 1, 120]])
})

test('a task begins with what was asked, also where a webhook told of it sooner than the answer did', async () => {
  const { record } = window.engine
  const { sessionId } = record.createSession('s')
  const agentId = await window.idOf(kit.url)
  const task = { agentId, taskId: 'early' }
  let ms = 0
  const base = (exchangeId: string) => {
    ms += 10
    return { sessionId, exchangeId, at: 1_000 + ms, monoMs: ms }
  }
  const body = (value: object) => ({ sizeBytes: 1, text: JSON.stringify(value) })
  const call = {
    agentId,
    purpose: 'operation',
    operation: 'stream',
    dialect: '1.0',
    binding: 'JSONRPC',
    label: '',
  } as const
  const update = (state: string) => ({
    statusUpdate: { taskId: 'early', contextId: 'c', status: { state: `TASK_STATE_${state}` } },
  })
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] }
  const request = {
    call,
    method: 'POST',
    url: 'http://a.test/',
    headers: [],
    body: body({ params: { message } }),
  }
  record.append({ ...base('x'), kind: 'request', ...request })
  const webhook = {
    method: 'POST',
    path: '/hook',
    headers: [],
    remoteAddress: '127.0.0.1',
    answeredStatus: 200,
    registration: { configId: 'p', agentId },
  }
  record.append(
    { ...base('w'), kind: 'webhook', ...webhook, body: body(update('SUBMITTED')) },
    { taskId: 'early' },
  )
  const before = await outlineOf(task, 0, 5_000)
  expect(before.outline.rows).toBe(1)
  const raw = body({ jsonrpc: '2.0', id: 1, result: update('WORKING') })
  const frame = { kind: 'frame', index: 0, framing: 'sse', raw, data: raw } as const
  record.append({ ...base('x'), ...frame }, { taskId: 'early' })
  const { outline, version } = await outlineOf(task, before.version, 5_000)
  const { rows } = await window.client.timeline.rows({ task, filter: {}, from: 0, limit: 9 })
  expect(rows.map(({ kind, sinceMs, state }) => [kind, sinceMs, state])).toEqual([
    ['sent', 0, undefined],
    ['status', 10, 'submitted'],
    ['status', 20, 'working'],
  ])
  expect(outline.startedAt).toBe(1_010)
  expect(version).toBeGreaterThan(before.version)
})
