import { expect, test } from 'vitest'
import type { PlannedTest } from '#shared/contract/checks.ts'
import { effectsOf, plannedCount, selectedInputs, sentOperations, skipsOf } from './plan-figures.ts'

const planned = (testId: string, more: Partial<PlannedTest> = {}): PlannedTest => ({
  suiteId: 'core',
  testId,
  name: testId,
  description: '',
  level: 'must',
  section: '3.1.1',
  ways: [0, 1],
  sends: ['send'],
  active: false,
  behaviors: [],
  ...more,
})

const tests = [
  planned('get', { sends: ['send', 'get', 'get'] }),
  planned('card', { sends: ['card'], ways: [0] }),
  planned('cancel', { sends: ['send', 'cancel'], ways: [], skip: 'Not allowed.', active: true }),
  planned('list', { sends: ['list'], ways: [1], suiteId: 'list', level: 'may' }),
]

test('requests are counted for each interface, and none for what is skipped', () => {
  expect(plannedCount(tests)).toBe(4)
  expect(sentOperations(tests)).toEqual([
    { name: 'GetTask', count: 4 },
    { name: 'SendMessage', count: 2 },
    { name: 'agent card', count: 1 },
    { name: 'ListTasks', count: 1 },
  ])
  expect(skipsOf(tests)).toEqual([{ name: 'Not allowed.', count: 1 }])
})

test('only what is made changes anything', () => {
  expect(effectsOf(tests)).toEqual(['starts tasks'])
  expect(effectsOf([planned('list', { sends: ['list'] })])).toEqual([])
})

test('tests are narrowed by suite and level', () => {
  const ids = (selectedChecks: Parameters<typeof selectedInputs>[1]) =>
    selectedInputs({ tests }, selectedChecks).map(({ testId }) => testId)
  expect(ids({})).toHaveLength(4)
  expect(ids({ suites: ['list'] })).toEqual(['list'])
  expect(ids({ levels: ['must'], suites: ['list'] })).toEqual([])
})
