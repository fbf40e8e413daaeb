import { expect, test } from 'vitest'
import { foldWhole, recorderIn } from '#testing/story/fold-whole.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import type { Entry } from '../../record/entry.ts'

const { agent, result, send, status, user } = wire10

function folded(entries: readonly Entry[]) {
  const recorder = recorderIn(foldWhole(entries), 't')
  if (!recorder) throw new Error('no such task')
  return recorder
}

function rowsOf(entries: readonly Entry[]) {
  const fold = folded(entries)
  return Array.from({ length: fold.rows.length }, (_, index) => fold.rows.row(index))
}

const piece = {
  artifactUpdate: { taskId: 't', artifact: { artifactId: 'r', parts: [{ text: 'a' }] }, append: true },
}

test.each([
  ['a call that was refused and made again is a sighting of the first', 503, [[1, [['push', 1]]]]],
  [
    'one that was accepted and comes again says something new',
    200,
    [
      [1, []],
      [1, []],
    ],
  ],
])('%s', (_name, answered, expected) => {
  const script = createScriptedRecord()
  script.webhook('w1', piece, { answered })
  script.webhook('w2', piece)
  const rows = rowsOf(script.entries)
  expect(rows.map((row) => [row?.count, row?.again.map(({ source, count }) => [source, count])])).toEqual(
    expected,
  )
})

test.each([
  ['a wrong token', { token: 'wrong', authorization: 'right' }, true],
  ['a wrong authorization', { token: 'missing', authorization: 'wrong' }, true],
  ['a token and no authorization', { token: 'right', authorization: 'missing' }, false],
  ['neither of what was registered', { token: 'missing', authorization: 'missing' }, false],
] as const)(
  'a webhook call with %s stands in the timeline, and counts unless it is wrong',
  (_, verdict, wrong) => {
    const script = createScriptedRecord()
    const statusUpdate = (taskId: string, state: string) => ({
      statusUpdate: { taskId, status: status(state) },
    })
    script.call({ id: 'x', operation: 'stream', body: send(user('m1', 'go')) })
    script.frame('x', result(statusUpdate('t', 'WORKING')))
    script.webhook('w1', statusUpdate('t', 'COMPLETED'), { verdict })
    script.webhook('w2', statusUpdate('another', 'COMPLETED'), { verdict })
    const { state, figures } = folded(script.entries).outline()
    expect(foldWhole(script.entries).exchange('w1')?.webhook?.told?.state).toBe('completed')
    const rows = rowsOf(script.entries).map((row) => [row?.kind, row?.source, row?.marks])
    expect(rows.at(-1)).toEqual(wrong ? ['error', 'push', ['unproven']] : ['status', 'push', []])
    expect({
      state,
      events: figures.events,
      other: recorderIn(foldWhole(script.entries), 'another') !== undefined,
    }).toEqual(
      wrong ? { state: 'working', events: 1, other: false } : { state: 'completed', events: 2, other: true },
    )
  },
)

test('a push that its webhook did not answer ends as a push, and a stream as a stream', () => {
  const script = createScriptedRecord()
  script.call({ id: 'x', operation: 'stream', body: send(user('m1', 'go')) })
  script.frame('x', result(piece))
  script.webhook('w', piece, { via: 'http://127.0.0.1:9/hook' })
  script.fail('w', 'refused')
  script.fail('x', 'reset')
  const ends = rowsOf(script.entries).filter((row) => row?.kind === 'end')
  expect(ends.map((row) => row?.source)).toEqual(['push', 'stream'])
})

test('a whole answer in place of a stream is an answer, and no stream that breaks off', () => {
  const script = createScriptedRecord()
  script.call({ id: 'x', operation: 'stream', body: send(user('m1', 'go')) })
  script.end('x', result({ task: { id: 't', contextId: 'c', status: status('COMPLETED') } }))
  expect(rowsOf(script.entries).map((row) => row?.kind)).toEqual(['sent', 'status'])
})

test('a task may be submitted again with each message to it', () => {
  const script = createScriptedRecord()
  script.call({ id: 'x', operation: 'stream', body: send(user('m1', 'go')) })
  for (const state of ['SUBMITTED', 'INPUT_REQUIRED', 'SUBMITTED', 'COMPLETED', 'SUBMITTED'])
    script.frame('x', result({ statusUpdate: { taskId: 't', status: status(state) } }))
  const states = rowsOf(script.entries).filter((row) => row?.kind === 'status')
  expect(states.map((row) => row?.impossible ?? false)).toEqual([false, false, false, false, true])
})

