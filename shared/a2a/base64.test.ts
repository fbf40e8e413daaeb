import { expect, test } from 'vitest'
import { asciiOfBase64, base64Bytes, base64OfAscii } from './base64.ts'

test.each([
  ['', ''],
  ['a', 'YQ=='],
  ['ab', 'YWI='],
  ['abc', 'YWJj'],
  ['~\n\0', 'fgoA'],
])('the text %j is %j as base64, and back', (text, base64) => {
  expect(base64OfAscii(text)).toBe(base64)
  expect(asciiOfBase64(base64)).toBe(text)
})

test('of bytes, and of what is none', () => {
  expect(base64OfAscii('\xff\x80')).toBe('/4A=')
  expect(base64OfAscii('a€b')).toBe('YT9i')
})

test.each(['YQ', 'YQ=', 'YQ===', 'Y===', 'YQ==YQ==', 'YWJ-', 'YW J', 'YWJj\n', '/4A='])(
  '%j is no padded base64 of ASCII',
  (base64) => {
    expect(asciiOfBase64(base64)).toBeUndefined()
  },
)

test.each([
  ['', 0],
  ['AAAA', 3],
  ['AAA=', 2],
  ['AA==', 1],
  ['AA', 1],
])('what the base64 text %j comes to', (base64, bytes) => {
  expect(base64Bytes(base64)).toBe(bytes)
})
