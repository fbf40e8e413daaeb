// A run as the report of A2A's test specification (ACTS §13): one document for each interface, as that has it.

import type { Binding } from '../../a2a/model.ts'
import { type CheckRun, type Counts, countsOf, type TestOutcome, type TestResult } from '../run.ts'
import { levels, type Transport } from '../suite.ts'

const transportOf: Readonly<Record<Binding, Transport>> = {
  JSONRPC: 'jsonrpc',
  'HTTP+JSON': 'rest',
  GRPC: 'grpc',
}

/** The A2A version a dialect is of. */
export function actsReports(run: CheckRun, parley: string): readonly object[] {
  return run.ways.map(({ dialect, binding, url }, way) => {
    const results = run.results.filter((result) => result.way === way)
    const durationMs = results.reduce((sum, result) => sum + result.durationMs, 0)
    return {
      acts_version: '1.0',
      spec_version: dialect,
      generated_at: new Date(run.endedAt ?? run.startedAt).toISOString(),
      sdk: { name: run.agentName, version: run.agentVersion ?? '', language: '' },
      transport: transportOf[binding],
      environment: { runner: `Parley ${parley}`, agent: url, state: run.state },
      summary: {
        ...countsOf(results),
        duration_ms: durationMs,
        by_level: Object.fromEntries(
          levels.map((level) => [level, countsOf(results.filter((result) => result.level === level))]),
        ) as Record<(typeof levels)[number], Counts>,
      },
      suites: run.suites.flatMap(({ id, name }) => {
        const tests = results.filter((result) => result.suiteId === id)
        return tests.length === 0 ? [] : [{ id, name, tests: tests.map(testOf) }]
      }),
    }
  })
}

const words: Readonly<Record<TestOutcome, string>> = {
  pass: 'pass',
  fail: 'fail',
  skip: 'skip',
  error: 'error',
}

function testOf({ testId, name, level, outcome, durationMs, reason, failure }: TestResult): object {
  return {
    id: testId,
    name,
    level,
    result: words[outcome],
    duration_ms: durationMs,
    ...(outcome === 'skip' && { skip_reason: reason ?? '' }),
    ...(outcome === 'error' && { failure: { message: reason ?? '' } }),
    ...(failure && {
      failure: {
        message: failure.message,
        ...(failure.stepId !== undefined && { step_id: failure.stepId }),
        ...(failure.expected !== undefined && { expected: failure.expected }),
        ...(failure.actual !== undefined && { actual: failure.actual }),
        ...(failure.path !== undefined && { assertion_path: failure.path }),
      },
    }),
  }
}
