import { expect, test } from 'vitest'
import { maxCells, readCsv } from './csv.ts'

test.each([
  ['commas', 'a,b\n1,2\n', { head: ['a', 'b'], rows: [['1', '2']] }],
  [
    'CR LF and no last line break',
    'a,b\r\n1,2\r\n3,4',
    {
      head: ['a', 'b'],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    },
  ],
  ['semicolons', 'a;b\n1,5;2', { head: ['a', 'b'], rows: [['1,5', '2']] }],
  ['quotes', 'a,b\n"x, ""y""\nz",2', { head: ['a', 'b'], rows: [['x, "y"\nz', '2']] }],
  [
    'empty cells',
    'a,b,c\n,,\n1,,',
    {
      head: ['a', 'b', 'c'],
      rows: [
        ['', '', ''],
        ['1', '', ''],
      ],
    },
  ],
  ['an open quote', 'a,b\n"never closed, 2', { head: ['a', 'b'], rows: [['never closed, 2']] }],
  ['one column is no table', 'a\n1\n2', undefined],
  ['nothing', '', undefined],
])('%s', (_name, text, expected) => {
  expect(readCsv(text)).toEqual(expected && { ...expected, isCut: false })
})

test('more cells than are read in one go are left out, and that is said', () => {
  const csv = readCsv('a,b\n'.repeat(maxCells))
  expect([csv?.rows.length, csv?.isCut]).toEqual([maxCells / 2 - 1, true])
  expect(readCsv('a,'.repeat(maxCells * 2))).toBeUndefined()
})
