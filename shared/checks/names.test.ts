import { describe, expect, test } from 'vitest'
import { promptIn } from './behaviors.ts'
import { valueAt, valuesAt } from './path.ts'
import { filledIn, UnknownName } from './template.ts'
import { holdsUntil, isUntil } from './until.ts'

describe('a path', () => {
  const value = { a: [{ b: 1 }, { b: 2 }, {}], 'x-y': { c: null } }

  test('leads to one value, or nowhere', () => {
    expect(valueAt(value, 'a[1].b')).toBe(2)
    expect(valueAt(value, 'x-y.c')).toBe(null)
    expect(valueAt(value, 'a[7].b')).toBeUndefined()
    expect(valueAt(value, 'a.length')).toBeUndefined()
    expect(valueAt(value, '__proto__.toString')).toBeUndefined()
  })

  test('leads to every item with a star', () => {
    expect(valuesAt(value, 'a[*].b')).toEqual([
      { path: 'a[0].b', value: 1 },
      { path: 'a[1].b', value: 2 },
    ])
  })
})

describe('a condition', () => {
  const task = { status: { state: 'TASK_STATE_WORKING' }, size: 3 }

  test.each([
    ['status.state == TASK_STATE_WORKING', true],
    ['status.state == "TASK_STATE_WORKING"', true],
    ['status.state != TASK_STATE_WORKING', false],
    ['status.state in [TASK_STATE_COMPLETED, TASK_STATE_FAILED]', false],
    ['status.state in [TASK_STATE_COMPLETED, TASK_STATE_WORKING]', true],
    ['size == 3', true],
    ['missing == 3', false],
  ])('%s', (condition, holds) => {
    expect(isUntil(condition)).toBe(true)
    expect(holdsUntil(condition, task)).toBe(holds)
  })

  test('has a form', () => {
    expect(isUntil('when it is done')).toBe(false)
  })
})

describe('a name', () => {
  const lookup = (name: string) => ({ id: 't1', size: 3 })[name]

  test('is put in wherever it stands, and keeps its type where it stands alone', () => {
    expect(filledIn({ id: '{{id}}', list: ['/tasks/{{ id }}:cancel', '{{size}}'] }, lookup)).toEqual({
      id: 't1',
      list: ['/tasks/t1:cancel', 3],
    })
  })

  test('that nobody knows is named', () => {
    expect(() => filledIn('{{env.HOME}}', lookup)).toThrow(UnknownName)
    expect(() => filledIn('{{constructor}} x', () => undefined)).toThrow(
      'Nothing is known as {{constructor}}.',
    )
  })
})

test('the name of a behavior becomes the prompt for it, and nothing else does', () => {
  const prompts = { 'tck-cancel': { prompt: 'Watch the fares' } }
  expect(promptIn('tck-cancel start', prompts)).toBe('Watch the fares')
  expect(promptIn('tck-cancel', prompts)).toBe('Watch the fares')
  expect(promptIn('tck-cancellation', prompts)).toBe('tck-cancellation')
  expect(promptIn('tck-complete-task x', prompts)).toBe('tck-complete-task x')
})
