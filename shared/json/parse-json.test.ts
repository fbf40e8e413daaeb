import { expect, test } from 'vitest'
import { hasUnseenBefore, parseJson } from './parse-json.ts'

const unseen = ['\u001e', '\ufeff', '\u0000', '\u001e\ufeff \n', '\u200b', '\u00a0']

test.each(unseen)('what cannot be seen before the JSON is passed over: %j', (before) => {
  expect(parseJson(`${before}{"a":1}`)).toEqual({ a: 1 })
  expect(hasUnseenBefore(`${before}{"a":1}`)).toBe(true)
})

test.each(['{"a":1}', ' \n{"a":1}', '[]', '1', ''])(
  'JSON as it should be has nothing of that kind: %j',
  (text) => {
    expect(hasUnseenBefore(text)).toBe(false)
  },
)

test.each(['\u001e', '\u001enot JSON', 'x{}', ''])('no JSON is none with it either: %j', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
})
