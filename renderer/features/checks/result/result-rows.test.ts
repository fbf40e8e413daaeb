import { expect, test } from 'vitest'
import type { TestResult } from '#shared/checks/run.ts'
import { narrowed, rowsOf } from './result-rows.ts'

const result = (testId: string, more: Partial<TestResult> = {}): TestResult => ({
  suiteId: 'core',
  testId,
  name: `Test ${testId}`,
  level: 'must',
  way: 0,
  outcome: 'pass',
  durationMs: 1,
  exchangeIds: [],
  ...more,
})

const suites = [
  { id: 'core', name: 'Core operations' },
  { id: 'push', name: 'Push notifications' },
]

const run = {
  id: 'first',
  suites,
  ways: [{ dialect: '1.0', binding: 'JSONRPC', url: 'http://127.0.0.1:1/' }],
} as const

const report = (rows: ReturnType<typeof rowsOf>) =>
  rows.map((row) => (row.kind === 'group' ? `${row.name} (${row.counts.total})` : row.result.testId))

const results = [
  result('P-1', { suiteId: 'push', section: '3.1.10', level: 'may' }),
  result('C-2', { section: '3.1.10' }),
  result('C-1', { section: '3.1.9', outcome: 'fail', failure: { message: 'The task has no id.' } }),
]

test('the same test of two runs is two results: one stays selected where the other is looked at', () => {
  const keys = (id: string) => rowsOf({ ...run, id }, results, 'none', new Set()).map(({ key }) => key)
  expect(new Set([...keys('first'), ...keys('second')]).size).toBe(2 * results.length)
})

test('groups stand in the order of their suites, sections in that of the specification', () => {
  expect(report(rowsOf(run, results, 'suite', new Set()))).toEqual([
    'Core operations (2)',
    'C-1',
    'C-2',
    'Push notifications (1)',
    'P-1',
  ])
  expect(report(rowsOf(run, results, 'section', new Set()))).toEqual([
    'A2A 1.0, section 3.1.9 (1)',
    'C-1',
    'A2A 1.0, section 3.1.10 (2)',
    'C-2',
    'P-1',
  ])
  expect(report(rowsOf(run, results, 'level', new Set()))).toEqual([
    'MUST (2)',
    'C-1',
    'C-2',
    'MAY (1)',
    'P-1',
  ])
  expect(report(rowsOf(run, results, 'none', new Set()))).toEqual(['C-1', 'C-2', 'P-1'])
})

test('what failed comes first, then what could not be measured, what passed, and what was skipped: groups and their tests', () => {
  const mixed = [
    result('C-1', { level: 'may' }),
    result('C-2', { outcome: 'skip' }),
    result('P-1', { suiteId: 'push' }),
    result('P-2', { suiteId: 'push', outcome: 'skip' }),
    result('P-3', { suiteId: 'push', outcome: 'inconclusive' }),
    result('P-4', { suiteId: 'push', outcome: 'fail', level: 'should' }),
  ]
  const push = ['Push notifications (4)', 'P-4', 'P-3', 'P-1', 'P-2']
  expect(report(rowsOf(run, mixed, 'suite', new Set()))).toEqual([
    ...push,
    'Core operations (2)',
    'C-1',
    'C-2',
  ])
  const levels = ['SHOULD (1)', 'P-4', 'MUST (4)', 'P-3', 'P-1', 'C-2', 'P-2', 'MAY (1)', 'C-1']
  expect(report(rowsOf(run, mixed, 'level', new Set()))).toEqual(levels)
  expect(report(rowsOf(run, mixed, 'none', new Set()))).toEqual(['P-4', 'P-3', 'C-1', 'P-1', 'C-2', 'P-2'])
})

test('a closed group keeps its counts', () => {
  expect(report(rowsOf(run, results, 'suite', new Set(['core'])))).toEqual([
    'Core operations (2)',
    'Push notifications (1)',
    'P-1',
  ])
})

test('results are narrowed by outcome, level, interface and every word of a text', () => {
  const all = { outcome: undefined, level: undefined, way: undefined, text: '' }
  const ids = (by: Partial<Parameters<typeof narrowed>[1]>) =>
    narrowed(results, { ...all, ...by }).map(({ testId }) => testId)
  expect(ids({ outcome: 'fail' })).toEqual(['C-1'])
  expect(ids({ level: 'may' })).toEqual(['P-1'])
  expect(ids({ way: 1 })).toEqual([])
  expect(ids({ text: 'NO id c-1' })).toEqual(['C-1'])
  expect(ids({ text: '§3.1.10' })).toEqual(['P-1', 'C-2'])
})

test('by outcome the worst is open at first, with what could not be measured; a turn changes that', () => {
  const mixed = [
    result('C-1'),
    result('C-2', { outcome: 'fail', failure: { message: 'no' } }),
    result('C-3', { outcome: 'inconclusive' }),
    result('C-4', { outcome: 'skip' }),
  ]
  const rows = (some: readonly TestResult[], turned: readonly string[] = []) =>
    report(rowsOf(run, some, 'outcome', new Set(turned)))
  expect(rows(mixed)).toEqual([
    ...['failed (1)', 'C-2', 'inconclusive (1)', 'C-3'],
    ...['passed (1)', 'not applicable (1)'],
  ])
  expect(rows(mixed, ['fail', 'pass'])).toEqual([
    ...['failed (1)', 'inconclusive (1)', 'C-3'],
    ...['passed (1)', 'C-1', 'not applicable (1)'],
  ])
  expect(rows([result('C-1'), result('C-4', { outcome: 'skip' })])).toEqual([
    ...['passed (1)', 'C-1', 'not applicable (1)'],
  ])
})
