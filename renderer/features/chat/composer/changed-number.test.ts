import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedNumber } from './changed-number.ts'

test.each([
  ['{"a": 9007199254740993}', { typed: '9007199254740993', sent: '9007199254740992' }],
  ['[1, -12345678901234567890]', { typed: '-12345678901234567890', sent: '-12345678901234567000' }],
  ['1e400', { typed: '1e400', sent: 'null' }],
  ['0.1000000000000000055', { typed: '0.1000000000000000055', sent: '0.1' }],
  ['{"9007199254740993": "9007199254740993"}', undefined],
  ['[0, -0.0, 1.50, 1E3, 0.001e-7, 100, 1e21, 123456789.125]', undefined],
])('%s', (text, changed) => {
  expect(changedNumber(text)).toEqual(changed)
})

test('whatever JavaScript writes is sent as it is', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => changedNumber(JSON.stringify(value)) === undefined))
})
