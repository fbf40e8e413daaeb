import { expect, test } from 'vitest'
import { compareDebt } from './debt.ts'

const listed = { circles: ['a.ts', 'b.ts'], longFunctions: { 'a.ts one': 90, 'a.ts two': 70 } }

test('what is listed and no worse is let pass', () => {
  expect(compareDebt(listed, { ...listed, longFunctions: { 'a.ts one': 81, 'a.ts two': 70 } })).toEqual([])
})

test('what is new, has grown or need not be listed any more is told', () => {
  const found = { circles: ['b.ts', 'c.ts'], longFunctions: { 'a.ts two': 71, 'c.ts three': 61 } }
  expect(compareDebt(listed, found)).toEqual([
    'c.ts is in a circle of imports.',
    'a.ts is in no circle of imports any more: take it out of debt.json.',
    'a.ts two has grown to 71 lines; debt.json allows 70.',
    'c.ts three has 61 lines: split it.',
    'a.ts one is short enough: take it out of debt.json.',
  ])
})
