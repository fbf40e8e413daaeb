import { expect, test } from 'vitest'
import { checkWebhook } from '../a2a/check.ts'
import { outOfBounds } from '../a2a/read/bound.ts'
import { hasUnseenBefore, maxParsedMembers, parseJson, tooManyMembers } from './parse-json.ts'

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

const members = (count: number) => `{${Array.from({ length: count }, (_, each) => `"k${each}":1`).join(',')}}`

test.each([
  ['in one object', members(maxParsedMembers + 1)],
  ['in several', `[${members(maxParsedMembers / 2)},${members(maxParsedMembers / 2 + 1)}]`],
])('a document with more members than are parsed is told apart before: %s', (_, text) => {
  expect(parseJson(text)).toBe(tooManyMembers)
  const matches = checkWebhook({ dialect: '1.0', raw: parseJson(text), headers: [], credentials: {} })
  expect(matches.map(({ rule }) => rule)).toEqual(['PARLEY-BOUND-004'])
  expect(outOfBounds(parseJson(text))).toBe(`more than ${maxParsedMembers} members`)
})

test.each([
  ['as many as there may be', members(maxParsedMembers)],
  ['colons in texts', JSON.stringify({ text: '":\\'.repeat(maxParsedMembers) })],
  ['a long list', JSON.stringify(Array.from({ length: 600_000 }, () => 1))],
])('what has fewer is parsed: %s', (_, text) => {
  expect(JSON.stringify(parseJson(text))).toBe(text)
})
