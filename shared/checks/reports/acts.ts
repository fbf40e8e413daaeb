// A run as the report of A2A's test specification (ACTS §13): one document for each interface.

import { defined } from '../../defined.ts'
import { type CheckRun, countsOf, type TestResult } from '../run.ts'
import { levels, transportOf } from '../suite.ts'
import { inOrder, ofLevel, versionOf } from '../summary.ts'

/** An interface without tests has no document. */
export function actsReports(run: CheckRun, parley: string): readonly object[] {
  const all = inOrder(run)
  return run.ways.flatMap((each, interfaceIndex) => {
    const results = all.filter((result) => result.way === interfaceIndex)
    if (results.length === 0) return []
    const { binding, url } = each
    return {
      acts_version: '1.0',
      spec_version: versionOf(each),
      generated_at: new Date(run.endedAt ?? run.startedAt).toISOString(),
      sdk: { name: run.agentName, version: run.agentVersion ?? '', language: '' },
      transport: transportOf[binding],
      environment: {
        runner: `Parley ${parley}`,
        agent: url,
        state: run.state,
        ...defined({ problem: run.problem?.sentence }),
      },
      summary: {
        ...figuresIn(results),
        duration_ms: Math.round(results.reduce((sum, result) => sum + result.durationMs, 0)),
        by_level: Object.fromEntries(levels.map((level) => [level, figuresIn(ofLevel(results, level))])),
      },
      suites: run.suites.flatMap(({ id, name }) => {
        const tests = results.filter((result) => result.suiteId === id)
        return tests.length === 0 ? [] : [{ id, name, tests: tests.map(testOf) }]
      }),
    }
  })
}

/** The format’s word for neither passed nor failed is `error`. */
function figuresIn(results: readonly TestResult[]): object {
  const { inconclusive: errors, ...others } = countsOf(results)
  return { ...others, errors }
}

function testOf({ testId, name, level, outcome, durationMs, reason, failure }: TestResult): object {
  return {
    id: testId,
    name,
    level,
    result: outcome === 'inconclusive' ? 'error' : outcome,
    duration_ms: Math.round(durationMs),
    ...(outcome === 'skip' && { skip_reason: reason ?? '' }),
    ...(outcome === 'inconclusive' && { failure: { message: reason ?? '' } }),
    ...(failure && {
      failure: {
        message: failure.message,
        ...defined({
          step_id: failure.stepId,
          expected: failure.expected,
          actual: failure.actual,
          assertion_path: failure.path,
        }),
      },
    }),
  }
}
