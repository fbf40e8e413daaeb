import { expect, test } from 'vitest'
import { leavesTail, mayHide, reachable } from './reveal.ts'

test.each([
  ['above what is drawn', 9, true],
  ['the first that is drawn', 10, false],
  ['in the middle', 20, false],
  ['the last that is drawn', 30, false],
  ['below what is drawn', 31, true],
])('a row %s: the end of the list is left: $2', (_where, index, leaves) => {
  expect(leavesTail(index, { from: 10, to: 30 })).toBe(leaves)
})

test('a row that the list has not grown to yet is gone to once it has, and once alone', () => {
  const reveal = { index: 17 }
  expect(reachable(reveal, 17)).toBeUndefined()
  expect(reachable(reveal, 18)).toBe(reveal)
  expect(reachable(reveal, 40)).toBe(reveal)
  expect(reachable(undefined, 40)).toBeUndefined()
})

const opened = { cursor: 4, rowHeight: 25, scrollTop: 0, beforePx: 400, afterPx: 100 }

test.each([
  ['a row in sight', {}, true],
  ['the first row in sight', { scrollTop: 100 }, true],
  ['a row just above', { scrollTop: 101 }, false],
  ['the last row in sight', { cursor: 14 }, true],
  ['a row that the head would push out of sight', { cursor: 15 }, false],
  ['no row', { cursor: -1 }, false],
  ['a row in a grid that has grown', { afterPx: 500 }, false],
  ['a row in a grid that is as it was', { afterPx: 400 }, false],
])('what opens below may hide %s: $2', (_what, change, hides) => {
  expect(mayHide({ ...opened, ...change })).toBe(hides)
})
