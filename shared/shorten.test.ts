import { expect, test } from 'vitest'
import { clip, maxQuotedChars, shorten } from './shorten.ts'

test.each([
  ['', ''],
  ['short', 'short'],
  ['x'.repeat(maxQuotedChars), 'x'.repeat(maxQuotedChars)],
  ['x'.repeat(maxQuotedChars + 1), `${'x'.repeat(maxQuotedChars)}…`],
])('a text that is cut says so', (text, shown) => {
  expect(shorten(text)).toBe(shown)
})

test('no character is cut in two', () => {
  expect([clip('ab👍', 3), shorten('ab👍', 3), clip('ab👍', 4)]).toEqual(['ab', 'ab…', 'ab👍'])
})
