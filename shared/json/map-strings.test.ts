import { expect, test } from 'vitest'
import { mapStrings } from './map-strings.ts'

test('each text is put otherwise, and nothing else', () => {
  const value = { a: 'x', b: [1, null, 'y', { x: 'x', c: true }], d: {} }
  expect(mapStrings(value, (text) => text.toUpperCase())).toEqual({
    a: 'X',
    b: [1, null, 'Y', { x: 'X', c: true }],
    d: {},
  })
  expect(mapStrings('x', (text) => [text])).toEqual(['x'])
  expect(mapStrings(undefined, (text) => text)).toBeUndefined()
})
