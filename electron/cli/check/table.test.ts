import { expect, test } from 'vitest'
import type { CheckRun, TestResult } from '#shared/checks/run.ts'
import { tableOf } from './table.ts'

const result = (testId: string, facts: Partial<TestResult>): TestResult => ({
  ...{ suiteId: 'own', testId, name: testId, level: 'must', way: 0, outcome: 'pass', durationMs: 1 },
  exchangeIds: [],
  ...facts,
})
const run = (...results: readonly TestResult[]): CheckRun => ({
  ...{
    id: 'run',
    agentId: 'agent',
    agentName: 'Agent',
    startedAt: 0,
    state: 'done',
    planned: results.length,
  },
  ways: [{ dialect: '1.0', binding: 'JSONRPC', url: 'http://127.0.0.1/' }],
  suites: [{ id: 'own', name: 'Own' }],
  results,
})
const plain = (source: CheckRun) => tableOf(source, (_style, text) => text, undefined)

test('its marks are explained', () => {
  expect(plain(run(result('A', {})))).toContain('\n\n✓ passed  ✗ failed  ')
})

test('a test that has no prompt says which flag gives one', () => {
  const completed = 'Parley has no prompt for which the agent answers with a task that it completes.'
  const table = plain(
    run(
      result('A', { outcome: 'skip', reason: completed }),
      result('B', { outcome: 'skip', reason: 'The card doesn’t declare `streaming`.' }),
    ),
  )
  expect(table).toContain(`     1  ${completed} --prompt complete-task=TEXT\n`)
  expect(table).toContain('     1  The card doesn’t declare `streaming`.\n')
  expect(table).toContain('\n  --try looks for prompts among the examples of the agent’s skills.\n')
  expect(plain(run(result('A', {})))).not.toContain('--try')
})
