import { expect, test } from 'vitest'
import { memoByKey, memoByObject } from './memo.ts'

test.each([
  ['object', memoByObject((key: { n: number }) => ({ n: key.n }))],
  ['key', memoByKey((key: { n: number }) => ({ n: key.n }))],
])('what is made for an %s is made once', (_of, made) => {
  const [one, other] = [{ n: 1 }, { n: 1 }]
  expect(made(one)).toEqual({ n: 1 })
  expect(made(one)).toBe(made(one))
  expect(made(other)).not.toBe(made(one))
})
