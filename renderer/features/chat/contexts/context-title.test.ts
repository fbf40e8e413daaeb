import { expect, test } from 'vitest'
import { contextTitle } from './context-title.ts'

const contextId = '3f2c9a1e-77aa-4c1b-9c55-0a1b2c3d4e5f'

test('a context is called as its user says, else by what was said first, else by its id', () => {
  expect(contextTitle({ contextId, says: 'hi' }, 'Porto')).toBe('Porto')
  expect(contextTitle({ contextId, says: 'hi' }, undefined)).toBe('hi')
  expect(contextTitle({ contextId }, undefined)).toMatch(/^Context 3f2c/)
})

test('before an audience nothing is called by its id', () => {
  expect(contextTitle({ contextId }, undefined, false)).toBe('Conversation')
})
