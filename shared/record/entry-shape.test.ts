import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createScriptedRecord } from '#testing/story/scripted-record.ts'
import { contentSchema, placeSchema } from './entry.ts'
import { isEntry, isRun } from './entry-shape.ts'
import { plainFrame } from './plain-frame.ts'
import { runOf } from './run.ts'

const frames = [0, 1, 2].map((index) =>
  plainFrame(
    { seq: index + 1, sessionId: 's', exchangeId: 'x', at: 5, monoMs: index },
    index,
    `{"n":${index}}`,
  ),
)

/** JSON has no undefined members. */
const anything = fc.anything().filter((value) => value !== undefined)
const text = fc.oneof(fc.string(), anything)
const whole = fc.oneof(fc.constantFrom(0, 1, -1), anything)
/** Ids are not empty: that is a bound. */
const name = text.filter((value) => value !== '')

const body = someOf({
  sizeBytes: whole,
  text,
  base64: fc.constant('YQ=='),
  hash: fc.constantFrom('0'.repeat(64), 7),
  truncated: fc.boolean(),
}).map((changes) => ({ sizeBytes: 1, ...changes }))

const changes = someOf({
  kind: fc.constantFrom('note', 'other'),
  seq: whole,
  sessionId: name,
  exchangeId: name,
  at: fc.oneof(fc.double(), anything),
  monoMs: fc.oneof(fc.double(), anything),
  index: whole,
  framing: fc.constantFrom('sse-comment', 'ndjson', 'grpc', 'other'),
  raw: fc.oneof(body, anything),
  data: fc.oneof(body, anything),
  event: text,
  id: text,
  retryMs: anything,
  findings: fc.oneof(fc.constant([]), anything),
})

/** None, one or two of these members. */
function someOf(members: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  return fc
    .subarray(Object.entries(members), { maxLength: 2 })
    .chain((some) => fc.record(Object.fromEntries(some)))
}

test('a frame is an entry exactly when its schema says so, however it is looked at', () => {
  fc.assert(
    fc.property(fc.constantFrom(...frames), changes, (frame, its) => {
      const value = { ...frame, ...its }
      const fits = placeSchema.safeParse(value).success && contentSchema.safeParse(value).success
      expect(isEntry(value)).toBe(fits)
    }),
    { numRuns: 2_000 },
  )
})

test('entries of every kind are entries, and without their place they are not', () => {
  const record = createScriptedRecord()
  record.call({ id: 'x', operation: 'send' })
  record.end('x', {})
  record.call({ id: 'y', operation: 'send' })
  record.fail('y', 'reset')
  for (const entry of record.entries) {
    const { seq, ...unplaced } = entry
    expect([isEntry(entry), isEntry(unplaced)]).toEqual([true, false])
  }
})

test.each([
  ['as it was made', {}, true],
  ['more frames than it has times for', { count: 4 }, false],
  [
    'a time for no frames',
    {
      times: [
        [3, 5, 0],
        [0, 5, 1],
      ],
    },
    false,
  ],
  [
    'a negative time made good by another',
    {
      times: [
        [-1, 5, 0],
        [4, 5, 1],
      ],
    },
    false,
  ],
  ['more frames than any run has', { count: 1_001, times: [[1_001, 5, 0]] }, false],
  ['another kind', { kind: 'frame' }, false],
  ['no wrap', { wrap: undefined }, false],
])('a run with %s', (_what, changes, expected) => {
  expect(isRun({ ...runOf(frames), ...changes })).toBe(expected)
})
