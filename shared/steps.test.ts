import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layingOut, layOutJson } from './json/json-layout.ts'

test.each([
  [
    '{"a":1,"b":[1,2],"c":{},"d":[]}',
    '{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ],\n  "c": {},\n  "d": []\n}',
  ],
  ['12345678901234567890', '12345678901234567890'],
  ['{"a":1,"a":1e400}', '{\n  "a": 1,\n  "a": 1e400\n}'],
  ['"\\u0041 { \\" ,"', '"\\u0041 { \\" ,"'],
  ['{"open":', undefined],
  ['', undefined],
])('%s', (text, expected) => {
  expect(layOutJson(text)).toBe(expected)
})

test('any JSON says the same laid out as JSON.stringify lays it out', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(layOutJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test('a hundred thousand brackets are laid out in bounded space', () => {
  const deep = '['.repeat(5_000) + ']'.repeat(5_000)
  expect(layOutJson(deep)?.length).toBeLessThan(1_500_000)
})

test('a text of many megabytes is laid out as any other', () => {
  const long = { plain: 'x'.repeat(8_000_000), escaped: '\n'.repeat(4_000_000) }
  expect(layOutJson(JSON.stringify(long))?.length).toBe(JSON.stringify(long, null, 2).length)
})

test('a text of many tokens is laid out step by step', () => {
  const steps = layingOut(`[${'1,'.repeat(50_000)}1]`)
  let count = 0
  while (!steps.next().done) count += 1
  expect(count).toBe(51)
})
