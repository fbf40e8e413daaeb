import { expect, test } from 'vitest'
import { moved } from './reveal.ts'

test.each([
  ['down', 0, 2, ['b', 'c', 'a', 'd']],
  ['up', 3, 1, ['a', 'd', 'b', 'c']],
  ['to the end', 0, 3, ['b', 'c', 'd', 'a']],
  ['nowhere', 1, 1, ['a', 'b', 'c', 'd']],
  ['beyond the end', 3, 4, ['a', 'b', 'c', 'd']],
  ['above the beginning', 0, -1, ['a', 'b', 'c', 'd']],
])('%s', (_name, from, to, expected) => {
  expect(moved(['a', 'b', 'c', 'd'], from, to)).toEqual(expected)
})
