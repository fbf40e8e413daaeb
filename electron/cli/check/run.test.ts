// The exit code of a run, and the failures in its reports.

import { expect, test } from 'vitest'
import { junitReport } from '#shared/checks/reports/junit.ts'
import type { CheckRun, TestResult } from '#shared/checks/run.ts'
import { levels } from '#shared/checks/suite.ts'
import { verdictOf } from '#shared/checks/summary.ts'
import { exitCodeOf } from './run.ts'

const result = (level: TestResult['level'], outcome: TestResult['outcome'], testId: string): TestResult => ({
  ...{ suiteId: 'own', testId, name: testId, level, way: 0, outcome, durationMs: 1, exchangeIds: [] },
})
/** Inconclusive because another test failed. */
const blocked: TestResult = {
  ...result('must', 'inconclusive', 'BLOCKED'),
  ...{ blockedBy: 'KNOWN', reason: 'KNOWN failed, and this test needs it.' },
}
const good = result('must', 'pass', 'GOOD')
const outcomes = ['pass', 'fail', 'skip', 'inconclusive'] as const
/** Each alone, beside a test that passed, and beside one of the baseline. */
const runs = (['done', 'stopped'] as const).flatMap((state) =>
  [
    [],
    [good],
    [good, result('must', 'fail', 'KNOWN'), blocked],
    [result('must', 'inconclusive', 'KNOWN')],
  ].flatMap((beside) =>
    levels.flatMap((level) =>
      outcomes.map((outcome): CheckRun => {
        const ways = [{ dialect: '1.0', binding: 'JSONRPC', url: 'http://127.0.0.1/' }] as const
        const results = [...beside, result(level, outcome, 'NEW')]
        const agent = { id: 'run', agentId: 'agent', agentName: 'Agent', startedAt: 0 }
        return {
          ...agent,
          state,
          ways,
          suites: [{ id: 'own', name: 'Own' }],
          planned: results.length,
          results,
        }
      }),
    ),
  ),
)

test.each([
  ['without a baseline', undefined],
  ['with a baseline', ({ testId }: TestResult) => testId === 'KNOWN'],
])('%s, JUnit and the last sentence agree with the exit code', (_name, exists) => {
  for (const run of runs) {
    const code = exitCodeOf(run, undefined, exists)
    const isFailed = /<(failure|error)/.test(junitReport(run, exists))
    const { state, sentence } = verdictOf(run, exists)
    expect({ run, isFailed, isPassed: state === 'passed' }).toMatchObject({
      isFailed: code !== 0,
      isPassed: code === 0,
    })
    if (code === 0 && /failed/.test(sentence)) expect(sentence).toContain('in the baseline')
  }
})
