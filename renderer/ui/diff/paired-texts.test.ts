import { expect, test } from 'vitest'
import { differingLines, pairTexts } from './paired-texts.ts'

test('texts of one name are compared in their order, and what only one side has says so', () => {
  const pairs = pairTexts(
    [
      { name: 'Plan', text: 'one\ntwo\nthree\n' },
      { name: 'Ticket', text: 'seat 4' },
      { name: 'Plan', text: 'same' },
    ],
    [
      { name: 'Plan', text: 'one\n2\nthree\n' },
      { name: 'Plan', text: 'same' },
      { name: 'Map', text: 'north\nsouth' },
    ],
  )
  expect(pairs.map(({ name, only, lines }) => [name, only, lines])).toEqual([
    ['Plan', undefined, 2],
    ['Ticket', 'first', 1],
    ['Plan', undefined, 0],
    ['Map', 'second', 2],
  ])
  expect(differingLines(pairs)).toBe(5)
})
