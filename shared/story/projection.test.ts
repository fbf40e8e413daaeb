import { describe, expect, test } from 'vitest'
import { createScriptedRecord, type ScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { dialectOf } from '../a2a/dialects.ts'
import { at, emptyList, slice } from '../collections/list.ts'
import { wholeParts } from './artifact-content.ts'
import { Projection } from './projection.ts'
import { createReading } from './reading.ts'

const { agent, chunk, result, send, status, statusUpdate, task, user } = wire10

function projected(record: ScriptedRecord) {
  const projection = new Projection(createReading({ dialectOf }))
  projection.apply(record.entries)
  return projection
}

describe('a streamed answer', () => {
  const record = createScriptedRecord()
  record.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'hi')) })
  record.frame('x1', result({ task: task('t1', status('SUBMITTED'), { history: [user('m1', 'hi')] }) }))
  record.frame('x1', result(statusUpdate('t1', status('WORKING', { message: agent('a1', 'on it') }))))
  record.frame('x1', result(chunk('t1', 'r', 'one ', {})))
  record.frame('x1', result(chunk('t1', 'r', 'two')))
  const before = projected(record)
  record.frame('x1', result(statusUpdate('t1', status('COMPLETED'))))
  record.end('x1')
  const projection = projected(record)

  test('is one conversation: the message and its task, in which the agent’s words are', () => {
    const conversation = at(projection.snapshot().conversations, 0)
    const items = conversation ? slice(conversation.items) : []
    expect(conversation).toMatchObject({ id: 'c1', contextId: 'ctx', agentId: 'a' })
    expect(
      items.map((item) =>
        item.kind === 'task' ? item.taskKey : [item.message.origin, item.message.message.messageId],
      ),
    ).toEqual([['sent', 'm1'], 'a t1'])
  })

  test('is one task with its statuses and its artifact', () => {
    const taskView = projection.task('a t1')
    const events = [...(taskView?.events ?? [])]
    expect(events.map(({ fact }) => (fact.kind === 'status' ? fact.status.state : fact.kind))).toEqual([
      'message',
      'submitted',
      'working',
      'artifact',
      'artifact',
      'completed',
    ])
    expect(taskView?.phase).toBe('settled')
    const artifact = taskView && at(taskView.artifacts, 0)
    expect(artifact && wholeParts(artifact.content)).toEqual([{ kind: 'text', text: 'one two' }])
  })

  test('is live while the stream is open, and settled after it', () => {
    expect([before.task('a t1')?.phase, before.exchange('x1')?.state]).toEqual(['live', 'open'])
    expect(projection.exchange('x1')).toMatchObject({
      state: 'done',
      stream: { events: 5, outcome: 'settled' },
      taskKey: 'a t1',
      conversationId: 'c1',
    })
  })
})

describe('a stream that is cut off', () => {
  const record = createScriptedRecord()
  record.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'hi')) })
  record.frame('x1', result(chunk('t1', 'r', 'one ', {})))
  record.fail('x1', 'reset')
  const cut = projected(record)
  const parts = [{ text: 'one two' }]
  record.call({ id: 'x2', operation: 'get' })
  record.end('x2', result(task('t1', status('COMPLETED'), { artifacts: [{ artifactId: 'r', parts }] })))
  const settled = projected(record)

  test('says how it ended, after how much', () => {
    expect(cut.exchange('x1')).toMatchObject({
      state: 'failed',
      failure: { kind: 'reset' },
      stream: { events: 1, outcome: 'interrupted' },
    })
    expect(cut.task('a t1')).toMatchObject({ phase: 'interrupted', openStreams: 0 })
  })

  test('is completed by what the agent keeps, and both can be seen', () => {
    const view = settled.task('a t1')
    const artifact = view && at(view.artifacts, 0)
    expect(view?.phase).toBe('settled')
    expect(artifact).toMatchObject({ content: { pieces: 2 }, assembled: { pieces: 1 } })
    expect(artifact?.stored).toBe('stored-ahead')
  })
})

test('0.1 artifacts are assembled by their index', () => {
  const record = createScriptedRecord()
  const output = { role: 'user', parts: [{ type: 'text', text: 'hi' }] }
  record.call({
    id: 'x',
    operation: 'stream',
    dialect: '0.1',
    body: { params: { id: 't', message: output } },
  })
  const piece = (text: string, more: object) =>
    record.frame('x', result({ id: 't', artifact: { parts: [{ type: 'text', text }], ...more } }))
  piece('a', { index: 0 })
  piece('x', { index: 1 })
  piece('b', { index: 0, append: true, lastChunk: true })
  const artifacts = projected(record).task('a t')?.artifacts ?? emptyList
  expect(
    slice(artifacts).map(({ artifactId, content, lastChunk }) => [artifactId, content.pieces, lastChunk]),
  ).toEqual([
    ['index:0', 2, true],
    ['index:1', 1, false],
  ])
})

test('a message that a history told is seen again where it stands, in its task', () => {
  const record = createScriptedRecord()
  const answer = { messageId: 'm2', role: 'ROLE_AGENT', parts: [{ text: 'four words are here' }] }
  record.call({ id: 'x', operation: 'stream', body: send(user('m1', 'hi')) })
  record.frame('x', result({ task: task('t1', status('WORKING'), { history: [user('m1', 'hi'), answer] }) }))
  const again = record.frame('x', result({ message: answer }))
  const taskEvent = [...(projected(record).task('a t1')?.events ?? [])].find(
    ({ fact }) => fact.kind === 'message' && fact.message.messageId === 'm2',
  )
  expect(taskEvent && slice(taskEvent.others).map(({ seq }) => seq)).toEqual([again.seq])
})
