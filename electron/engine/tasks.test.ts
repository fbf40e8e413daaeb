// Operations on tasks through the contract, with agents of every version.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startDemoAgent } from '#demo-agent/start.ts'
import { at, slice, values } from '#shared/collections/list.ts'
import type { PollStep } from '#shared/contract/tasks.ts'
import type { TaskView } from '#shared/story/task-view.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { createTestClock } from '#testing/engine/test-clock.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import type { AgentOptions } from '../../e2e/agents/agent.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'
import { ask, chunks } from '../../e2e/agents/scripts.ts'
import { become } from '../../e2e/agents/steps.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

test.each(['v0.1', 'v0.2.6', 'v0.3', 'v0.3-rest', 'v0.3-grpc', 'v1.0', 'v1.0-rest', 'v1.0-grpc'])(
  '%s: a task that goes on is watched again, looked at, and canceled',
  async (name) => {
    const agentId = await connect(name)
    const { client } = window
    const result = client.conversation.send({ agentId, text: 'long', stream: true })
    const { taskId } = await workingTask()
    const again = client.tasks.subscribe({ agentId, taskId })
    await streamsOpen(2)
    const callOutcome = await client.tasks.get({ agentId, taskId, historyLength: 1 })
    const canceled = await client.tasks.cancel({ agentId, taskId })
    const outcomes = [await result, await again, callOutcome, canceled]
    expect(outcomes.map(({ ended, credentials }) => ({ ended, credentials }))).toEqual(
      outcomes.map(() => ({ ended: 'complete', credentials: 'none' })),
    )
    expect(new Set(outcomes.map(({ exchangeId }) => exchangeId)).size).toBe(4)
    const { tasks, exchanges } = await foldRecord(window.engine)
    expect(slice(tasks).map(({ status }) => status?.state)).toEqual(['canceled'])
    expect(slice(exchanges).flatMap(({ agentError }) => agentError ?? [])).toEqual([])
    expect(slice(tasks).flatMap(sourcesOf)).toEqual(['poll', 'reply', 'sent', 'stream'])
  },
)

test('events with a record separator before their JSON are read', async () => {
  const agentId = await connect('record-separators')
  await window.client.conversation.send({ agentId, text: 'hi', stream: true })
  const { tasks } = await foldRecord(window.engine)
  expect(slice(tasks).map(({ status, events }) => [status?.state, events.length])).toEqual([['completed', 6]])
})

test('an answer is to be read as soon as its call is over', async () => {
  const agentId = await connect('v1.0')
  const { client } = window
  const result = client.conversation.send({ agentId, text: 'long', stream: true })
  const { taskId } = await workingTask()
  const { exchangeId } = await client.tasks.get({ agentId, taskId })
  const { entries } = await client.record.exchange({ exchangeId, after: 0, limit: 100 })
  expect(entries.map(({ kind }) => kind)).toEqual(['request', 'response', 'end'])
  await client.tasks.cancel({ agentId, taskId })
  await result
})

test('a subscribe that the server knows as GET names the exchange that brought the stream', async () => {
  const agentId = await connect('python-0.3.26-rest')
  const { client } = window
  const result = client.conversation.send({ agentId, text: 'long', stream: true })
  const { taskId } = await workingTask()
  const again = client.tasks.subscribe({ agentId, taskId })
  await streamsOpen(2)
  await client.tasks.cancel({ agentId, taskId })
  await result
  const [request] = await window.entries((await again).exchangeId)
  expect(request).toMatchObject({ kind: 'request', method: 'GET' })
})

test('a stream is cut by its exchange, whoever opened it, and the task goes on', async () => {
  const agentId = await connect('v1.0')
  const { client } = window
  const result = client.conversation.send({ agentId, text: 'long', stream: true })
  const { taskId, lastStream, openStreams } = await workingTask()
  const { exchanges } = await foldRecord(window.engine)
  const open = slice(exchanges).find(({ state }) => state === 'open')
  const exchangeId = open?.id ?? ''
  expect({ openStreams, lastStream, ...(await client.tasks.cut({ exchangeId })) }).toEqual({
    openStreams: 1,
    lastStream: undefined,
    cut: true,
  })
  expect((await result).ended).toBe('failed')
  expect(await client.tasks.cut({ exchangeId })).toEqual({ cut: false })
  const again = client.tasks.subscribe({ agentId, taskId })
  await streamsOpen(1)
  await client.tasks.cancel({ agentId, taskId })
  expect((await again).ended).toBe('complete')
})

