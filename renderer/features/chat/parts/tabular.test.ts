import { expect, test } from 'vitest'
import { cellsOf, tabular } from './tabular.ts'

test.each([
  [
    'a list of records',
    [{ a: 1, b: 'x' }, { a: 2 }],
    ['a', 'b'],
    [
      ['1', 'x'],
      ['2', ''],
    ],
  ],
  [
    'a list of lists',
    [[1, 2], [3]],
    ['0', '1'],
    [
      ['1', '2'],
      ['3', ''],
    ],
  ],
  [
    'the one list of an object',
    { currency: 'EUR', prices: [{ train: 'IC', forTwo: { eur: 1 } }] },
    ['train', 'forTwo'],
    [['IC', '{"eur":1}']],
  ],
  ['records that share nothing', [{ a: 1 }, { b: 1 }, { c: 1 }], undefined, []],
  ['a list of words', ['a', 'b'], undefined, []],
  ['an object of two lists', { a: [{ x: 1 }], b: [{ y: 1 }] }, undefined, []],
  ['a number', 3, undefined, []],
])('%s', (_name, data, head, cells) => {
  const table = tabular(data)
  expect(table?.head).toEqual(head)
  expect(table?.rows.map((row) => cellsOf(row, table.head)) ?? []).toEqual(cells)
})
