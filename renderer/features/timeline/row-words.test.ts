import { expect, test } from 'vitest'
import { piecesOf } from './row-words.ts'

test.each([
  ['all of them', 0, 41, 41, '41 chunks'],
  ['all of them, where more came than was counted before', 0, 42, 41, '42 chunks'],
  ['some', 3, 5, 41, 'chunks 4–8 of 41'],
  ['the last, where more came than was counted before', 40, 2, 41, 'chunks 41–42 of 42'],
  ['one', 2, 1, 41, 'chunk 3 of 41'],
  ['the only one', 0, 1, 1, 'whole'],
  ['where it is not known how many there are', 0, 3, undefined, 'chunks 1–3'],
] as const)('%s', (_name, place, count, all, words) => {
  expect(piecesOf({ place, count }, all)).toBe(words)
})
