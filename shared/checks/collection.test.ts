import { expect, test } from 'vitest'
import { mismatchSentence } from './assertion.ts'
import { collectionMismatch } from './collection.ts'

const page = {
  tasks: [
    { id: 'b', at: '2026-01-01T12:00:00Z' },
    { id: 'c', at: '2026-01-01T12:30:00+01:00' },
    { id: 'a', at: '2026-01-01T11:00:00Z' },
  ],
}
const matches = () => false

test('values in order pass, times by what they mean', () => {
  const sorted = { path: 'tasks[*].at', order: 'descending' } as const
  expect(collectionMismatch({ 'x-sorted': sorted }, page, matches)).toBeUndefined()
  expect(collectionMismatch({ 'x-sorted': { ...sorted, order: 'ascending' } }, page, matches)).toMatchObject({
    path: 'tasks[1].at',
  })
  expect(
    collectionMismatch({ 'x-sorted': { path: 'tasks[*].id', order: 'ascending' } }, page, matches),
  ).toMatchObject({ path: 'tasks[2].id', expected: 'one after "c", in ascending order', actual: '"a"' })
})

test('a sequence may have others between its values, but not another order', () => {
  const sequence = (...values: string[]) =>
    collectionMismatch({ 'x-sequence': { path: 'tasks[*].id', values } }, page, matches)
  expect(sequence('b', 'a')).toBeUndefined()
  expect(sequence('a', 'b')).toMatchObject({ expected: '"a", then "b"', actual: '"b", "c", "a"' })
  expect(sequence('b', 'b')).toBeDefined()
})

test('a text that must be nowhere is found in names and values', () => {
  const nowhere = (text: string) => collectionMismatch({ 'x-nowhere': text }, page, matches)
  expect(nowhere('secret')).toBeUndefined()
  expect(nowhere('12:30')).toBeDefined()
  expect(nowhere('tasks')).toBeDefined()
})

test('what a list has or lacks is said as such', () => {
  const sentence = (assertion: Parameters<typeof collectionMismatch>[0]) => {
    const miss = collectionMismatch(assertion, page, matches)
    return miss && mismatchSentence('The answer', miss)
  }
  expect(sentence({ any: { path: 'tasks[*]', match: { id: 'd' } } })).toBe(
    'The answer: `tasks[*]` has none; expected one that is an object with `id` "d".',
  )
  expect(sentence({ none: { path: 'tasks[*].id', match: 'a' } })).toBe(
    'The answer: `tasks[*].id` has one; expected none that is "a".',
  )
  expect(sentence({ 'x-nowhere': 'tasks' })).toBe(
    'The answer has it; expected no "tasks" in a name or value.',
  )
  expect(sentence({ 'x-sorted': { path: 'tasks[*].id', order: 'ascending' } })).toBe(
    'The answer: `tasks[2].id` is "a"; expected one after "c", in ascending order.',
  )
})
