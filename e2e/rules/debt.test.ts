import { expect, test } from 'vitest'
import { compareDebt } from './debt.ts'

const listed = { 'a.ts one': 90, 'a.ts two': 70 }

test('what is listed and no worse is let pass', () => {
  expect(compareDebt(listed, { 'a.ts one': 81, 'a.ts two': 70 })).toEqual([])
})

test('what is new, has grown or need not be listed any more is told', () => {
  expect(compareDebt(listed, { 'a.ts two': 71, 'c.ts three': 61 })).toEqual([
    'a.ts two has grown to 71 lines; debt.json allows 70.',
    'c.ts three has 61 lines: split it.',
    'a.ts one is short enough: take it out of debt.json.',
  ])
})
