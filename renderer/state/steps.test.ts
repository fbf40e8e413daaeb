import { expect, test } from 'vitest'
import { placeSchema } from '#shared/contract/preferences.ts'
import { isKeptStep, isPlace } from './navigation.ts'

const place = {
  session: 'live',
  allSessions: true,
  agentId: 'agent',
  taskId: 'task',
  exchangeId: 'exchange',
  problem: { rule: 'R-1', agentId: 'agent' },
  entrySeq: 3,
  pointer: '/result',
  spanKey: 'trace span',
  test: 'suite test 0',
  conversation: { kind: 'conversation', contextId: 'context', chatId: 'chat' },
  mode: 'console',
  consoleTab: 'findings',
  sessions: [{ sessionId: 'kept', name: 'Kept', selected: { agentId: 'agent', exchangeId: 'exchange' } }],
  scrolled: [{ list: 'wire', at: 120.5 }],
  current: 'kept',
  comparison: { sessionId: 'kept', withId: 'other' },
}
const bare = { mode: 'chat', consoleTab: 'wire', sessions: [] }

test.each([
  place,
  bare,
  { ...place, conversation: { kind: 'newest', after: 7 } },
  { ...place, ofNewerWindow: true },
])('%j is a place, as the engine has it', (value) => {
  expect(isPlace(value)).toBe(true)
  expect(placeSchema.safeParse(value).success).toBe(true)
})

const wrong = {
  session: 1,
  allSessions: 'yes',
  agentId: {},
  taskId: 4,
  exchangeId: [],
  problem: { agentId: 'agent' },
  entrySeq: 'first',
  pointer: 1,
  spanKey: {},
  test: [],
  conversation: { kind: 'newest', after: -1 },
  mode: 'map',
  consoleTab: 'map',
  sessions: [{ sessionId: 'kept', name: 'Kept', selected: { exchangeId: 1 } }],
  scrolled: [{ list: 'wire', at: -1 }],
  current: 0,
  comparison: { withId: 'other' },
}

test.each([
  undefined,
  null,
  'a place',
  [],
  {},
  { ...place, conversation: { kind: 'oldest' } },
  { ...place, conversation: { kind: 'conversation', chatId: 3 } },
  { ...place, sessions: 'kept' },
  { ...place, mode: undefined },
  { ...place, consoleTab: 'checks' },
  { ...place, scrolled: {} },
  ...Object.entries(wrong).map(([name, value]) => ({ ...place, [name]: value })),
])('%j is no place, as the engine has it', (value) => {
  expect(isPlace(value)).toBe(false)
  expect(placeSchema.safeParse(value).success).toBe(false)
})

const step = {
  mode: 'chat',
  consoleTab: 'wire',
  agentId: 'agent',
  entrySeq: 3,
  pointer: '/result',
  name: 'Kept',
}

test('a step of the history is one that this window can go to', () => {
  expect(isKeptStep({ at: 0, last: 2, step })).toBe(true)
  expect(isKeptStep({ at: 0, last: 0, step: { consoleTab: 'wire', mode: 'chat' } })).toBe(true)
})

test.each([
  null,
  { step },
  { at: -1, last: 0, step },
  { at: 0.5, last: 1, step },
  { at: 0, last: '1', step },
  { at: 0, last: 0 },
  { at: 0, last: 0, step: { ...step, consoleTab: 'checks' } },
  { at: 0, last: 0, step: { ...step, entrySeq: 'first' } },
  { at: 0, last: 0, step: { ...step, pointer: 1 } },
  { at: 0, last: 0, step: { ...step, name: false } },
  { at: 0, last: 0, step: { ...step, taskId: 1 } },
])('%j is none', (value) => {
  expect(isKeptStep(value)).toBe(false)
})
