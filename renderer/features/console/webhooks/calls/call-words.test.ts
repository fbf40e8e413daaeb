// Sentences about webhook calls, from a record written by hand.

import { describe, expect, it } from 'vitest'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { WebhookEntry } from '#shared/record/entry.ts'
import { proofOf } from '#shared/record/webhook-proof.ts'
import { Projection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import { twinOf } from '#shared/story/story-api.ts'
import { createScriptedRecord, type ScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { backOffOf, callSentences } from './call-sentences.ts'

const { send, status, statusUpdate, user } = wire10
const at5 = { timestamp: '2026-11-21T10:00:05.000Z' }
const before5 = { timestamp: '2026-11-21T10:00:04.000Z' }
const after5 = { timestamp: '2026-11-21T10:00:06.000Z' }
const completed = statusUpdate('t', status('COMPLETED', at5))

function folded(script: (record: ScriptedRecord) => void) {
  const record = createScriptedRecord()
  script(record)
  const projection = new Projection(createReading({ dialectOf }))
  projection.apply(record.entries)
  const textOf = (id: string, more: Partial<WebhookEntry> = {}) => {
    const entry = record.entries.find((one) => one.exchangeId === id && one.kind === 'webhook')
    const view = projection.exchange(id)?.webhook
    const { taskKey = '', landing } = view?.told ?? {}
    const task = projection.task(taskKey)
    const event = task && landing ? task.events.at(landing.index) : undefined
    const facts = {
      view,
      taskId: task?.taskId,
      isStranger: task?.foreign === true,
      twin: event && twinOf(event, id),
    }
    return callSentences({ entry: { ...(entry as WebhookEntry), ...more }, ...facts }).map(
      ({ tone, text }) => `${tone}: ${text}`,
    )
  }
  return { said: textOf }
}

const streaming = (record: ScriptedRecord) => {
  record.call({ id: 'x', operation: 'stream', body: send(user('m', 'go')) })
  record.frame('x', wire10.result(completed))
}

describe('the sentences', () => {
  it('of a call after its stream', () => {
    const { said } = folded((record) => {
      streaming(record)
      record.wait(99)
      record.webhook('w', completed)
    })
    expect(said('w', { verdict: { token: 'right', authorization: 'missing' } })).toEqual([
      'plain: It reported that the task is completed.',
      'plain: Already received over the stream 100 ms earlier.',
      'good: Its token matches the one registered.',
      'bad: Its Authorization is missing, but one was registered.',
      'plain: Parley answered 200.',
    ])
  })

  it('of a call with the task as a whole', () => {
    const { said } = folded(
      (record) => void record.webhook('w', { task: wire10.task('t', status('COMPLETED')) }),
    )
    expect(said('w')[0]).toBe('plain: Payload: full task (completed).')
  })

  it('of a call ahead of its stream', () => {
    const { said } = folded((record) => {
      record.webhook('w', completed)
      streaming(record)
    })
    expect(said('w').slice(0, 2)).toEqual([
      'plain: It reported that the task is completed.',
      'plain: It was the first report: the stream followed 3 ms later.',
    ])
  })

  it('of a call about a task that nobody asked for, not the one it was registered for', () => {
    const { said } = folded((record) => void record.webhook('w', completed))
    expect(said('w').slice(1, 3)).toEqual([
      'odd: Only webhook calls have reported this task.',
      'plain: Only this call reported it.',
    ])
    const registration = { configId: 'c', agentId: 'a', taskId: 'mine' }
    expect(said('w', { registration })[1]).toBe(
      'bad: It is about the task t, not about the one of this configuration, mine.',
    )
  })

  it('of a forged JWT, to a deleted configuration, answered on purpose', () => {
    const { said } = folded((record) => void record.webhook('w', { hello: 1 }))
    const jwt = {
      outcome: 'wrong',
      checks: [{ member: 'aud', state: 'wrong', sentence: 'It is for another webhook.' }],
    } as const
    expect(
      said('w', {
        verdict: { token: 'unasked', authorization: 'wrong', jwt, deleted: true },
        answeredStatus: 503,
        answer: { kind: 'sent', onPurpose: true },
      }),
    ).toEqual([
      'bad: Its body isn’t a task update that Parley can read.',
      'plain: No token was registered.',
      'bad: Its JWT doesn’t match the one registered.',
      'bad: aud: It is for another webhook.',
      'bad: Anyone may have sent it, so it changes neither the task nor its figures.',
      'bad: The agent deleted this configuration but still calls it.',
      'plain: Parley answered 503, as set.',
    ])
  })

  it.each([
    [{ kind: 'dropped', onPurpose: true }, 0, 'Parley dropped the connection without an answer, as set.'],
    [{ kind: 'delayed', delayMs: 1500 }, 200, 'Parley answers 200 after 1.50 s, as set.'],
    [{ kind: 'cut', reason: 'Its sender stopped.' }, 0, 'It got no answer. Its sender stopped.'],
    [
      { kind: 'sent', reason: 'A notification is a POST.' },
      405,
      'Parley answered 405. A notification is a POST.',
    ],
  ] as const)('of the answer %j', (answer, answeredStatus, words) => {
    const { said } = folded((record) => void record.webhook('w', completed))
    expect(said('w', { method: 'GET', answer, answeredStatus })).toEqual([`plain: ${words}`])
  })
})

it.each([
  [
    'that was overtaken by a later one, and by the stream',
    (record: ScriptedRecord) => {
      streaming(record)
      record.webhook('w0', completed)
      record.webhook('w', statusUpdate('t', status('WORKING', before5)))
    },
    [
      'odd: It arrived out of order: an earlier call of this configuration reported something later.',
      'plain: Arrived after a later state.',
    ],
  ],
  [
    'of work after the end',
    (record: ScriptedRecord) => {
      streaming(record)
      record.webhook('w', statusUpdate('t', status('WORKING', after5)))
    },
    ['bad: It reports work after the task ended.'],
  ],
  [
    'that was accepted before',
    (record: ScriptedRecord) => {
      record.webhook('w0', completed)
      record.webhook('w', completed)
    },
    ['odd: The same body was received and accepted before: this is the second time.'],
  ],
] as const)('of a call %s', (_, script, words) => {
  expect(folded(script).said('w')).toEqual(expect.arrayContaining([...words]))
})

it('of a try say which one it is', () => {
  const { said } = folded((record) => {
    record.webhook('w0', completed, { answered: 503 })
    record.webhook('w1', completed)
  })
  expect(said('w1')).toContain('plain: Attempt 2: the previous one wasn’t accepted.')
})

it.each([
  [[40, 80, 160], 'The delay about doubles each time.'],
  [[50, 52, 49], 'The delay stays about the same.'],
  [[10, 100, 1000], 'The delay grows each time.'],
  [[100, 10, 1000], 'The delays follow no pattern.'],
  [[40], undefined],
])('tries after %j ms', (waits, words) => {
  expect(backOffOf([0, ...waits].map((waitedMs) => ({ waitedMs })))).toBe(words)
})

it.each([
  ['right', 'right', 'proven'],
  ['right', 'unasked', 'proven'],
  ['right', 'missing', 'partly'],
  ['right', 'wrong', 'wrong'],
  ['missing', 'missing', 'missing'],
  ['unasked', 'unasked', 'unasked'],
] as const)('a token that is %s and an Authorization that is %s prove: %s', (token, authorization, proof) => {
  expect(proofOf({ token, authorization })).toBe(proof)
})
