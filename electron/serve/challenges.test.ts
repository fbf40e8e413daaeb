import { expect, test } from 'vitest'
import { createOneTime } from './challenges.ts'

test('a value is good once, for a short time, and the oldest of too many makes room', () => {
  let now = 0
  const values = createOneTime(() => now)
  const [first, second] = [values.issue('one'), values.issue('two')]
  const taken = [values.take(first), values.take(first), values.take('made up')]
  expect(taken).toEqual(['one', undefined, undefined])
  now += 30_001
  expect(values.take(second)).toBeUndefined()
  const old = values.issue('old')
  for (let each = 0; each < 1_000; each++) values.issue('new')
  expect(values.take(old)).toBeUndefined()
})
