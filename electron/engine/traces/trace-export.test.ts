// Recorded exchanges are sent to a test collector over real HTTP while they are recorded: accepted, refused, postponed,
// accepted in part, or with the collector away.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Collector, openCollector } from '#testing/engine/open-collector.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'

let collector: Collector
let window: TestWindow
let kit: Agent

beforeEach(async () => {
  collector = await openCollector()
  window = await openWindow()
  kit = await agent({ dialect: '1.0' })
  await window.connect(kit.url)
})
afterEach(async () => {
  await window.close()
  await kit.close()
  await collector.close()
})

const print = async (text: string) =>
  window.client.conversation.send({ agentId: await window.idOf(kit.url), text, stream: true })
const sending = () => window.engine.traces.sending()
const settled = <T>(expected: T, read: () => T) => vi.waitFor(() => expect(read()).toEqual(expected), 15_000)

const names = () => collector.names()
const target = { enabled: true, format: 'json' as const, headers: [] }

test('nothing is sent before an endpoint is switched on, and nothing that was recorded before', async () => {
  await print('before')
  expect(window.engine.traces.sending().state).toBe('off')
  await window.client.traces.configure({ ...target, endpoint: collector.endpoint })
  await print('many 3')
  await settled(['SendStreamingMessage', 'POST', 'task'], names)
  await settled({ sentSpans: 3, state: 'waiting' }, () => {
    const { sentSpans, state } = sending()
    return { sentSpans, state }
  })
  expect(collector.taken[0]?.path).toBe('/v1/traces')
  expect(collector.taken[0]?.text).toContain('gen_ai.agent.version')
})

test.each(['json', 'protobuf'] as const)(
  'a test span goes as %s, with headers that are kept as secrets',
  async (format) => {
    const value = 'Bearer a-key-nobody-may-see'
    const headers = [{ name: 'Authorization', value }]
    const view = await window.client.traces.configure({
      ...target,
      enabled: false,
      format,
      headers,
      endpoint: collector.endpoint,
    })
    expect(JSON.stringify(view)).not.toContain(value)
    expect(await window.client.traces.test()).toEqual({ accepted: true, message: '' })
    expect(collector.taken[0]?.headers).toMatchObject({ authorization: value, 'content-encoding': 'gzip' })
    expect(collector.taken[0]?.text).toContain('Parley test span')
    expect(window.disk()).not.toContain('a-key-nobody-may-see')
  },
)

test('a variable that is not set keeps spans back, and says so', async () => {
  const headers = [{ name: 'X-Key', value: `$\{env:PARLEY_TEST_NOT_SET}` }]
  await window.client.traces.configure({ ...target, headers, endpoint: collector.endpoint })
  const { accepted, message } = await window.client.traces.test()
  expect([accepted, message]).toEqual([false, 'No value for the header X-Key.'])
  expect(collector.taken).toEqual([])
})

test('what is put off is sent again, when the endpoint says', async () => {
  collector.answer({ status: 429, headers: { 'retry-after': '0' }, body: { message: 'Too busy.' } })
  collector.answer({ status: 503 })
  await window.client.traces.configure({ ...target, endpoint: collector.endpoint })
  await print('many 3')
  await settled(3, () => collector.taken.length)
  await settled(3, () => sending().sentSpans)
  expect(sending()).toMatchObject({
    rejectedSpans: 0,
    lastError: { message: expect.stringContaining('503') },
  })
  expect(new Set(collector.taken.map(({ text }) => text)).size).toBe(1)
})

test('what is refused is counted and not sent again', async () => {
  collector.answer({ status: 400, body: { message: 'No such tenant.' } })
  await window.client.traces.configure({ ...target, endpoint: collector.endpoint })
  await print('many 3')
  await settled(3, () => sending().rejectedSpans)
  expect(sending()).toMatchObject({
    sentSpans: 0,
    lastError: { message: expect.stringContaining('No such tenant.') },
  })
  await print('many 3')
  await settled(3, () => sending().sentSpans)
})

test('what is taken in part is counted', async () => {
  collector.answer({
    status: 200,
    body: { partialSuccess: { rejectedSpans: '2', errorMessage: 'Too old.' } },
  })
  await window.client.traces.configure({ ...target, endpoint: collector.endpoint })
  await print('many 3')
  await settled({ sentSpans: 1, rejectedSpans: 2 }, () => {
    const { sentSpans, rejectedSpans } = sending()
    return { sentSpans, rejectedSpans }
  })
  expect(sending().lastError?.message).toBe('Too old.')
})

test('an endpoint that is away gets all of it when it is back, after a restart of Parley too', async () => {
  const { endpoint } = collector
  await collector.close()
  await window.client.traces.configure({ ...target, endpoint: collector.endpoint })
  await print('many 3')
  await settled('retrying', () => sending().state)
  expect(sending().lastError?.message).toContain('connection refused')
  expect(sending().entriesBehind).toBeGreaterThan(0)
  window = await window.reopen()
  collector = await openCollector(Number(new URL(endpoint).port))
  await settled(['SendStreamingMessage', 'POST', 'task'], names)
})

test.each(['not an address', 'ftp://127.0.0.1/', 'http://me:secret@127.0.0.1/'])(
  'refuses %s as an endpoint',
  async (wrong) => {
    await expect(window.client.traces.configure({ ...target, endpoint: wrong })).rejects.toThrow(/endpoint/i)
    expect((await window.client.traces.settings()).enabled).toBe(false)
  },
)

test('what ended is waited for, as long as the endpoint takes it', async () => {
  await window.client.traces.configure({ ...target, endpoint: collector.endpoint })
  await print('many 3')
  expect(await window.engine.traces.flush(15_000)).toBe(true)
  expect(names()).toEqual(['SendStreamingMessage', 'POST', 'task'])
  await collector.close()
  await print('many 3')
  expect(await window.engine.traces.flush(200)).toBe(false)
})
