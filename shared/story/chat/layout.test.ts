// The conversation as rows, from a record as it grows.

import { expect, test } from 'vitest'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { dialectOf } from '../../a2a/dialects.ts'
import type { JsonObject } from '../../a2a/model.ts'
import { at } from '../../collections/list.ts'
import { Projection } from '../projection.ts'
import { createReading } from '../reading.ts'
import { startedAt } from '../turns.ts'
import type { BareRow } from './chat-row.ts'
import { createLayout, type Layout } from './layout.ts'

const { agent, chunk, result, send, status, statusUpdate, task, user } = wire10

function opened() {
  const record = createScriptedRecord()
  const projection = new Projection(createReading({ dialectOf }))
  const layout = createLayout()
  let folded = 0
  const read = () => {
    projection.apply(record.entries.slice(folded))
    folded = record.entries.length
    const conversation = at(projection.snapshot().conversations, 0)
    if (!conversation) throw new Error('no conversation')
    return conversation
  }
  return {
    record,
    layout(open: ReadonlySet<string> = new Set()): Layout {
      return layout.build(read(), { task: projection.task, exchange: projection.exchange, open })
    },
  }
}

const kinds = ({ blocks }: Layout) => [...new Set(blocks)].map(({ label }) => label)
const rowsOf = ({ rows }: Layout, key: string) => rows.filter((row) => row.key.startsWith(key))
const words = (row: BareRow) => (row.kind === 'text' ? row.piece.text : row.kind)

test('a task that completed with nothing to read says so', () => {
  const { record, layout } = opened()
  record.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'book')) })
  record.frame('x1', result({ task: task('t1', status('WORKING')) }))
  expect(rowsOf(layout(), 'ta t1#0').map(words)).toEqual(['task-head', 'task-foot'])
  record.frame('x1', result(statusUpdate('t1', status('COMPLETED'))))
  record.end('x1')
  expect(rowsOf(layout(), 'ta t1#0').map(words)).toEqual(['task-head', 'earlier', 'empty', 'task-foot'])
})

test('an answered task goes on below the answer, in a block of its own', () => {
  const { record, layout } = opened()
  record.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'book')) })
  record.frame('x1', result({ task: task('t1', status('WORKING')) }))
  record.frame('x1', result(statusUpdate('t1', status('INPUT_REQUIRED', { message: agent('q', 'which?') }))))
  record.end('x1')
  expect(kinds(layout())).toEqual(['You', 'Task input-required'])
  record.call({
    id: 'x2',
    operation: 'stream',
    body: send(user('m2', 'that one', { taskId: 't1', contextId: 'ctx' })),
  })
  record.frame('x2', result(chunk('t1', 'r', 'held', {})))
  record.frame('x2', result(statusUpdate('t1', status('COMPLETED'))))
  record.end('x2')
  const after = layout()
  expect(kinds(after)).toEqual(['You', 'Task input-required', 'You', 'Task completed'])
  expect(rowsOf(after, 'ta t1#0').map(words)).toEqual(['task-head', 'earlier', 'which?'])
  expect(rowsOf(after, 'ta t1#1').map(({ kind }) => kind)).toEqual(['task-head', 'artifact', 'task-foot'])
})

test('what a task asks stands again with the reason, where the agent answered in another task', () => {
  const { record, layout } = opened()
  record.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'book')) })
  record.frame(
    'x1',
    result({ task: task('t1', status('INPUT_REQUIRED', { message: agent('q', 'which?') })) }),
  )
  record.end('x1')
  record.call({
    id: 'x2',
    operation: 'stream',
    body: send(user('m2', 'that one', { taskId: 't1', contextId: 'ctx' })),
  })
  expect(rowsOf(layout(), 'ta t1#1').map(words)).toEqual(['task-head', 'which?', 'task-foot'])
  record.frame('x2', result({ task: task('t2', status('COMPLETED')) }))
  expect(kinds(layout())).toEqual([
    'You',
    'Task input-required',
    'You',
    'Task input-required',
    'Task completed',
  ])
  const [, reason] = rowsOf(layout(), 'ta t1#1')
  expect(reason).toMatchObject({ kind: 'answered-elsewhere', taskId: 't2' })
})

test('a state that is told again without words keeps its words, until the user has answered', () => {
  const { record, layout } = opened()
  const requests = (text?: string) =>
    result(
      statusUpdate('t1', status('INPUT_REQUIRED', text === undefined ? {} : { message: agent('q', text) })),
    )
  record.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'book')) })
  record.frame('x1', result({ task: task('t1', status('WORKING')) }))
  record.frame('x1', requests('which?'))
  record.frame('x1', requests())
  record.end('x1')
  expect(rowsOf(layout(), 'ta t1#0').map(words)).toEqual(['task-head', 'earlier', 'which?', 'task-foot'])
  const answer = user('m2', 'that one', { taskId: 't1', contextId: 'ctx' })
  record.call({ id: 'x2', operation: 'stream', body: send(answer) })
  record.frame('x2', requests())
  record.end('x2')
  expect(rowsOf(layout(), 'ta t1#1').map(words)).toEqual(['task-head', 'task-foot'])
})