test('an error in place of a stream is an error, and no stream that breaks off', () => {
  const script = createScriptedRecord()
  script.call({ id: 'x1', operation: 'send', body: send(user('m1', 'go')) })
  script.end('x1', result({ task: { id: 't', contextId: 'c', status: status('COMPLETED') } }))
  script.call({ id: 'x2', operation: 'stream', body: send(user('m2', 'more', { taskId: 't' })) })
  script.end('x2', { error: { code: -32_004, message: 'This task has ended.' } })
  expect(rowsOf(script.entries).map((row) => row?.kind)).toEqual(['sent', 'status', 'sent', 'error'])
})

test('a message that only the history tells of has a row of its own, one that was heard has not', () => {
  const script = createScriptedRecord()
  script.call({ id: 'x1', operation: 'send', body: send(user('m1', 'go')) })
  const history = [user('m1', 'go'), agent('m2', 'on my way')]
  script.end('x1', result({ task: { id: 't', contextId: 'c', status: status('COMPLETED'), history } }))
  const rows = rowsOf(script.entries)
  expect(rows.map((row) => [row?.kind, row?.marks, row?.place])).toEqual([
    ['sent', [], 0],
    ['status', [], 0],
    ['message', ['history'], 1],
  ])
})

test('artifacts past the bound are counted once each, however many pieces they have', () => {
  const script = createScriptedRecord()
  script.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'go')) })
  for (let n = 0; n < 309; n++) {
    const artifact = { artifactId: `a${n % 103}`, parts: [{ text: `${n}` }] }
    script.frame('x1', result({ artifactUpdate: { taskId: 't', contextId: 'c', artifact, append: true } }))
  }
  const { artifacts, moreArtifacts } = folded(script.entries).outline()
  expect([artifacts.length, artifacts[99]?.chunks, moreArtifacts]).toEqual([100, 12, 3])
})

test.each([
  ['JSON-RPC', { body: { jsonrpc: '2.0', id: 1, method: 'CancelTask', params: { id: 't' } } }],
  ['gRPC, by the name of a resource', { body: { name: 'tasks/t' }, binding: 'GRPC' as const }],
])('a call that is refused stands in the timeline of the task it was about: %s', (_name, call) => {
  const script = createScriptedRecord()
  script.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'go')) })
  script.frame('x1', result({ statusUpdate: { taskId: 't', contextId: 'c', status: status('WORKING') } }))
  script.call({ id: 'x2', operation: 'cancel', ...call })
  script.end('x2', { jsonrpc: '2.0', id: 1, error: { code: -32002, message: 'No.' } })
  expect(rowsOf(script.entries).map((row) => row?.kind)).toEqual(['sent', 'status', 'call', 'error'])
})

test('what is known of the history by what it says has no row, whatever id it has there', () => {
  const script = createScriptedRecord()
  script.call({ id: 'x1', operation: 'stream', body: send(user('m1', 'go')) })
  const output = status('WORKING', { message: agent('m2', 'on my way') })
  script.frame('x1', result({ statusUpdate: { taskId: 't', contextId: 'c', status: output } }))
  script.call({ id: 'x2', operation: 'get' })
  const history = [user('m1', 'go'), agent('other', 'on my way')]
  script.end('x2', result({ id: 't', contextId: 'c', status: output, history }))
  const rows = rowsOf(script.entries)
  expect(rows.map((row) => [row?.kind, row?.again.map(({ source }) => source)])).toEqual([
    ['sent', []],
    ['status', ['poll']],
  ])
})

test('an entry is found in the row that it is part of, also where two artifacts alternate and between keep-alives', () => {
  const script = createScriptedRecord()
  const chunk = (artifactId: string, text: string) =>
    script.frame(
      'x',
      result({ artifactUpdate: { taskId: 't', artifact: { artifactId, parts: [{ text }] }, append: true } }),
    )
  script.call({ id: 'x', operation: 'stream', body: send(user('m1', 'go')) })
  const entries = [
    ...[chunk('r', 'a'), chunk('s', 'b'), chunk('r', 'c'), chunk('s', 'd'), chunk('r', 'e'), chunk('r', 'f')],
    ...[script.comment('x', 'one'), script.comment('x', 'two')],
  ]
  const { rows } = folded(script.entries)
  expect(entries.map(({ seq }) => rows.rowOfSeq(seq))).toEqual([1, 2, 1, 2, 1, 1, 3, 3])
})