test('what a version has no call for is said, and nothing is sent', async () => {
  const agentId = await connect('v0.3')
  await expect(window.client.tasks.list({ agentId })).rejects.toThrow(
    'A2A 0.3 has no call over JSON-RPC that lists tasks.',
  )
  expect(slice((await foldRecord(window.engine)).exchanges).map(({ call }) => call?.purpose)).toEqual([
    'card',
  ])
})

test('an agent that knows no such task has answered, and its words are on the record', async () => {
  const agentId = await connect('v1.0')
  const { exchangeId, ended } = await window.client.tasks.get({ agentId, taskId: 'nobody-has-it' })
  const { exchanges } = await foldRecord(window.engine)
  const error = slice(exchanges).find(({ id }) => id === exchangeId)?.agentError
  expect({ ended, code: error?.code }).toEqual({ ended: 'complete', code: -32001 })
})

test('tasks are listed page by page and by filter', async () => {
  const agentId = await connect('v1.0')
  const { client } = window
  for (const text of ['hi', 'ask', 'hi']) await client.conversation.send({ agentId, text, stream: false })
  const first = (await client.tasks.list({ agentId, pageSize: 2 })).page
  const second = (await client.tasks.list({ agentId, pageSize: 2, pageToken: first?.nextPageToken })).page
  const waiting = (await client.tasks.list({ agentId, state: 'input-required' })).page
  const existing = slice((await foldRecord(window.engine)).tasks).map(({ taskId }) => taskId)
  expect({
    pages: [first, second].map((page) => page?.tasks.length),
    totals: [first, second, waiting].map((page) => page?.totalSize),
    last: second?.nextPageToken,
    waiting: waiting?.tasks.map(({ state }) => state),
  }).toEqual({ pages: [2, 1], totals: [3, 3, 1], last: undefined, waiting: ['input-required'] })
  expect([first, second].flatMap((page) => page?.tasks.map(({ taskId }) => taskId) ?? []).toSorted()).toEqual(
    existing.toSorted(),
  )
})

test('0.3 over REST has a list in prose only: a server without it has answered too', async () => {
  const agentId = await connect('v0.3-rest')
  const { ended, page, problem, exchangeId } = await window.client.tasks.list({ agentId })
  const [request] = await window.entries(exchangeId)
  expect({ ended, page, problem, request }).toMatchObject({
    ended: 'complete',
    page: undefined,
    problem: { what: 'HTTP 404', detail: 'Not Found' },
    request: { method: 'GET', url: expect.stringMatching(/\/v1\/tasks$/) },
  })
})

test('polling goes on until the task settles, one poll after the other', async () => {
  const agentId = await connect('v1.0', { script: chunks({ count: 4, everyMs: 60 }) })
  void window.client.conversation.send({ agentId, text: 'slowly', stream: true })
  const { taskId } = await workingTask()
  const steps = await pollSteps(agentId, taskId)
  const last = steps.at(-1)
  expect(steps.map(({ poll }) => poll)).toEqual(steps.map((_, index) => index + 1))
  expect(steps.slice(0, -1).every(({ waitMs, end }) => waitMs !== undefined && end === undefined)).toBe(true)
  expect({ state: last?.state, end: last?.end, waitMs: last?.waitMs }).toEqual({
    state: 'completed',
    end: 'settled',
    waitMs: undefined,
  })
})

test('polling stops where the task waits for the user, and where there is no task', async () => {
  const agentId = await connect('v1.0', { script: ask('which one?') })
  await window.client.conversation.send({ agentId, text: 'go', stream: false })
  const [task] = slice((await foldRecord(window.engine)).tasks)
  expect((await pollSteps(agentId, task?.taskId ?? '')).map(({ state, end }) => ({ state, end }))).toEqual([
    { state: 'input-required', end: 'waiting' },
  ])
  expect((await pollSteps(agentId, 'nobody-has-it')).map(({ end }) => end)).toEqual(['no-answer'])
})

