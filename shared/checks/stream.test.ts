import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../a2a/model.ts'
import { mismatchSentence } from './assertion.ts'
import type { OperationStep } from './steps.ts'
import { streamMismatch } from './stream.ts'
import { suiteFileSchema } from './suite.ts'

const matches = () => false
const state = (name: string): JsonValue => ({
  statusUpdate: { taskId: 't', status: { state: `TASK_STATE_${name}` } },
})
const events: readonly JsonValue[] = [
  { task: { id: 't', status: { state: 'TASK_STATE_SUBMITTED' } } },
  state('WORKING'),
  { artifactUpdate: { taskId: 't', artifact: { artifactId: 'a', parts: [{ text: 'x' }] } } },
  state('COMPLETED'),
]

/** Parsed as from a suite. */
function expecting(expected: object): NonNullable<OperationStep['expect_stream']> {
  const file = suiteFileSchema.parse({
    acts_version: '1.0',
    spec_version: '1.0',
    suites: [
      {
        id: 's',
        name: 's',
        tests: [
          {
            id: 't',
            name: 't',
            level: 'must',
            steps: [{ id: 'a', operation: 'send_streaming_message', expect_stream: expected }],
          },
        ],
      },
    ],
  })
  const [step] = file.suites?.[0]?.tests[0]?.steps ?? []
  if (!step || !('operation' in step) || !step.expect_stream) throw new Error('no such step')
  return step.expect_stream
}

describe('a stream is as expected', () => {
  test.each([
    ['by its length', { min_count: 4, max_count: 4 }],
    [
      'by an event anywhere',
      { events: [{ match: 'any_position', artifact_update: { artifact: { parts: { count_gte: 1 } } } }] },
    ],
    ['by an event at its place', { events: [{ index: 0, task: { id: 't' } }] }],
    [
      'by events in order',
      { events: [{ task: { id: 't' } }, { status_update: { status: { state: 'TASK_STATE_WORKING' } } }] },
    ],
    [
      'by what is in an event, whatever carries it',
      { events: [{ match: 'any_position', artifact: { exists: true } }] },
    ],
    ['by its last event', { final_event: { status: { state: 'TASK_STATE_COMPLETED' } } }],
    ['by its order', { ordering: 'monotonic_state' }],
  ])('%s', (_, expected) => {
    expect(streamMismatch(expecting(expected), events, matches)).toBeUndefined()
  })
})

describe('a stream is not as expected', () => {
  test('too short or too long', () => {
    expect(streamMismatch(expecting({ min_count: 5 }), events, matches)).toMatchObject({ actual: '4 events' })
    expect(streamMismatch(expecting({ max_count: 3 }), events, matches)).toMatchObject({
      expected: 'at most 3 events',
    })
  })

  test('in a sentence', () => {
    const sentence = (expected: object, observed: readonly JsonValue[]) => {
      const miss = streamMismatch(expecting(expected), observed, matches)
      return miss && mismatchSentence('The stream', miss)
    }
    expect(sentence({ min_count: 1 }, [])).toBe('The stream had no events; expected at least 1 event.')
    expect(sentence({ max_count: 2 }, events)).toBe('The stream had 4 events; expected at most 2 events.')
    expect(sentence({ final_event: { task: {} } }, [])).toBe('The stream had no events; expected a last one.')
    expect(sentence({ events: [{ match: 'any_position', message: { parts: { count: 1 } } }] }, events)).toBe(
      'The stream had 4 events, none of them as expected; expected an object with `message`.',
    )
  })

  test('without the event', () => {
    const expected = expecting({
      events: [{ description: 'a message', match: 'any_position', message: { exists: true } }],
    })
    expect(streamMismatch(expected, events, matches)).toMatchObject({
      expected: 'a message',
    })
  })

  test('with a state after the last one, which is named with its event', () => {
    const more = [...events, state('WORKING')]
    expect(streamMismatch(expecting({ ordering: 'monotonic_state' }), more, matches)).toMatchObject({
      event: 4,
      expected: 'no TASK_STATE_WORKING after TASK_STATE_COMPLETED',
    })
  })

  test('an empty one has no last event', () => {
    expect(streamMismatch(expecting({ final_event: { task: { exists: true } } }), [], matches)).toMatchObject(
      {
        actual: 'no events',
      },
    )
  })

  test('any event, where each has to be so', () => {
    const expected = expecting({ each_event: { taskId: 't' } })
    expect(streamMismatch(expected, events, matches)).toMatchObject({ event: 0, path: 'taskId' })
  })
})