test('a text that grows leaves every other row as it was', () => {
  const { record, layout } = opened()
  record.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'tell me')) })
  record.frame('x1', result({ task: task('t1', status('WORKING')) }))
  for (let index = 0; index < 400; index++) {
    record.frame(
      'x1',
      result(chunk('t1', 'r', `Sentence ${index} of a longer text.\n\n`, { append: index > 0 })),
    )
  }
  const before = layout()
  record.frame('x1', result(chunk('t1', 'r', 'And more.')))
  const after = layout()
  const text = (list: Layout) => list.rows.filter(({ kind }) => kind === 'text')
  const bareRows = text(after).filter((row, index) => row === text(before)[index])
  expect([text(after).length > 3, bareRows.length]).toEqual([true, text(before).length - 1])
  expect(text(after).slice(1).map(words).join('')).toContain('Sentence 399 of a longer text.\n\nAnd more.')
})

test('a call that was told with a state and is kept in an artifact is drawn there alone', () => {
  const { record, layout } = opened()
  const call = { data: { id: 'c1', name: 'weather', args: {} }, metadata: { adk_type: 'function_call' } }
  const other = { data: { ...call.data, id: 'c2' }, metadata: call.metadata }
  const textOf = (parts: readonly JsonObject[]) => ({
    ...agent('s', ''),
    messageId: `s${parts.length}`,
    parts,
  })
  record.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'weather?')) })
  record.frame('x1', result({ task: task('t1', status('WORKING')) }))
  record.frame('x1', result(statusUpdate('t1', status('WORKING', { message: textOf([call]) }))))
  record.frame('x1', result(statusUpdate('t1', status('WORKING', { message: textOf([call, other]) }))))
  const tools = () => layout().rows.flatMap((row) => (row.kind === 'part' ? [row.part] : []))
  expect(tools()).toHaveLength(2)
  const artifact = { artifactId: 'a1', parts: [call] }
  record.frame('x1', result({ artifactUpdate: { taskId: 't1', contextId: 'ctx', artifact } }))
  record.frame('x1', result(statusUpdate('t1', status('COMPLETED'))))
  record.end('x1')
  expect(tools().map((part) => part.kind === 'data' && part.data)).toEqual([other.data, call.data])
})

test('what was said last stands above what the task stops for, however short it is', () => {
  const { record, layout } = opened()
  const works = (id: string, text: string, role = 'ROLE_AGENT') =>
    result(statusUpdate('t1', status('WORKING', { message: { ...agent(id, text), role } })))
  record.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'book')) })
  record.frame('x1', result({ task: task('t1', status('SUBMITTED')) }))
  record.frame('x1', works('a1', 'Searching…'))
  record.frame('x1', works('a2', 'There are two trains.'))
  record.frame('x1', works('m1', 'book', 'ROLE_USER'))
  record.frame('x1', result(statusUpdate('t1', status('INPUT_REQUIRED', { message: agent('q', 'Which?') }))))
  record.end('x1')
  expect(rowsOf(layout(), 'ta t1#0').map(words)).toEqual([
    'task-head',
    'earlier',
    'There are two trains.',
    'Which?',
    'task-foot',
  ])
})

test('earlier states are there when they are asked for', () => {
  const { record, layout } = opened()
  record.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'go')) })
  record.frame('x1', result({ task: task('t1', status('SUBMITTED')) }))
  record.frame('x1', result(statusUpdate('t1', status('WORKING', { message: agent('a', 'one') }))))
  record.frame('x1', result(statusUpdate('t1', status('COMPLETED', { message: agent('b', 'done') }))))
  record.end('x1')
  const closed = layout()
  const open = layout(new Set(['ta t1#0']))
  expect([closed, open].map(({ rows }) => rows.filter(({ kind }) => kind === 'said').length)).toEqual([0, 2])
})

test.each<[string, (record: ReturnType<typeof createScriptedRecord>) => void, readonly string[]]>([
  ['no answer at all', (record) => record.fail('x1', 'refused'), ['You', 'Request failed']],
  [
    'an error of the agent',
    (record) => record.end('x1', { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } }),
    ['You', 'Error -32601'],
  ],
  ['garbage', (record) => record.end('x1', 'what?'), ['You', 'Couldn’t parse the response']],
  ['a message', (record) => record.end('x1', result({ message: agent('a', 'hello') })), ['You', 'Agent']],
])('%s', (_name, answer, blocks) => {
  const { record, layout } = opened()
  record.call({ id: 'x1', operation: 'send', body: send(user('m1', 'hi')) })
  answer(record)
  expect(kinds(layout())).toEqual(blocks)
})

