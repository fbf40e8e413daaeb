import { describe, expect, test } from 'vitest'
import { createScriptedRecord, type ScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { dialectOf } from '../a2a/dialects.ts'
import { at, emptyList, slice } from '../collections/list.ts'
import { Projection } from './projection.ts'
import { createReading } from './reading.ts'

const { agent, chunk, result, send, status, statusUpdate, task, user } = wire10

/** Each event of the task with its text and its sources, and the delay of the later ones. */
function eventsOf(record: ScriptedRecord, key = 'a t') {
  const projection = new Projection(createReading({ dialectOf }))
  projection.apply(record.entries)
  const view = projection.task(key)
  return [...(view?.events ?? [])].map((event) => {
    const { fact } = event
    const what =
      fact.kind === 'status' ? fact.status.state : fact.kind === 'message' ? fact.message.messageId : 'piece'
    return [
      what,
      event.first.source,
      ...slice(event.others).map((one) => `${one.source} +${one.delayMs}`),
    ].join(' ')
  })
}

function opened(): ScriptedRecord {
  const record = createScriptedRecord()
  record.call({ id: 'x', operation: 'stream', body: send(user('m', 'hi')) })
  return record
}

const working = status('WORKING', { timestamp: '2026-01-01T00:00:01Z', message: agent('a1', 'on it') })

describe('one fact, several sightings', () => {
  test('a status by stream, push, poll and reply', () => {
    const record = opened()
    record.frame('x', result(statusUpdate('t', working)))
    record.wait(99)
    record.webhook('w', statusUpdate('t', working))
    record.call({ id: 'g', operation: 'get' })
    record.end('g', result(task('t', working)))
    record.call({ id: 'c', operation: 'cancel' })
    record.end('c', result(task('t', working)))
    expect(eventsOf(record)).toEqual(['m sent', 'working stream push +100 poll +103 reply +106'])
  })

  test('a snapshot that says less about its status is still a sighting of it', () => {
    const record = opened()
    record.frame('x', result(statusUpdate('t', working)))
    record.call({ id: 'g', operation: 'get' })
    record.end('g', result(task('t', status('WORKING'))))
    expect(eventsOf(record)).toEqual(['m sent', 'working stream poll +3'])
  })

  test('equal pieces are counted on each channel; more of them than the open stream told are repetitions', () => {
    const record = opened()
    for (const word of ['ha', 'ha', 'ho']) record.frame('x', result(chunk('t', 'r', word)))
    for (const [index, word] of ['ha', 'ho', 'ha', 'ha'].entries()) {
      record.webhook(`w${index}`, chunk('t', 'r', word))
    }
    expect(eventsOf(record)).toEqual([
      'm sent',
      'piece stream push +3',
      'piece stream push +4 push +5',
      'piece stream push +2',
    ])
  })

  test('a second subscription brings only what is new', () => {
    const record = opened()
    record.frame('x', result(chunk('t', 'r', 'ha')))
    record.call({ id: 'y', operation: 'subscribe' })
    record.frame('y', result({ task: task('t', status('WORKING')) }))
    record.frame('x', result(chunk('t', 'r', 'ha')))
    record.frame('y', result(chunk('t', 'r', 'ha')))
    expect(eventsOf(record)).toEqual(['m sent', 'piece stream', 'working stream', 'piece stream stream +1'])
  })

  test('two webhooks of one task are two channels', () => {
    const record = createScriptedRecord()
    for (const path of ['/one', '/two']) {
      record.webhook(path, chunk('t', 'r', 'ha'), { path: `${path}?token=1` })
      record.webhook(`${path} again`, chunk('t', 'r', 'ha'), { path })
    }
    expect(eventsOf(record, ' t')).toEqual(['piece push push +2', 'piece push push +2'])
  })

  test('a webhook tells of its task only from its registration on, and belongs to the agent it was given to', () => {
    const record = opened()
    record.frame('x', result(chunk('t', 'r', 'ha')))
    record.call({
      id: 'p',
      operation: 'push-create',
      body: { jsonrpc: '2.0', id: 1, method: 'm', params: { taskId: 't', url: 'http://127.0.0.1:9/hook' } },
    })
    record.webhook('w', chunk('t', 'r', 'ha'))
    record.frame('x', result(chunk('t', 'r', 'ha')))
    expect(eventsOf(record)).toEqual(['m sent', 'piece stream', 'piece push stream +1'])
  })

  test('a direct answer by reply and by push is one message', () => {
    const record = createScriptedRecord()
    record.call({ id: 'x', operation: 'send', body: send(user('m', 'hi')) })
    record.end('x', result({ message: { ...agent('a1', 'hello'), contextId: 'ctx' } }))
    record.webhook('w', { message: { ...agent('a1', 'hello'), contextId: 'ctx' } })
    const projection = new Projection(createReading({ dialectOf }))
    projection.apply(record.entries)
    const { conversations } = projection.snapshot()
    expect(conversations.length).toBe(1)
    const items = slice(at(conversations, 0)?.items ?? emptyList)
    expect(
      items.map((item) => item.kind === 'message' && [item.message.first.source, item.message.others.length]),
    ).toEqual([
      ['sent', 0],
      ['reply', 1],
    ])
  })
})

describe('what comes late', () => {
  const at1 = status('WORKING', { timestamp: '2026-01-01T00:00:01Z' })
  const at2 = status('COMPLETED', { timestamp: '2026-01-01T00:00:02Z' })

  test.each([
    ['an older push does not set the status back', at2, at1, 'completed', true],
    ['a newer one does set it', at1, at2, 'completed', undefined],
    [
      'a terminal state is not left on the word of a push without a time',
      status('COMPLETED'),
      status('WORKING'),
      'completed',
      true,
    ],
    [
      '… nor on that of one that counts the same second',
      at2,
      status('WORKING', { timestamp: '2026-01-01T00:00:02Z' }),
      'completed',
      true,
    ],
    [
      'a time without a zone is UTC',
      at1,
      status('FAILED', { timestamp: '2026-01-01T00:00:00.5' }),
      'working',
      true,
    ],
  ])('%s', (_, streamed, pushed, state, late) => {
    const record = opened()
    record.frame('x', result(statusUpdate('t', streamed)))
    record.webhook('w', statusUpdate('t', pushed))
    const projection = new Projection(createReading({ dialectOf }))
    projection.apply(record.entries)
    const view = projection.task('a t')
    const fact = view?.events.at(2)?.fact
    expect([view?.status?.state, fact?.kind === 'status' && fact.late]).toEqual([state, late])
  })
})

test('a stream overtaken by the answer of a cancel does not take the task back', () => {
  const record = opened()
  record.frame('x', result(task('t', status('SUBMITTED', { timestamp: '2026-01-01T00:00:00Z' }))))
  record.call({ id: 'c', operation: 'cancel' })
  record.end('c', result(task('t', status('CANCELED', { timestamp: '2026-01-01T00:00:02Z' }))))
  record.frame('x', result(statusUpdate('t', working)))
  const projection = new Projection(createReading({ dialectOf }))
  projection.apply(record.entries)
  expect(projection.task('a t')?.status?.state).toBe('canceled')
})
