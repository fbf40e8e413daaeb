import { expect, test } from 'vitest'
import { isAtTail, lastThere, staysAtTail } from './use-tail.ts'

const rowHeight = 25

test.each([
  ['all of them are there', 100, 100, 99],
  ['the newest are on their way', 100, 90, 89],
  ['nothing is there at all', 100, 0, 99],
  ['as many are on their way as are waited for', 5_000, 4_001, 4_000],
  ['more are on their way', 5_000, 3_999, 4_999],
  ['the list is empty', 0, 0, -1],
])('where %s, the end is that row', (_, count, there, end) => {
  expect(lastThere(count, (index) => index < there)).toBe(end)
})

test.each([
  ['at the very end', 2_300, 99, true],
  ['a little less than a row above it', 2_276, 99, true],
  ['a row above it', 2_275, 99, false],
  ['at the end of what is there, with ten rows on their way', 2_050, 89, true],
  ['a row above that', 2_025, 89, false],
])('%s', (_, scrollTop, end, atTail) => {
  const scrolled = { scrollTop, scrollHeight: 2_500, clientHeight: 200 }
  expect(isAtTail(scrolled, { count: 100, end, rowHeight })).toBe(atTail)
})

test('a list that is shorter than its place is at its end', () => {
  const scrolled = { scrollTop: 0, scrollHeight: 200, clientHeight: 200 }
  expect(isAtTail(scrolled, { count: 3, end: 2, rowHeight })).toBe(true)
})

test.each([
  ['followed, and grown before it is seen that it moved', true, false, 2_300, 2_200, true],
  ['followed, and gone up from', true, false, 2_100, 2_200, false],
  ['left, and gone down in', false, false, 2_300, 2_200, false],
  ['left, and gone down to the end of', false, true, 2_300, 2_200, true],
])('a list that is %s', (_, was, isAtEnd, scrollTop, from, follows) => {
  expect(staysAtTail(was, { isAtEnd, scrollTop, from })).toBe(follows)
})
