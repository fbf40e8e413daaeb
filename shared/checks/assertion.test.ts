import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../a2a/model.ts'
import { mismatchOf, mismatchSentence, problemOf } from './assertion.ts'

const matches = (pattern: string, text: string) => new RegExp(pattern).test(text)
const task = {
  id: 't1',
  status: { state: 'TASK_STATE_COMPLETED' },
  artifacts: [{ parts: [{ text: 'one' }, { text: 'two' }] }],
  size: 3,
  note: null,
}

describe('a value is as expected', () => {
  test.each<[string, JsonValue]>([
    ['by its members', { id: 't1', status: { state: 'TASK_STATE_COMPLETED' } }],
    ['by its items, as far as they are named', { artifacts: [{ parts: [{ text: 'one' }] }] }],
    [
      'by its type',
      {
        id: { type: 'string' },
        artifacts: { type: 'array' },
        size: { type: 'number' },
        note: { type: 'null' },
      },
    ],
    [
      'by what there is and is not',
      { id: { exists: true }, history: { absent: true }, extra: { exists: false } },
    ],
    ['by what a text has', { id: { contains: '1', starts_with: 't', ends_with: '1', matches: '^t\\d$' } }],
    ['by its size', { size: { gte: 3, lte: 3, gt: 2, lt: 4 } }],
    ['by how many there are', { artifacts: { count: 1, count_gte: 1, count_lte: 1 } }],
    ['by each item', { artifacts: { items: { parts: { type: 'array' } } } }],
    ['by one of several', { id: { one_of: ['t0', 't1'] }, size: { any_of: [{ gt: 5 }, { lt: 4 }] } }],
    ['by all of several, and by what it is not', { id: { all_of: [{ type: 'string' }, { not: 't2' }] } }],
    ['in the form of another', { one_of: [{ message: { exists: true } }, { id: 't1' }] }],
  ])('%s', (_, assertion) => {
    expect(problemOf(assertion)).toBeUndefined()
    expect(mismatchOf(assertion, task, matches)).toBeUndefined()
  })
})

describe('a value is not as expected', () => {
  test.each<[JsonValue, string, string, string]>([
    [{ id: 't2' }, 'id', '"t2"', '"t1"'],
    [
      { status: { state: { one_of: ['TASK_STATE_WORKING'] } } },
      'status.state',
      'one of "TASK_STATE_WORKING"',
      '"TASK_STATE_COMPLETED"',
    ],
    [
      { artifacts: [{ parts: [{ text: 'one' }, { text: 'three' }] }] },
      'artifacts[0].parts[1].text',
      '"three"',
      '"two"',
    ],
    [{ history: { exists: true } }, 'history', 'a value', 'nothing'],
    [{ id: { absent: true } }, 'id', 'no value', '"t1"'],
    [{ artifacts: { count_gte: 2 } }, 'artifacts', 'a list of at least 2 elements', 'a list of one element'],
    [{ artifacts: { items: { name: { exists: true } } } }, 'artifacts[0].name', 'a value', 'nothing'],
    [{ size: { type: 'string' } }, 'size', 'a value of type string', '3'],
    [{ id: { not: 't1' } }, 'id', 'anything but "t1"', '"t1"'],
    [{ id: { parts: { count: 1 } } }, 'id', 'an object with `parts`', '"t1"'],
    [
      { any_of: [{ task: { type: 'object' } }, { message: { type: 'object' } }] },
      '',
      'an object with `task`, or one with `message`',
      'an object with `id`, `status`, `artifacts` and 2 more members',
    ],
    [
      { history: { any_of: [{ count: 0 }, { count_gte: 3 }] } },
      'history',
      'an empty list, or a list of at least 3 elements',
      'nothing',
    ],
    [{ status: 'done' }, 'status', '"done"', 'an object with `state`'],
    [{ id: { any_of: ['t2', { starts_with: 'u' }] } }, 'id', '"t2", or a text that begins with "u"', '"t1"'],
    [{ status: { '': { '': 1 } } }, 'status[""]', 'an object with an unnamed member 1', 'nothing'],
    [{ size: [] }, 'size', 'a list', '3'],
  ])('%j', (assertion, path, expected, actual) => {
    expect(problemOf(assertion)).toBeUndefined()
    expect(mismatchOf(assertion, task, matches)).toEqual({ path, expected, actual })
  })
})

test('members of the prototype are no members', () => {
  expect(mismatchOf({ constructor: { exists: true } }, task, matches)).toMatchObject({ path: 'constructor' })
  expect(mismatchOf({ toString: { absent: true } }, task, matches)).toBeUndefined()
})

describe('an operator that is not known is a problem, not a member', () => {
  test.each<[JsonValue, string]>([
    [{ id: { is_uuid: true } }, 'id: “is_uuid” isn’t a known operator'],
    [{ id: { type: 'string', is_long: true } }, 'id: “is_long” isn’t a known operator'],
    [{ id: { type: 'string', length: 3 } }, 'id: “length” isn’t a known operator'],
    [
      { id: { matches: '(' }, more: { matches: '(', type: 'string' } },
      'more: “matches” isn’t a known operator',
    ],
    [{ id: { any_of: [{ equal_to: 3 }] } }, 'id[0]: “equal_to” isn’t a known operator'],
  ])('%j', (assertion, problem) => {
    expect(problemOf(assertion)).toBe(problem)
  })

  test.each<JsonValue>([
    { context_id: { absent: true } },
    { status_update: { status: { state: 'TASK_STATE_WORKING' } } },
    { type: { type: 'string' } },
  ])('%j is members', (assertion) => {
    expect(problemOf(assertion)).toBeUndefined()
  })
})

test('what is missing is called so, and a pattern for any text by what it wants', () => {
  const miss = mismatchOf({ etag: { matches: '\\S' } }, {}, () => false)
  expect(miss && mismatchSentence('The response headers', miss)).toBe(
    'The response headers: `etag` is missing; expected a text that isn’t empty.',
  )
})
