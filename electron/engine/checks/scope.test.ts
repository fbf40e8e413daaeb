import { expect, test } from 'vitest'
import { plain } from './scope.ts'

const at = (timestamp: string) => ({ status: { timestamp } })

test.each([
  ['2026-11-23T10:55:29.53845784Z', '2026-11-23T10:55:29.538457840Z'],
  ['2026-11-23T10:55:29Z', '2026-11-23T10:55:29.000Z'],
  ['2026-11-23T10:55:20Z', '2026-11-23T10:55:20.0Z'],
  ['2026-11-23T10:55:29.5Z', '2026-11-23T10:55:29.500Z'],
])('%s is the time %s', (one, two) => {
  expect(plain(at(one))).toEqual(plain(at(two)))
})

test.each([
  ['2026-11-23T10:55:29.5Z', '2026-11-23T10:55:29.05Z'],
  ['2026-11-23T10:55:29Z', '2026-11-23T10:55:20Z'],
])('%s is another time than %s', (one, two) => {
  expect(plain(at(one))).not.toEqual(plain(at(two)))
})
