import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeatedMember } from './repeated-member.ts'

test.each([
  ['{"a":1,"a":2}', ['a']],
  ['{"a":{"b":[1,{"c":1,"d":2,"c":3}]}}', ['a', 'b', 1, 'c']],
  [String.raw`{"a":1,"\u0061":2}`, ['a']],
  [String.raw`{"a\"":1,"b":"}","a\"":2}`, ['a"']],
  ['[{"a":1},{"a":1,"b":{"a":2},"b":1}]', [1, 'b']],
])('%s', (text, path) => {
  expect(repeatedMember(text)).toEqual(path)
})

test('no name stands twice in what was written from a value', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(4), (text, space) => {
      expect(repeatedMember(JSON.stringify(JSON.parse(text), null, space))).toBeUndefined()
    }),
  )
})

test('any text is read to its end', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,\\a1 ') }), (text) => {
      repeatedMember(text)
    }),
  )
})
