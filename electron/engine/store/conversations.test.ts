import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConversationRef } from '#shared/contract/story.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'

let window: TestWindow
let agentId: string

beforeEach(async () => {
  window = await openWindow()
  const { address } = await window.client.demo.start()
  agentId = await window.idOf(address)
  await window.connect(address)
})
afterEach(() => window.close())

const isForgotten = () => false

function conversations() {
  window.engine.record.flush()
  return window.engine.record.conversations
}

function listed(others = true) {
  return conversations().page({ agentId, others, isForgotten, offset: 0, limit: 50 })
}

test('a conversation is listed by its context, with the first words of the user', async () => {
  await window.client.conversation.send({ agentId, text: 'Hello there\nand more', stream: true })
  const { rows, total, others } = listed()
  const [row] = rows
  expect({ total, others }).toEqual({ total: 1, others: 0 })
  expect(row).toMatchObject({ says: 'Hello there', isOurs: true, id: `c${row?.contextId}` })
  expect(row?.lastAt).toBeGreaterThanOrEqual(row?.startedAt ?? 0)
})

test('what follows in the same context is the same conversation, and what follows in none another one', async () => {
  await window.client.conversation.send({ agentId, text: 'one', stream: false })
  const [first] = listed().rows
  await window.client.conversation.send({
    agentId,
    text: 'two',
    stream: true,
    contextId: first?.contextId ?? '',
  })
  await window.client.conversation.send({ agentId, text: 'three', stream: true })
  const { rows } = listed()
  expect(rows.map(({ says }) => says)).toEqual(['three', 'one'])
  const ref = { contextId: first?.contextId }
  const spans = conversations().exchanges({ agentId, ref })
  expect(spans).toHaveLength(2)
  const newest = { agentId, isForgotten, orOthers: false }
  expect(conversations().newest({ ...newest, after: 0 })).toEqual({ contextId: rows[0]?.contextId })
  expect(conversations().newest({ ...newest, after: window.engine.record.latest() })).toBeUndefined()
  for (const { exchangeId } of spans) {
    expect(conversations().ofExchange(exchangeId)).toEqual({ agentId, ref })
    expect(conversations().exchanges({ agentId, ref: { exchangeId } })).toEqual(spans)
  }
  const upTo = window.engine.record.latest()
  const read = conversations().rows(new Set(spans.map(({ exchangeId }) => exchangeId)), 0, upTo)
  expect(new Set(read.map(({ exchangeId }) => exchangeId)).size).toBe(2)
})

