// The first byte precedes the first event, which precedes the first text, and all are within the duration of the task: for
// every captured stream and answer of frameworks, read and polled afterwards.

import { expect, test } from 'vitest'
import { foldWhole, recorderIn } from '#testing/story/fold-whole.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { frameworkScenarios, recordOf } from '../../../e2e/fixtures/framework-captures.ts'
import { values } from '../../collections/list.ts'
import type { Entry } from '../../record/entry.ts'

const { agent, chunk, result, send, status, statusUpdate, task, user } = wire10

function figuresOf(entries: readonly Entry[], taskId: string) {
  const recorder = recorderIn(foldWhole(entries), taskId)
  if (!recorder) throw new Error('no such task')
  const { figures, startedAt } = recorder.outline()
  const { firstByteMs, firstEventMs, firstNoteMs, firstTextMs, totalMs } = figures
  return { startedAt, firstByteMs, firstEventMs, firstNoteMs, firstTextMs, totalMs }
}

const followed = ['stream', 'send'].map((how) => [how, 'get', 'stream-second-turn', 'list'])
const scenarios = frameworkScenarios()
const frameworks = [...new Set(scenarios.map((name) => name.replace(/-(stream|send)$/, '')))]
const records = [
  ...scenarios.map((name) => [name]),
  ...frameworks.flatMap((framework) => followed.map((names) => names.map((name) => `${framework}-${name}`))),
].filter((names) => names.every((name) => scenarios.includes(name)))

test.each(records.map((names) => [names.join(', '), names] as const))('%s', (_name, names) => {
  const entries = recordOf(...names)
  for (const { taskId } of values(foldWhole(entries).snapshot().tasks)) {
    const {
      firstByteMs = 0,
      firstEventMs = 0,
      firstTextMs = firstEventMs,
      totalMs,
    } = figuresOf(entries, taskId)
    const order = [0, firstByteMs, firstEventMs, firstTextMs, totalMs]
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  }
})

test.each([
  [
    'a piece of an artifact',
    (at: ReturnType<typeof createScriptedRecord>) => at.frame('x', result(chunk('t', 'r', 'text'))),
  ],
  [
    'what is said with a state that asks',
    (at) =>
      at.frame('x', result(statusUpdate('t', status('INPUT_REQUIRED', { message: agent('m', 'text') })))),
  ],
  [
    'a long text while it works',
    (at) => at.frame('x', result(statusUpdate('t', status('WORKING', { message: agent('m', 'one\ntwo') })))),
  ],
  [
    'the piece that began a text',
    (at) => {
      at.frame('x', result(statusUpdate('t', status('WORKING', { message: agent('m', 'The sky ') }))))
      at.wait(50)
      at.frame('x', result(statusUpdate('t', status('WORKING', { message: agent('n', 'is blue') }))))
    },
  ],
  ['a message', (at) => at.frame('x', result({ message: { ...agent('m', 'text'), taskId: 't' } }))],
  ['a webhook call', (at) => at.webhook('w', chunk('t', 'r', 'text'))],
  [
    'a text that only a history has',
    (at) =>
      at.frame('x', result({ task: task('t', status('WORKING'), { history: [agent('m', 'one\ntwo')] }) })),
  ],
] satisfies readonly [string, (at: ReturnType<typeof createScriptedRecord>) => unknown][])(
  'the first text is the first of the answer: %s',
  (_name, print) => {
    const record = createScriptedRecord()
    record.call({ id: 'x', operation: 'stream', body: send(user('u', 'hi')) })
    record.frame('x', result(statusUpdate('t', status('SUBMITTED'))))
    record.wait(100)
    print(record)
    record.wait(100)
    record.frame('x', result(chunk('t', 's', 'later')))
    expect(figuresOf(record.entries, 't').firstTextMs).toBe(103)
  },
)

test('a note on the work is no text of the answer, unless the task completes with nothing else', () => {
  const record = createScriptedRecord()
  record.call({ id: 'x', operation: 'stream', body: send(user('u', 'hi')) })
  record.wait(100)
  record.frame('x', result(statusUpdate('t', status('WORKING', { message: agent('m', 'Searching…') }))))
  expect(figuresOf(record.entries, 't')).toMatchObject({ firstNoteMs: 102, firstTextMs: undefined })
  record.wait(100)
  record.frame('x', result(chunk('t', 'r', 'answer')))
  record.frame('x', result(statusUpdate('t', status('COMPLETED'))))
  expect(figuresOf(record.entries, 't')).toMatchObject({ firstNoteMs: 102, firstTextMs: 203 })
  const again = createScriptedRecord()
  again.call({ id: 'x', operation: 'stream', body: send(user('u', 'hi')) })
  again.wait(100)
  again.frame('x', result(statusUpdate('t', status('WORKING', { message: agent('m', 'Done.') }))))
  again.frame('x', result(statusUpdate('t', status('COMPLETED'))))
  expect(figuresOf(again.entries, 't')).toMatchObject({ firstNoteMs: undefined, firstTextMs: 102 })
})

test('a task in which the agent answers what was sent to another one is timed from there', () => {
  const record = createScriptedRecord()
  record.call({ id: 'x', operation: 'stream', body: send(user('u', 'hi')) })
  record.frame('x', result({ task: task('t', status('INPUT_REQUIRED')) }))
  record.end('x')
  record.wait(1_000)
  record.call({ id: 'y', operation: 'stream', body: send(user('v', 'that one', { taskId: 't' })) })
  record.wait(300)
  record.frame('y', result({ task: task('other', status('SUBMITTED')) }))
  record.wait(100)
  record.frame('y', result(chunk('other', 'r', 'answer')))
  const { startedAt, ...figures } = figuresOf(record.entries, 'other')
  expect(figures).toMatchObject({ firstEventMs: 302, firstTextMs: 403 })
  expect(figures.firstByteMs).toBeLessThan(figures.firstEventMs ?? 0)
})

test('what is looked up of a task that has ended says nothing of how soon it could be read', () => {
  const record = createScriptedRecord()
  record.call({ id: 'x', operation: 'send', body: send(user('u', 'hi')) })
  record.end('x', result({ task: task('t', status('COMPLETED')) }))
  record.call({ id: 'g', operation: 'get' })
  record.end('g', result(task('t', status('COMPLETED'), { history: [agent('m', 'text')] })))
  expect(figuresOf(record.entries, 't').firstTextMs).toBeUndefined()
})