test('polling can go on while authorization is given elsewhere', async () => {
  const { url } = await untilTestEnds(startDemoAgent({ stepMs: 0 }))
  await window.connect(url)
  const agentId = await window.idOf(url)
  const text = 'Charge the tickets to my travel account'
  const result = window.client.conversation.send({ agentId, text, stream: true })
  const taskId = await vi.waitUntil(async () => {
    const [task] = values((await foldRecord(window.engine)).tasks)
    return task?.status?.state === 'auth-required' ? task.taskId : undefined
  })
  const states: unknown[] = []
  const polls = { agentId, taskId, intervalMs: 100, authorizationMs: 60_000 }
  for await (const { state, end } of await window.client.tasks.poll(polls)) {
    if (states.length === 0) {
      await fetch(`${url}/allow/${taskId}`, {
        method: 'POST',
        body: new URLSearchParams({ verdict: 'allowed' }),
      })
    }
    states.push(end ?? state)
  }
  expect([states[0], states.at(-1)]).toEqual(['auth-required', 'settled'])
  await result
})

test('polling gives up where authorization never comes', async () => {
  const clock = createTestClock()
  await window.close()
  window = await openWindow({ clock })
  const agentId = await connect('v1.0', { script: () => [become('auth-required')] })
  await window.client.conversation.send({ agentId, text: 'go', stream: false })
  const [task] = slice((await foldRecord(window.engine)).tasks)
  const polls = { agentId, taskId: task?.taskId ?? '', intervalMs: 100_000, authorizationMs: 150_000 }
  const steps = Array.fromAsync(await window.client.tasks.poll(polls))
  for (let poll = 1; poll < 3; poll++) {
    await clock.untilTimer(polls.intervalMs)
    clock.advance(polls.intervalMs)
  }
  expect((await steps).map(({ state, end }) => [state, end])).toEqual([
    ['auth-required', undefined],
    ['auth-required', undefined],
    ['auth-required', 'gave-up'],
  ])
})

test('aborting stops the polls', async () => {
  const agentId = await connect('v1.0', { script: () => [become('working'), { step: 'hold' }] })
  void window.client.conversation.send({ agentId, text: 'wait', stream: true })
  const { taskId } = await workingTask()
  const stop = new AbortController()
  const steps = await window.client.tasks.poll(
    { agentId, taskId, intervalMs: 3_600_000 },
    { signal: stop.signal },
  )
  const observed: PollStep[] = []
  for await (const step of steps) {
    observed.push(step)
    stop.abort()
  }
  expect(observed.map(({ state, end }) => ({ state, end }))).toEqual([{ state: 'working', end: undefined }])
})

test('the demo agent: a watch is left, subscribed to again, and canceled', async () => {
  const demo = await untilTestEnds(startDemoAgent({ stepMs: 5 }))
  const agentId = await window.idOf(demo.url)
  const { client } = window
  const leave = new AbortController()
  const text = 'Watch the fares to Lisbon'
  const left = client.conversation.send({ agentId, text, stream: true }, { signal: leave.signal })
  const { taskId } = await workingTask()
  leave.abort()
  await left.catch(() => undefined)
  expect((await eventually(openTask)).status?.state).toBe('working')
  const again = client.tasks.subscribe({ agentId, taskId })
  await streamsOpen(1)
  await client.tasks.cancel({ agentId, taskId })
  await again
  expect((await openTask()).status?.state).toBe('canceled')
})

async function connect(name: string, overrides: Partial<AgentOptions> = {}): Promise<string> {
  const started = await untilTestEnds(namedAgent(name).start(overrides))
  return window.idOf(started.url)
}

async function openTask(): Promise<TaskView> {
  const task = at((await foldRecord(window.engine)).tasks, 0)
  if (!task) throw new Error('no task yet')
  return task
}

/** Retries as long as the busy machine needs. */
function eventually<T>(look: () => Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 10_000 })
}

/** Each call has its own connection: the next one could reach the agent before a stream is open. */
async function streamsOpen(count: number): Promise<void> {
  await eventually(async () => expect((await openTask()).openStreams).toBe(count))
}

async function workingTask(): Promise<TaskView> {
  return eventually(async () => {
    const task = await openTask()
    expect(task.status?.state).toBe('working')
    return task
  })
}

function sourcesOf({ events }: TaskView): readonly string[] {
  const sightings = [...events].flatMap(({ first, others }) => [first, ...values(others)])
  return [...new Set(sightings.map(({ source }) => source))].toSorted()
}

async function pollSteps(agentId: string, taskId: string): Promise<readonly PollStep[]> {
  const steps: PollStep[] = []
  for await (const step of await window.client.tasks.poll({ agentId, taskId, intervalMs: 100 }))
    steps.push(step)
  return steps
}
