import { expect, test } from 'vitest'
import { conversationTitle } from './conversation-title.ts'

const contextId = '3f2c9a1e-77aa-4c1b-9c55-0a1b2c3d4e5f'

test('a conversation is named as its user says, else by what was said first, else by its id', () => {
  expect(conversationTitle({ contextId, says: 'hi' }, 'Porto')).toBe('Porto')
  expect(conversationTitle({ contextId, says: 'hi' }, undefined)).toBe('hi')
  expect(conversationTitle({ contextId }, undefined)).toMatch(/^Context 3f2c/)
})

test('before an audience nothing is called by its id', () => {
  expect(conversationTitle({ contextId }, undefined, false)).toBe('Conversation')
})
