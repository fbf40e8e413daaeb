import { expect, test } from 'vitest'
import { nextAgent } from './leave-removed.ts'

const agents = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

test.each([
  ['the one after it', 'b', ['b'], 'c'],
  ['the one after those removed with it', 'b', ['b', 'c'], 'd'],
  ['the one before it, where it is the last', 'd', ['d'], 'c'],
  ['the nearest before it', 'd', ['d', 'c'], 'b'],
  ['none where none is left', 'a', ['a', 'b', 'c', 'd'], undefined],
  ['the first where its place is not known', 'x', ['x'], 'a'],
] as const)('the agent selected next is %s', (_, selected, removed, next) => {
  expect(nextAgent(agents, selected, new Set<string>(removed))).toBe(next)
})
