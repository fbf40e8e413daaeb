import { expect, test } from 'vitest'
import { base64OfAscii } from '../base64.ts'
import { encodedTwice } from './members.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const large = `${'AAEC'.repeat(100_000)}AA==`

test.each([
  ['a picture', base64OfAscii(png), png],
  ['a large file', base64OfAscii(large), large],
  ['the same picture once', png, undefined],
  ['nothing', '', undefined],
  ['a few digits, which may be chance', base64OfAscii('c2hvcnQ='), undefined],
  ['digits that end short of a group', base64OfAscii(png.slice(0, -1)), undefined],
  ['text', base64OfAscii('The quick brown fox jumps over it.'), undefined],
  ['digits and then a line end', base64OfAscii(`${png}\n`), undefined],
  ['no base64', '%%%%'.repeat(10), undefined],
])('%s', (_name, base64, inner) => {
  expect(encodedTwice(base64)).toBe(inner)
})