test('an answer is shown again where a later task gives the same, in whatever pieces its history has it', () => {
  const { record, layout } = opened()
  for (const [taskId, id] of [
    ['t1', 'a'],
    ['t2', 'b'],
  ] as const) {
    const request = user(`${id}0`, 'where?', { contextId: 'ctx' })
    record.call({ id: taskId, operation: 'send', body: send(request) })
    const history = [request, agent(`${id}1`, 'A city'), agent(`${id}2`, ' on a hill')]
    record.end(taskId, result({ task: task(taskId, status('COMPLETED'), { history }) }))
  }
  expect(
    layout()
      .rows.filter(({ kind }) => kind === 'text')
      .map(words),
  ).toEqual(['where?', 'A city on a hill', 'where?', 'A city on a hill'])
})

test('a task that is met with its history stands behind what was asked last, with all that was said since', () => {
  const { record, layout } = opened()
  record.call({ id: 'x', operation: 'get' })
  const long = 'It is a long story. '.repeat(10).trim()
  const history = [
    user('u1', 'where?'),
    agent('a1', 'There.'),
    user('u2', 'and?'),
    agent('a2', long),
    agent('a3', 'That is all.'),
  ]
  record.end('x', result(task('t', status('COMPLETED'), { history })))
  const texts = layout().rows.filter(({ kind }) => kind === 'text')
  expect(texts.map(words)).toEqual(['where?', 'There.', 'and?', long, 'That is all.'])
})

test('the time of a task begins when it was asked for', () => {
  const { record } = opened()
  const entry = record.call({ id: 'x', operation: 'stream', body: send(user('m', 'hi')) })
  record.wait(500)
  record.frame('x', result({ task: task('t', status('WORKING')) }))
  const projection = new Projection(createReading({ dialectOf }))
  projection.apply(record.entries)
  const taskView = projection.task('a t')
  expect(taskView && [startedAt(taskView), taskView.first.at]).toEqual([entry.at - 1, entry.at + 501])
})

test('a task that has ended is not shown once more below a message that it refused', () => {
  const { record, layout } = opened()
  record.call({ id: 'x1', operation: 'send', body: send(user('m1', 'hi')) })
  record.end('x1', result({ task: task('t1', status('COMPLETED', { message: agent('a1', 'Done.') })) }))
  record.call({ id: 'x2', operation: 'stream', body: send(user('m2', 'more', { taskId: 't1' })) })
  const heads = () => layout().rows.flatMap((row) => (row.kind === 'task-head' ? [row.isLast] : []))
  expect(heads()).toEqual([true])
  record.end('x2', { error: { code: -32_004, message: 'This task has ended.' } })
  expect(heads()).toEqual([true])
  expect(layout().rows.at(-1)?.kind).toBe('problem')
})

test.each([
  ['CANCELED', []],
  ['FAILED', []],
  ['COMPLETED', ['Looking.', 'Still looking.']],
] as const)(
  'what a task said while it worked is its answer where it is %s, and else stays folded',
  (state, texts) => {
    const { record, layout } = opened()
    record.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'hi')) })
    record.frame('x1', result({ task: task('t1', status('WORKING', { message: agent('a1', 'Looking.') })) }))
    record.frame(
      'x1',
      result(statusUpdate('t1', status('WORKING', { message: agent('a2', 'Still looking.') }))),
    )
    record.frame('x1', result(statusUpdate('t1', status(state))))
    const { rows } = layout()
    expect(rows.filter(({ kind }) => kind === 'text').map(words)).toEqual(['hi', ...texts])
    expect(rows.find((row) => row.kind === 'earlier')).toMatchObject({ states: 2 })
  },
)

test('what was asked of a task in vain is told at the task, until it is told of again', () => {
  const { record, layout } = opened()
  const refused = () => {
    const foot = layout().rows.find((row) => row.kind === 'task-foot')
    return foot?.kind === 'task-foot' ? foot.task.refused : undefined
  }
  record.call({ id: 'x1', operation: 'send', body: send(user('m1', 'hi')) })
  record.end('x1', result({ task: task('t1', status('WORKING')) }))
  const about = { params: { id: 't1' } }
  record.call({ id: 'x2', operation: 'cancel', body: about })
  record.end('x2', { error: { code: -32002, message: 'Too late.' } })
  expect(refused()).toEqual({
    operation: 'cancel',
    exchangeId: 'x2',
    what: 'Error -32002',
    detail: 'Too late.',
  })
  record.call({ id: 'x3', operation: 'get', body: about })
  record.fail('x3', 'aborted')
  expect(refused()).toMatchObject({ operation: 'cancel' })
  record.call({ id: 'x4', operation: 'get', body: about })
  record.fail('x4', 'reset')
  expect(refused()).toMatchObject({ operation: 'get', what: 'Request failed' })
  record.call({ id: 'x5', operation: 'get', body: about })
  record.end('x5', result(task('t1', status('COMPLETED'))))
  expect(refused()).toBeUndefined()
})