describe('what is told by entries', () => {
  const at = { at: 1_000, monoMs: 1_000 }
  let sessionId: string

  function record() {
    return window.engine.record
  }
  function addRequest(
    exchangeId: string,
    owner: 'stream' | 'get',
    message?: Record<string, unknown>,
    taskId?: string,
    chatId?: string,
  ) {
    sessionId ||= record().createSession('told').sessionId
    const text = JSON.stringify({
      params: {
        message: {
          messageId: exchangeId,
          role: 'user',
          parts: [{ kind: 'text', text: exchangeId }],
          ...message,
        },
      },
    })
    const call = {
      agentId,
      purpose: 'operation',
      operation: owner,
      dialect: '0.3',
      binding: 'JSONRPC',
      label: owner,
      ...(chatId !== undefined && { chatId }),
    } as const
    const body = { sizeBytes: text.length, text }
    record().append(
      {
        ...at,
        sessionId,
        exchangeId,
        kind: 'request',
        call,
        method: 'POST',
        url: 'http://a/',
        headers: [],
        body,
      },
      { taskId },
    )
  }
  function fail(exchangeId: string) {
    record().append({
      ...at,
      sessionId,
      exchangeId,
      kind: 'failure',
      failure: 'refused',
      message: 'no',
      receivedBytes: 0,
    })
  }
  function addResult(exchangeId: string, id: string, contextId?: string) {
    const text = JSON.stringify({
      result: { kind: 'task', id, ...(contextId && { contextId }), status: { state: 'working' } },
    })
    const body = { sizeBytes: text.length, text }
    record().append({ ...at, sessionId, exchangeId, kind: 'end', reason: 'complete', receivedBytes: 1, body })
  }
  const ids = () => listed().rows.map(({ id }) => id)
  beforeEach(() => {
    sessionId = ''
  })

  test('a send that failed is a conversation of its own', () => {
    addRequest('one', 'stream')
    fail('one')
    addRequest('two', 'stream')
    fail('two')
    expect(ids()).toEqual(['xtwo', 'xone'])
  })

  test('where no context is named, what is said of one task is one conversation, by its first exchange', () => {
    addRequest('one', 'stream')
    addResult('one', 'task')
    addRequest('look', 'get', undefined, 'task')
    addResult('look', 'task')
    addRequest('two', 'stream', { taskId: 'task' }, 'task')
    expect(listed().rows).toMatchObject([{ id: 'xone', exchangeId: 'one', says: 'one', tasks: 1 }])
    const ref = { exchangeId: 'one' }
    expect(conversations().exchanges({ agentId, ref })).toHaveLength(3)
    expect(conversations().ofTask({ taskId: 'task' })).toEqual({ agentId, ref })
    expect(conversations().ofExchange('two')).toEqual({ agentId, ref })
  })

  test('a context that is told of later makes one of what was apart', () => {
    addRequest('one', 'stream')
    addResult('one', 'task-1')
    addRequest('two', 'stream')
    addResult('two', 'task-2', 'context')
    expect(ids()).toEqual(['ccontext', 'xone'])
    const version = conversations().version()
    addRequest('poll', 'get', undefined, 'task-1')
    addResult('poll', 'task-1', 'context')
    expect(ids()).toEqual(['ccontext'])
    expect(conversations().version()).toBeGreaterThan(version)
    expect(conversations().ofExchange('one')).toEqual({ agentId, ref: { contextId: 'context' } })
    const spans = conversations().exchanges({ agentId, ref: { exchangeId: 'one' } })
    expect(spans.map(({ exchangeId }) => exchangeId)).toEqual(['one', 'two', 'poll'])
  })

  test('what an agent answers in another context stands in both', () => {
    addRequest('one', 'stream', { contextId: 'asked' })
    addResult('one', 'task', 'answered')
    expect(ids().toSorted()).toEqual(['canswered', 'casked'])
    expect(conversations().ofExchange('one')?.ref).toEqual({ contextId: 'answered' })
  })

  describe('what is sent from one chat is one conversation', () => {
    const send = (exchangeId: string, chatId: string, message?: Record<string, unknown>) =>
      addRequest(exchangeId, 'stream', message, undefined, chatId)
    const together = (ref: ConversationRef) =>
      conversations()
        .exchanges({ agentId, ref })
        .map(({ exchangeId }) => exchangeId)

    test('where the agent names no context, and after a message that failed', () => {
      send('failed', 'chat')
      fail('failed')
      send('one', 'chat')
      addResult('one', 'task-1')
      send('two', 'chat')
      addResult('two', 'task-2')
      send('other', 'other-chat')
      expect(ids()).toEqual(['hother-chat', 'hchat'])
      expect(together({ chatId: 'chat' })).toEqual(['failed', 'one', 'two'])
      expect(conversations().ofExchange('two')).toEqual({ agentId, ref: { chatId: 'chat' } })
    })

    test('also once the agent names a context, or another one each time', () => {
      send('failed', 'chat')
      fail('failed')
      send('one', 'chat')
      addResult('one', 'task-1', 'context')
      send('two', 'chat', { contextId: 'context' })
      addResult('two', 'task-2', 'another')
      send('three', 'chat', { contextId: 'another' })
      addResult('three', 'task-3', 'another')
      expect(ids()).toEqual(['ccontext'])
      expect(together({ contextId: 'context' })).toEqual(['failed', 'one', 'two', 'three'])
      expect(conversations().ofChat(agentId, 'chat')).toEqual({ agentId, ref: { contextId: 'context' } })
    })

    test('also when it turns out to be part of another conversation', () => {
      addRequest('before', 'stream')
      addResult('before', 'task-0', 'context')
      send('one', 'chat')
      addResult('one', 'task-1', 'context')
      send('two', 'chat')
      expect(ids()).toEqual(['ccontext'])
      expect(together({ chatId: 'chat' })).toEqual(['before', 'one', 'two'])
    })

    test('one that began without a chat is continued by its first exchange', () => {
      addRequest('one', 'stream')
      fail('one')
      send('two', 'one')
      expect(ids()).toEqual(['hone'])
      expect(together({ exchangeId: 'one' })).toEqual(['one', 'two'])
    })
  })

  test('a conversation that is only looked at is of others', () => {
    addRequest('look', 'get', undefined, 'task')
    addResult('look', 'task', 'context')
    expect(listed(false)).toMatchObject({ rows: [], total: 0, others: 1 })
    expect(listed().rows).toMatchObject([{ id: 'ccontext', isOurs: false, tasks: 1 }])
    const newest = { agentId, after: 0, isForgotten }
    expect(conversations().newest({ ...newest, orOthers: false })).toBeUndefined()
    expect(conversations().newest({ ...newest, orOthers: true })).toEqual({ contextId: 'context' })
  })

  test('what was forgotten is neither listed nor the newest', () => {
    addRequest('one', 'stream', { contextId: 'kept' })
    addRequest('two', 'stream', { contextId: 'gone' })
    conversations()
    const query = { agentId, isForgotten: (contextId: string) => contextId === 'gone' }
    expect(conversations().page({ ...query, others: true, offset: 0, limit: 5 }).total).toBe(1)
    expect(conversations().newest({ ...query, after: 0, orOthers: false })).toEqual({ contextId: 'kept' })
  })

  test('a session has its own part of a conversation', () => {
    addRequest('one', 'stream', { contextId: 'context' })
    const first = sessionId
    sessionId = ''
    addRequest('two', 'stream', { contextId: 'context' })
    conversations()
    const query = { agentId, ref: { contextId: 'context' } }
    expect(conversations().exchanges(query)).toHaveLength(2)
    expect(conversations().exchanges({ ...query, sessionId: first })).toMatchObject([{ exchangeId: 'one' }])
    const page = { agentId, others: true, isForgotten, offset: 0, limit: 5 }
    expect(conversations().page({ ...page, sessionId }).rows).toMatchObject([{ says: 'two' }])
  })
})
