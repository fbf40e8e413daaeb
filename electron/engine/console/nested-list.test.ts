// Webhook calls nested in their request, whichever is recorded first.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'

let window: TestWindow
let sessionId: string
beforeEach(async () => {
  window = await openWindow()
  sessionId = window.engine.record.createSession('calls').sessionId
})
afterEach(() => window.close())

const at = { at: 1_000, monoMs: 1 }
function request(exchangeId: string, session = sessionId, agentId = 'agent'): void {
  const call = { agentId, purpose: 'operation', operation: 'send', label: 'SendMessage' } as const
  const sent = { method: 'POST', url: 'http://agent/', headers: [], body: { sizeBytes: 0 } }
  window.engine.record.append({ ...at, sessionId: session, exchangeId, kind: 'request', call, ...sent })
}
/** A response with a task id. */
function answer(exchangeId: string, taskId: string): void {
  const end = { kind: 'end', reason: 'complete', receivedBytes: 1, body: { sizeBytes: 0 } } as const
  window.engine.record.append({ ...at, sessionId, exchangeId, ...end }, { taskId })
}
function webhook(exchangeId: string, taskId: string, session = sessionId): void {
  const sent = { method: 'POST', path: '/hook', headers: [], body: { sizeBytes: 0 } }
  const from = { remoteAddress: '127.0.0.1', answeredStatus: 200 }
  const entry = { ...at, sessionId: session, exchangeId, kind: 'webhook', ...sent, ...from } as const
  window.engine.record.append(entry, { taskId })
}
async function list(open: readonly string[] = [], more = {}) {
  const view = { filter: '', sessionId, nested: open, offset: 0, limit: 100, ...more }
  const { rows, total } = await window.client.console.exchanges(view)
  expect(total).toBe(rows.length)
  return rows.map(({ id, isWithin, webhookCalls = 0 }) =>
    webhookCalls > 0 ? `${id} (${webhookCalls})` : isWithin ? `> ${id}` : id,
  )
}

test('a call is a row until the request of its task is known, then lies within the first one', async () => {
  request('send')
  webhook('early', 't')
  webhook('stranger', 'other')
  expect(await list()).toEqual(['send', 'early', 'stranger'])
  answer('send', 't')
  request('get')
  answer('get', 't')
  webhook('late', 't')
  expect(await list()).toEqual(['send (2)', 'stranger', 'get'])
  expect(await list(['send'])).toEqual(['send (2)', '> early', '> late', 'stranger', 'get'])
  expect(await list(['send', 'get'])).toEqual(await list(['send']))
})

test('it stays a row where its request is in another session, or was cleared away', async () => {
  request('send')
  answer('send', 't')
  webhook('call', 't')
  const after = window.engine.record.exchanges.row('send')?.firstSeq ?? 0
  expect(await list([], { after })).toEqual(['call'])
  const another = window.engine.record.createSession('another').sessionId
  webhook('elsewhere', 't', another)
  expect(await list([], { sessionId: another })).toEqual(['elsewhere'])
})

test('a call out of sight stands where its request does, one in sight below it, sorted too', async () => {
  for (const id of ['one', 'two']) {
    request(id)
    answer(id, id)
  }
  for (const [index, id] of ['two', 'one', 'two'].entries()) webhook(`call ${index} ${id}`, id)
  const rows = await list(['one', 'two'])
  const calls = rows.filter((row) => row.startsWith('>')).map((row) => row.slice(2))
  expect(rows.map((row) => row.split(' ').at(-1))).toEqual(['(1)', 'one', '(2)', 'two', 'two'])
  const position = (exchangeId: string, nested: readonly string[], order?: object) =>
    window.client.console.position({
      filter: '',
      sessionId,
      exchangeId,
      nested,
      ...(order && { order }),
    } as never)
  expect(await Promise.all(calls.map((id) => position(id, [])))).toEqual([0, 1, 1])
  expect(await Promise.all(calls.map((id) => position(id, ['one', 'two'])))).toEqual([1, 3, 4])
  expect(await position('two', ['one'])).toBe(2)
  const order = { by: 'time', descending: true } as const
  expect(await list(['one'], { order })).toEqual(['two (2)', 'one (1)', `> ${calls[0]}`])
  expect(await position('one', ['two'], order)).toBe(3)
})

test('of an agent there are its calls and webhook calls about its tasks, and what others have is counted', async () => {
  for (const id of ['one', 'two']) {
    request(id, sessionId, id)
    answer(id, id)
  }
  for (const [id, task] of Object.entries({ a: 'one', b: 'two', c: 'one', d: 'unknown' })) webhook(id, task)
  expect(await list([], { agentId: 'one' })).toEqual(['one (2)'])
  const { exchanges, counts } = window.client.console
  const view = { filter: 'kind:webhook', sessionId, agentId: 'one', offset: 0, limit: 10 }
  const { rows, total, outside } = await exchanges({ ...view, counting: 'session' })
  expect([rows.map(({ id }) => id), total, outside]).toEqual([['a', 'c'], 2, 2])
  expect((await exchanges({ ...view, filter: '', nested: [], counting: 'session' })).outside).toBe(3)
  const another = window.engine.record.createSession('another').sessionId
  request('elsewhere', another, 'one')
  expect((await exchanges({ ...view, filter: '', nested: [], counting: 'all' })).outside).toBe(4)
  expect((await counts({ sessionId, agentId: 'one' })).exchanges).toBe(3)
  expect((await counts({ sessionId })).exchanges).toBe(6)
})
