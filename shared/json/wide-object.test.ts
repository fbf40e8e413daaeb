import { expect, test } from 'vitest'
import { hasWideObject } from './wide-object.ts'

const members = (count: number) =>
  `{${Array.from({ length: count }, (_, each) => `"name${each}":1`).join(', ')}}`

test.each([
  ['as many as there may be', members(100), false],
  ['one more', members(101), true],
  ['within others', `{"a":[{"b":${members(101)}}]}`, true],
  ['as many in two', `[${members(60)},${members(60)}]`, false],
  ['colons and braces in a text', JSON.stringify({ text: ':{"x":1},\\":'.repeat(200) }), false],
  [
    'long texts that end in backslashes',
    JSON.stringify(Array.from({ length: 300 }, () => `x:${'y'.repeat(30)}\\\\`)),
    false,
  ],
  ['texts that end in backslashes', JSON.stringify(Array.from({ length: 300 }, () => 'x:\\')), false],
  ['a text that never ends', `{"a":"${':'.repeat(2_000)}`, false],
  ['more closed than opened', `${']'.repeat(500)}${':'.repeat(500)}`, true],
])('%s', (_what, text, wide) => {
  expect(hasWideObject(text, 100)).toBe(wide)
})
