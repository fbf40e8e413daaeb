import { expect, test } from 'vitest'
import { checkLongFunctions } from './long-functions.ts'
import { plantedTree } from './tree.ts'

const tree = plantedTree({ 'a.ts': 'function one() {}\n\nconst two = () => {}\nopen(): void {}\n' })
const long = (line: number, lines: number) => ({
  severity: 'information',
  category: 'lint/complexity/noExcessiveLinesPerFunction',
  message: `This function has too many lines (${lines}). Maximum allowed is 60.`,
  location: { path: 'a.ts', start: { line } },
})

test('what is listed and no longer than that is let pass', () => {
  expect(checkLongFunctions(tree, [long(1, 81), long(3, 70)], { 'a.ts one': 90, 'a.ts two': 70 })).toEqual([])
})

test('what is new, has grown or need not be listed any more is refused', () => {
  const listed = { 'a.ts two': 70, 'a.ts gone': 90 }
  expect(checkLongFunctions(tree, [long(3, 71), long(4, 61)], listed)).toEqual([
    { path: 'a.ts', line: 3, sentence: 'a.ts two has grown to 71 lines; the list allows 70' },
    { path: 'a.ts', line: 4, sentence: 'a.ts open has 61 lines: split it' },
    {
      path: 'e2e/rules/long-functions.json',
      line: 1,
      sentence: 'take out a.ts gone, which is short enough',
    },
  ])
})

test('a factory may have 120 lines', () => {
  const factories = plantedTree({
    'a.ts': 'function createOne() {}\nfunction openTwo() {}\nfunction created() {}\n',
  })
  expect(checkLongFunctions(factories, [long(1, 120), long(2, 121), long(3, 61)], {})).toEqual([
    { path: 'a.ts', line: 2, sentence: 'a.ts openTwo has 121 lines: split it' },
    { path: 'a.ts', line: 3, sentence: 'a.ts created has 61 lines: split it' },
  ])
})
