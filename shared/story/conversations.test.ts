import { describe, expect, test } from 'vitest'
import { createScriptedRecord, type ScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { dialectOf } from '../a2a/dialects.ts'
import { at, emptyList, slice, values } from '../collections/list.ts'
import { piecesOf } from './message-index.ts'
import { Projection } from './projection.ts'
import { createReading } from './reading.ts'

const { agent, chunk, result, send, status, statusUpdate, task, user } = wire10

function projected(record: ScriptedRecord): Projection {
  const projection = new Projection(createReading({ dialectOf }))
  projection.apply(record.entries)
  return projection
}

/** Every conversation that was not merged into another: its context, then its items. */
function conversationsOf(projection: Projection) {
  return [...values(projection.snapshot().conversations)]
    .filter(({ mergedInto }) => mergedInto === undefined)
    .map(({ contextId, items }) => [
      contextId ?? '?',
      ...slice(items).map((item) => {
        if (item.kind === 'task') return item.taskKey
        const { origin, message, taskKey, inHistory, idReused } = item.message
        const marks = `${taskKey ? ` of ${taskKey}` : ''}${inHistory ? ' kept' : ''}${idReused ? ' reused' : ''}`
        return `${origin} ${message.messageId}${marks}`
      }),
    ])
}

describe('a conversation', () => {
  test('holds what was asked while nobody has answered, and when the call failed', () => {
    const record = createScriptedRecord()
    record.call({ id: 'x', operation: 'send', body: send(user('m', 'hi')) })
    expect(conversationsOf(projected(record))).toEqual([['?', 'sent m']])
    record.fail('x', 'refused')
    expect(conversationsOf(projected(record))).toEqual([['?', 'sent m']])
  })

  describe('that is a chat', () => {
    const print = (record: ScriptedRecord, id: string, chatId: string, more = {}) =>
      record.call({ id, operation: 'send', chatId, body: send(user(id, id, more)) })

    test('holds what the agent answers in no context, after a message that failed, and in another context', () => {
      const record = createScriptedRecord()
      print(record, 'failed', 'chat')
      record.fail('failed', 'refused')
      print(record, 'one', 'chat')
      record.end('one', result({ message: agent('a1', 'Hello World') }))
      print(record, 'other', 'other-chat')
      expect(conversationsOf(projected(record))).toEqual([
        ['?', 'sent failed', 'sent one', 'direct a1'],
        ['?', 'sent other'],
      ])
      print(record, 'two', 'chat')
      record.end('two', result({ message: { ...agent('a2', 'Hello World'), contextId: 'ctx' } }))
      print(record, 'three', 'chat', { contextId: 'ctx' })
      record.end('three', result({ message: { ...agent('a3', 'Hello World'), contextId: 'other' } }))
      expect(conversationsOf(projected(record))[0]).toEqual([
        ...['ctx', 'sent failed', 'sent one', 'direct a1'],
        ...['sent two', 'direct a2', 'sent three', 'direct a3'],
      ])
      expect(at(projected(record).snapshot().conversations, 0)).toMatchObject({
        chatId: 'chat',
        latestContextId: 'other',
      })
    })

    test('goes on where it became part of another conversation', () => {
      const record = createScriptedRecord()
      record.call({ id: 'before', operation: 'send', body: send(user('before', 'hi')) })
      record.end('before', result({ message: { ...agent('a0', 'hi'), contextId: 'ctx' } }))
      print(record, 'one', 'chat')
      record.end('one', result({ message: { ...agent('a1', 'hi'), contextId: 'ctx' } }))
      print(record, 'two', 'chat')
      print(record, 'three', 'before')
      expect(conversationsOf(projected(record))).toEqual([
        ['ctx', 'sent before', 'direct a0', 'sent one', 'direct a1', 'sent two', 'sent three'],
      ])
    })
  })

  test('takes its context from the answer and goes on in it, turn by turn', () => {
    const record = createScriptedRecord()
    record.call({ id: 'x', operation: 'send', body: send(user('m1', 'hi')) })
    const request = status('INPUT_REQUIRED', { message: agent('a1', 'which?') })
    record.end('x', result({ task: task('t', request, { history: [user('m1', 'hi')] }) }))
    record.call({
      id: 'y',
      operation: 'send',
      body: send(user('m2', 'this', { taskId: 't', contextId: 'ctx' })),
    })
    const done = task('t', status('COMPLETED'), {
      history: [user('m1', 'hi'), agent('a1', 'which?'), user('m2', 'this')],
    })
    record.end('y', result({ task: done }))
    record.call({ id: 'z', operation: 'send', body: send(user('m3', 'next', { contextId: 'ctx' })) })
    expect(conversationsOf(projected(record))).toEqual([
      ['ctx', 'sent m1 of a t kept', 'a t', 'sent m2 of a t kept', 'sent m3'],
    ])
    const { requests, reports } = projected(record).task('a t') ?? {}
    expect([requests?.length, reports?.length]).toEqual([2, 0])
  })

  test('begun twice, by a push before the reply, becomes one', () => {
    const record = createScriptedRecord()
    record.call({ id: 'x', operation: 'send', body: send(user('m', 'hi')) })
    record.webhook('w', { task: task('t', status('WORKING'), { history: [user('m', 'hi')] }) })
    record.end('x', result({ task: task('t', status('COMPLETED')) }))
    const projection = projected(record)
    expect(conversationsOf(projection)).toEqual([['ctx', 'sent m of  t kept', ' t']])
    expect(projection.conversation('c1')).toMatchObject({ mergedInto: 'c2', items: { length: 0 } })
    expect(projection.exchange('x')).toMatchObject({ conversationId: 'c2', taskKey: ' t' })
    const [conversationItem] = slice(projection.conversation('c2')?.items ?? emptyList)
    expect(conversationItem).toMatchObject({
      message: { first: { source: 'sent', seq: 1 }, others: { length: 1 } },
    })
  })

  test('shows the question where the agent chose to answer it', () => {
    const record = createScriptedRecord()
    record.call({ id: 'x', operation: 'send', body: send(user('m', 'hi', { contextId: 'mine' })) })
    record.end('x', result({ task: task('t', status('COMPLETED')) }))
    expect(conversationsOf(projected(record))).toEqual([
      ['mine', 'sent m'],
      ['ctx', 'sent m of a t', 'a t'],
    ])
  })

  test('of one agent is not that of another with the same ids', () => {
    const record = createScriptedRecord()
    for (const agentId of ['a', 'b']) {
      record.call({ id: agentId, operation: 'stream', agentId, body: send(user('m', 'hi')) })
      record.frame(agentId, result(statusUpdate('t', status('WORKING'))))
    }
    expect(conversationsOf(projected(record))).toEqual([
      ['ctx', 'sent m of a t', 'a t'],
      ['ctx', 'sent m of b t', 'b t'],
    ])
  })

  test('tells messages of one id apart when their content differs', () => {
    const record = createScriptedRecord()
    for (const [index, text] of ['one', 'two', 'two'].entries()) {
      record.call({
        id: `x${index}`,
        operation: 'send',
        body: send(user(`m${index}`, 'hi', { contextId: 'ctx' })),
      })
      record.end(`x${index}`, result({ message: { ...agent('same', text), contextId: 'ctx' } }))
    }
    expect(conversationsOf(projected(record))).toEqual([
      ['ctx', 'sent m0', 'direct same', 'sent m1', 'direct same reused', 'sent m2'],
    ])
  })

  test('without message ids still knows its messages from the history', () => {
    const record = createScriptedRecord()
    const textOf = (text: string, role = 'user') => ({ role, parts: [{ type: 'text', text }] })
    const params = { id: 't', message: textOf('hi') }
    record.call({ id: 'x', operation: 'send', dialect: '0.1', body: { method: 'tasks/send', params } })
    const history = [textOf('hi'), textOf('hi', 'agent'), textOf('hi', 'agent')]
    record.end('x', result({ id: 't', sessionId: 'ctx', status: { state: 'completed' }, history }))
    expect(conversationsOf(projected(record))).toEqual([['ctx', 'sent  of a t kept', 'a t']])
    expect(projected(record).task('a t')?.reports.length).toBe(2)
  })

  test('without any context is kept by its task', () => {
    const record = createScriptedRecord()
    record.call({ id: 'x', operation: 'stream', body: send(user('m', 'hi')) })
    record.frame('x', result({ statusUpdate: { taskId: 't', status: status('WORKING') } }))
    record.end('x')
    record.webhook('w', { statusUpdate: { taskId: 't', status: status('COMPLETED') } })
    expect(conversationsOf(projected(record))).toEqual([['?', 'sent m of a t', 'a t']])
    record.webhook('v', { statusUpdate: { taskId: 't', contextId: 'late', status: status('COMPLETED') } })
    expect(conversationsOf(projected(record))).toEqual([['late', 'sent m of a t', 'a t']])
  })

  test('a message that its stream tells piece by piece is one, and its history is known by what it says', () => {
    const record = createScriptedRecord()
    record.call({ id: 'x', operation: 'stream', body: send(user('m', 'hi')) })
    const pieces = ['A', ' city', ' on', ' on']
    for (const text of pieces)
      record.frame('x', result({ message: { ...agent('a', text), contextId: 'ctx' } }))
    record.frame('x', result({ message: { ...agent('a', pieces.join('')), contextId: 'ctx' } }))
    const history = [user('other id', 'hi'), agent('another', pieces.join(''))]
    record.frame('x', result({ task: task('t', status('COMPLETED'), { history }) }))
    expect(conversationsOf(projected(record))).toEqual([['ctx', 'sent m of a t kept', 'direct a', 'a t']])
    const [, item] = slice(at(projected(record).snapshot().conversations, 0)?.items ?? emptyList)
    const texts = item?.kind === 'message' ? [...piecesOf(item.message)] : []
    expect(texts.map(({ parts: [part] }) => part?.kind === 'text' && part.text)).toEqual(pieces)
  })

  test('what was asked stands before what a webhook told of it sooner than the answer did', () => {
    const record = createScriptedRecord()
    record.call({ id: 'x', operation: 'stream', body: send(user('m', 'hi')) })
    record.webhook('w1', statusUpdate('t', status('WORKING')))
    record.webhook('w2', { message: { ...agent('a', 'soon'), contextId: 'ctx' } })
    record.frame('x', result(chunk('t', 'r', 'text')))
    expect(conversationsOf(projected(record))).toEqual([['ctx', 'sent m of  t', ' t', 'direct a']])
  })

  test('reading a task adds to what is known of it alone, and what others started is only known of', () => {
    const record = createScriptedRecord()
    record.call({ id: 'x', operation: 'stream', body: send(user('m', 'hi')) })
    record.frame('x', result(statusUpdate('t', status('COMPLETED'))))
    record.end('x')
    const before = at(projected(record).snapshot().conversations, 0)
    const other = {
      ...task('u', status('WORKING')),
      contextId: 'elsewhere',
      history: [user('o', 'not here')],
    }
    record.call({ id: 'l', operation: 'list' })
    record.end('l', result({ tasks: [other], nextPageToken: '', pageSize: 1, totalSize: 1 }))
    record.call({ id: 'g', operation: 'get' })
    const history = [user('m', 'hi'), agent('a', 'kept by the agent alone')]
    record.end(
      'g',
      result(task('t', status('COMPLETED', { message: agent('z', 'Task completed') }), { history })),
    )
    const after = projected(record)
    const [ours, theirs] = values(after.snapshot().conversations)
    expect([ours?.lastAt, ours?.isOurs, theirs?.isOurs]).toEqual([before?.lastAt, true, false])
    expect(slice(after.snapshot().tasks).map(({ taskId, foreign = false }) => [taskId, foreign])).toEqual([
      ['t', false],
      ['u', true],
    ])
    expect(after.task('a t')?.status?.message).toBeUndefined()
    expect(after.task('a t')?.reports.length).toBe(1)
  })
})
