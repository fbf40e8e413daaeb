import { expect, test } from 'vitest'
import { BadStep } from './bad-step.ts'
import { matchesInTime } from './matches.ts'

test('a pattern is looked for', () => {
  expect(matchesInTime('^a+$', 'aaa')).toBe(true)
  expect(matchesInTime('^a+$', 'aab')).toBe(false)
})

test('one that would take for ever is stopped, and says nothing of the agent', () => {
  const began = performance.now()
  expect(() => matchesInTime('^(a+)+$', `${'a'.repeat(40)}b`)).toThrow(BadStep)
  expect(performance.now() - began).toBeLessThan(5_000)
})
