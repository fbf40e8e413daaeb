import { expect, test } from 'vitest'
import type { Finding } from '#shared/a2a/finding.ts'
import type { Test } from '#shared/checks/suite.ts'
import { judged, waitsForRules } from './judged.ts'
import type { TestRun } from './run-test.ts'

const passed: TestRun = { outcome: 'pass', durationMs: 1, exchangeIds: [] }
const seesAll = () => true

test('none passes while a rule of its name found an error over the same interface', () => {
  const own = testOf('DM-TASK-001', 'must', [])
  expect(waitsForRules(own)).toBe(true)
  const matches = [foundBy('DM-TASK-001', 'error', [1])]
  expect(judged({ test: own, way: 0 }, passed, matches, seesAll)).toBe(passed)
  expect(judged({ test: own, way: 1 }, passed, matches, seesAll)).toMatchObject({
    outcome: 'fail',
    failure: { message: 'It is so.', exchangeId: 'e', seq: 7, path: '/id' },
    exchangeIds: ['e'],
  })
  expect(judged({ test: own, way: 1 }, passed, [foundBy('DM-TASK-001', 'warning', [1])], seesAll)).toBe(
    passed,
  )
})

test('what is merely worth knowing fails a SHOULD, and no MUST', () => {
  const matches = [foundBy('PARLEY-OBJ-002', 'info', [0])]
  const must = testOf('PARLEY-X', 'must', ['PARLEY-OBJ-002'])
  const should = testOf('PARLEY-X', 'should', ['PARLEY-OBJ-002'])
  expect(judged({ test: must, way: 0 }, passed, matches, seesAll).outcome).toBe('pass')
  expect(judged({ test: should, way: 0 }, passed, matches, seesAll).outcome).toBe('fail')
})

test('a rule that had nothing to look at has passed nothing', () => {
  const own = testOf('PARLEY-X', 'must', ['DM-ART-001'])
  expect(judged({ test: own, way: 0 }, passed, [], () => false)).toMatchObject({
    outcome: 'skip',
    reason: 'Nothing in this run had an artifact to look at.',
  })
})

function testOf(id: string, level: Test['level'], none: readonly string[]): Test {
  const steps: Test['steps'] =
    none.length === 0
      ? [{ id: 'get', operation: 'get_task' }]
      : [{ id: 'found', 'x-findings': { none: [...none], seen: 'artifact' } }]
  return { id, name: id, level, steps }
}

function foundBy(rule: string, severity: Finding['severity'], interfaceIndexes: readonly number[]) {
  const spec = { version: '1.0', section: '1' }
  const finding = { rule, severity, pointer: '/id', message: 'It is so.', hint: '', spec }
  return { finding, exchangeId: 'e', seq: 7, ways: interfaceIndexes }
}
