import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonBreak } from './json-fault.ts'

test.each([
  ['', 0],
  ['{"name": }', 9],
  ['{"name":"A",', 12],
  ['{"name":"A"', 11],
  ['{"name":"A', 10],
  ['{"a":1,}', 7],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['{"a" 1}', 5],
  ['{a:1}', 1],
  ['{} {}', 3],
  ['[tru', 4],
  ['[truly]', 1],
  ['[01]', 1],
  ['["\\x and more"]', 2],
  ['["a\nb"]', 3],
  ['["a\\u12', 7],
  ['[1}', 2],
  ['{"a":1]', 6],
])('%s', (source, offset) => {
  expect(jsonBreak(source)).toBe(offset)
})

test('what JSON.parse takes has no break, and what it refuses has one', () => {
  const parses = (source: string) => {
    try {
      JSON.parse(source)
      return true
    } catch {
      return false
    }
  }
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '1',
    '-0.5e3',
    'true',
    'nul',
    ' ',
    '\\u00e9',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
      ),
      (source) => {
        const offset = jsonBreak(source)
        expect(offset === undefined).toBe(parses(source))
        if (offset !== undefined) expect(offset).toBeLessThanOrEqual(source.length)
      },
    ),
  )
})

test('a text nested without end is no trouble', () => {
  expect(jsonBreak('['.repeat(1_000_000))).toBe(1_000_000)
  expect(jsonBreak(`["${'x'.repeat(5_000_000)}`)).toBe(5_000_002)
})
