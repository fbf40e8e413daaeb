import { describe, expect, it } from 'vitest'
import { createScriptedRecord, type ScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { dialectOf } from '../a2a/dialects.ts'
import { values } from '../collections/list.ts'
import { wholeParts } from './artifact-content.ts'
import { Projection } from './projection.ts'
import { createReading } from './reading.ts'

const { chunk, send, status, statusUpdate, user } = wire10
const at = (second: number) => ({ timestamp: `2026-11-21T10:00:0${second}.000Z` })
const working = statusUpdate('t', status('WORKING', at(1)))
const completed = statusUpdate('t', status('COMPLETED', at(5)))

interface Case {
  readonly name: string
  readonly script: (record: ScriptedRecord) => void
  /** Each webhook call in a line. */
  readonly calls: readonly string[]
  readonly text?: string
}

const opened = (record: ScriptedRecord, ...events: readonly Parameters<ScriptedRecord['frame']>[1][]) => {
  record.call({ id: 'x', operation: 'stream', body: send(user('m', 'go')) })
  for (const event of events) record.frame('x', wire10.result(event))
}

const streamed = (record: ScriptedRecord, ...events: readonly Parameters<ScriptedRecord['frame']>[1][]) => {
  opened(record, ...events)
  record.end('x')
}

const cases: readonly Case[] = [
  {
    name: 'what a stream said first is known, and overtaken when the task is further',
    script(record) {
      streamed(record, working, completed)
      record.webhook('w1', working)
      record.webhook('w2', completed)
    },
    calls: ['status known late', 'status known'],
  },
  {
    name: 'a call ahead of its stream is news',
    script(record) {
      record.webhook('w1', working)
      streamed(record, working, completed)
    },
    calls: ['status news'],
  },
  {
    name: 'the same body after an accepted one is a repetition, not a try again',
    script(record) {
      streamed(record, working)
      record.webhook('w1', working)
      record.webhook('w2', working)
    },
    calls: ['status known', 'status known attempt 2 of w1'],
  },
  {
    name: 'a piece sent again after a refusal is no second piece',
    script(record) {
      record.webhook('w1', chunk('t', 'a', 'one'), { answered: 503 })
      record.webhook('w2', chunk('t', 'a', 'one'))
      record.webhook('w3', chunk('t', 'a', 'two'))
    },
    calls: ['artifact news', 'artifact known attempt 2 of w1 retry', 'artifact news'],
    text: 'onetwo',
  },
  {
    name: 'a piece posted again after a 200, while its stream tells the pieces, is no second piece',
    script(record) {
      opened(record, chunk('t', 'a', 'ha'), chunk('t', 'a', 'ha'))
      for (const id of ['w1', 'w2', 'w3']) record.webhook(id, chunk('t', 'a', 'ha'))
    },
    calls: ['artifact known', 'artifact known attempt 2 of w1', 'artifact known attempt 3 of w2'],
    text: 'haha',
  },
  {
    name: 'a repetition ahead of the stream leaves the next piece to be told',
    script(record) {
      opened(record, chunk('t', 'a', 'ha'))
      record.webhook('w1', chunk('t', 'a', 'ha'))
      record.webhook('w2', chunk('t', 'a', 'ha'))
      record.frame('x', wire10.result(chunk('t', 'a', 'ha')))
      record.webhook('w3', chunk('t', 'a', 'ha'))
    },
    calls: ['artifact known', 'artifact known attempt 2 of w1', 'artifact known attempt 3 of w2'],
    text: 'haha',
  },
  {
    name: 'a piece posted again after the task has ended is no second piece',
    script(record) {
      streamed(record, working, chunk('t', 'a', 'ha'), completed)
      record.webhook('w1', chunk('t', 'a', 'ha'))
      record.webhook('w2', chunk('t', 'a', 'ha'))
    },
    calls: ['artifact known late', 'artifact known attempt 2 of w1 late'],
    text: 'ha',
  },
  {
    name: 'the last piece of an artifact cannot be said twice, even when nothing else tells of it',
    script(record) {
      const last = chunk('t', 'a', 'ha', { append: true, lastChunk: true })
      record.webhook('w1', last)
      record.webhook('w2', last)
    },
    calls: ['artifact news', 'artifact known attempt 2 of w1'],
    text: 'ha',
  },
  {
    name: 'equal pieces are two pieces where webhook calls alone tell of a task at work',
    script(record) {
      record.webhook('w1', chunk('t', 'a', 'ha'))
      record.webhook('w2', chunk('t', 'a', 'ha'))
    },
    calls: ['artifact news', 'artifact news attempt 2 of w1'],
    text: 'haha',
  },
  {
    name: 'what came before by its own time is out of order, though nobody had told of it',
    script(record) {
      record.webhook('w1', completed)
      record.webhook('w2', working)
    },
    calls: ['status news', 'status news out-of-order late'],
  },
  {
    name: 'what follows the end is out of order for an agent that counts whole seconds, too',
    script(record) {
      record.webhook('w1', completed)
      record.webhook('w2', statusUpdate('t', status('WORKING', at(5))))
    },
    calls: ['status news', 'status news out-of-order late'],
  },
  {
    name: 'what came later by its own time is in order, though it was known before',
    script(record) {
      record.call({ id: 'g', operation: 'get' })
      record.end('g', wire10.result(wire10.task('t', status('COMPLETED', at(5)))))
      record.webhook('w1', working)
      record.webhook('w2', completed)
    },
    calls: ['status news late', 'status known'],
  },
  {
    name: 'what a reply told at once has no order: its pieces may be pushed before its state',
    script(record) {
      record.call({ id: 's', operation: 'send', body: send(user('m', 'go')) })
      const artifacts = [{ artifactId: 'a', parts: [{ text: 'one' }] }]
      record.end('s', wire10.result({ task: wire10.task('t', status('COMPLETED', at(5)), { artifacts }) }))
      record.webhook('w1', chunk('t', 'a', 'one', {}))
      record.webhook('w2', completed)
    },
    calls: ['artifact news late', 'status known'],
  },
  {
    name: 'a piece after the end that the same configuration had told is out of order, though it is news',
    script(record) {
      record.webhook('w1', completed)
      record.webhook('w2', chunk('t', 'a', 'one'))
    },
    calls: ['status news', 'artifact news out-of-order late'],
  },
  {
    name: 'an earlier fact after a later one of the same configuration is out of order',
    script(record) {
      streamed(record, working, chunk('t', 'a', 'one'), completed)
      record.webhook('w1', completed)
      record.webhook('w2', chunk('t', 'a', 'one'))
      record.webhook('w3', working)
    },
    calls: ['status known', 'artifact known out-of-order late', 'status known out-of-order late'],
  },
  {
    name: 'work told after the end is marked when its time says it is new',
    script(record) {
      streamed(record, working, completed)
      record.webhook('w1', statusUpdate('t', status('WORKING', at(9))))
    },
    calls: ['status news after-terminal'],
  },
  {
    name: 'a body that is no update is about nothing',
    script: (record) => void record.webhook('w1', { hello: 'world' }),
    calls: ['nothing'],
  },
]

describe('what the record tells about a webhook call', () => {
  it.each(cases)('$name', ({ script, calls, text }) => {
    const record = createScriptedRecord()
    script(record)
    const projection = new Projection(createReading({ dialectOf }))
    projection.apply(record.entries)
    const { exchanges, tasks } = projection.snapshot()
    const reported = [...values(exchanges)].flatMap(({ webhook }) => (webhook ? [lineOf(webhook)] : []))
    expect(reported).toEqual(calls)
    const texts = [...values(tasks)].flatMap(({ artifacts }) =>
      [...values(artifacts)].flatMap(({ content }) =>
        wholeParts(content).map((part) => (part.kind === 'text' ? part.text : '')),
      ),
    )
    if (text !== undefined) expect(texts.join('')).toBe(text)
  })

  it('a task that only webhook calls told of says so, until something else does', () => {
    const record = createScriptedRecord()
    record.webhook('w1', working)
    const projection = new Projection(createReading({ dialectOf }))
    const task = () => [...values(projection.snapshot().tasks)].map(({ foreign = false }) => foreign)
    projection.apply(record.entries)
    expect(task()).toEqual([true])
    record.call({ id: 'x', operation: 'get' })
    record.end('x', wire10.result(wire10.task('t', status('WORKING', at(1)))))
    projection.apply(record.entries)
    expect(task()).toEqual([false])
  })
})

type Call = NonNullable<ReturnType<Projection['exchange']>>['webhook']

function lineOf(call: NonNullable<Call>): string {
  const { told, attempt, sameAs, retry, outOfOrder, late, afterTerminal } = call
  return [
    told?.what ?? 'nothing',
    told?.landing && (told.landing.news ? 'news' : 'known'),
    attempt > 1 && `attempt ${attempt} of ${sameAs}`,
    retry && 'retry',
    outOfOrder && 'out-of-order',
    late && 'late',
    afterTerminal && 'after-terminal',
  ]
    .filter(Boolean)
    .join(' ')
}
