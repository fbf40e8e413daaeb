// A terminal state is final: later reports of a task stay with its states.

import { expect, test } from 'vitest'
import { createScriptedRecord, type ScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { dialectOf } from '../a2a/dialects.ts'
import { at } from '../collections/list.ts'
import { createLayout } from './chat/layout.ts'
import { Projection } from './projection.ts'
import { createReading } from './reading.ts'

const { agent, result, send, status, statusUpdate, task, user } = wire10

/** Of each turn of the task: its state, its other states, and its text. */
function shownOf({ entries }: ScriptedRecord) {
  const projection = new Projection(createReading({ dialectOf }))
  projection.apply(entries)
  const conversation = at(projection.snapshot().conversations, 0)
  if (!conversation) throw new Error('no conversation')
  const open = new Set(['ta t1#0', 'ta t1#1'])
  const { blocks, rows } = createLayout().build(conversation, {
    task: projection.task,
    exchange: projection.exchange,
    open,
  })
  return [...new Set(blocks)]
    .filter(({ kind }) => kind === 'task')
    .map(({ key }) =>
      rows
        .filter((row) => row.key.startsWith(key))
        .flatMap((row) => {
          if (row.kind === 'task-head') return [row.state]
          if (row.kind === 'earlier') return row.hasLater ? ['others'] : []
          if (row.kind === 'said') return [`${row.state}: ${row.words}`]
          return row.kind === 'text' ? [row.piece.text] : []
        }),
    )
}

const first = status('COMPLETED', { message: agent('a', 'A') })

const sources: Record<string, (record: ScriptedRecord, later: ReturnType<typeof status>) => void> = {
  'the same stream': (record, later) => {
    record.frame('x1', result(statusUpdate('t1', later)))
    record.end('x1')
  },
  'the same stream, as a task': (record, later) => {
    record.frame('x1', result({ task: task('t1', later) }))
    record.end('x1')
  },
  'a later stream': (record, later) => {
    record.end('x1')
    record.call({ id: 'x2', operation: 'subscribe', body: { params: { id: 't1' } } })
    record.frame('x2', result(statusUpdate('t1', later)))
    record.end('x2')
  },
  'a later request': (record, later) => {
    record.end('x1')
    record.call({ id: 'x2', operation: 'get', body: { params: { id: 't1' } } })
    record.end('x2', result(task('t1', later)))
  },
  'a webhook call': (record, later) => {
    record.end('x1')
    record.webhook('h1', statusUpdate('t1', later), { dialect: '1.0' })
  },
  'a webhook call amid the stream': (record, later) => {
    record.webhook('h1', statusUpdate('t1', later), { dialect: '1.0' })
    record.end('x1')
  },
  'the reply to a cancel': (record, later) => {
    record.end('x1')
    record.call({ id: 'x2', operation: 'cancel', body: { params: { id: 't1' } } })
    record.end('x2', result(task('t1', later)))
  },
}

const begun = (settled = first) => {
  const record = createScriptedRecord()
  record.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'book')) })
  record.frame('x1', result({ task: task('t1', status('WORKING')) }))
  record.frame('x1', result(statusUpdate('t1', settled)))
  return record
}
const second = (state: string) => status(state, { message: agent('b', 'B') })

for (const [source, bring] of Object.entries(sources)) {
  test(`other words for the state that a task settled in stay with its states: ${source}`, () => {
    const record = begun()
    bring(record, second('COMPLETED'))
    expect(shownOf(record)).toEqual([['completed', 'others', 'working: ', 'completed: B', 'A']])
  })

  test(`another state after a task has settled stays with its states, unless a request returns it: ${source}`, () => {
    const record = begun()
    bring(record, second('FAILED'))
    const remaining = ['completed', 'others', 'working: ', 'failed: B', 'A']
    const stored = ['failed', 'working: ', 'completed: A', 'B']
    expect(shownOf(record)).toEqual([source === 'a later request' ? stored : remaining])
  })
}

test('a task that settles without words has those that come with the same state after it', () => {
  const record = begun(status('COMPLETED'))
  record.frame('x1', result(statusUpdate('t1', second('COMPLETED'))))
  record.frame('x1', result(statusUpdate('t1', second('COMPLETED'))))
  record.end('x1')
  expect(shownOf(record)).toEqual([['completed', 'working: ', 'completed: ', 'B']])
})

test('a message to a task that has settled begins another turn, which settles anew', () => {
  const record = begun()
  record.frame('x1', result(statusUpdate('t1', second('FAILED'))))
  record.end('x1')
  record.call({
    id: 'x2',
    operation: 'send',
    body: send(user('m2', 'and more', { taskId: 't1', contextId: 'ctx' })),
  })
  record.end('x2', result({ task: task('t1', status('COMPLETED', { message: agent('c', 'C') })) }))
  expect(shownOf(record)).toEqual([
    ['completed', 'others', 'working: ', 'failed: B', 'A'],
    ['completed', 'C'],
  ])
})

test('what a request returns of a task that was sent another message is of its new turn', () => {
  const record = begun()
  record.end('x1')
  record.call({
    id: 'x2',
    operation: 'send',
    body: send(user('m2', 'and more', { taskId: 't1', contextId: 'ctx' })),
  })
  record.fail('x2', 'reset')
  record.call({ id: 'x3', operation: 'get', body: { params: { id: 't1' } } })
  record.end('x3', result(task('t1', second('COMPLETED'))))
  expect(shownOf(record)).toEqual([
    ['completed', 'working: ', 'A'],
    ['completed', 'B'],
  ])
})
