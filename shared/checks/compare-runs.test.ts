import { expect, test } from 'vitest'
import { compareRuns } from './compare-runs.ts'
import type { TestedInterface, TestOutcome, TestResult } from './run.ts'

const rpc: TestedInterface = { dialect: '1.0', binding: 'JSONRPC', url: 'http://127.0.0.1:1/' }
const rest: TestedInterface = { dialect: '1.0', binding: 'HTTP+JSON', url: 'http://127.0.0.1:1/rest' }

const result = (testId: string, outcome: TestOutcome, interfaceIndex = 0): TestResult => ({
  suiteId: 'core',
  testId,
  name: testId,
  level: 'must',
  way: interfaceIndex,
  outcome,
  durationMs: 1,
  exchangeIds: [],
})

const report = (changes: ReturnType<typeof compareRuns>) =>
  changes.map(({ kind, before, after }) => [kind, (after ?? before)?.testId, before?.outcome, after?.outcome])

test('what fails or passes now and did not before comes first, what is as it was is left out', () => {
  const before = {
    ways: [rpc],
    results: [
      result('same', 'fail'),
      result('mended', 'fail'),
      result('broken', 'pass'),
      result('unmeasured', 'pass'),
      result('gone', 'pass'),
      result('mapped', 'skip'),
    ],
  }
  const after = {
    ways: [rpc],
    results: [
      result('same', 'fail'),
      result('mended', 'pass'),
      result('unmeasured', 'inconclusive'),
      result('broken', 'fail'),
      result('mapped', 'pass'),
      result('new', 'fail'),
    ],
  }
  expect(report(compareRuns(before, after))).toEqual([
    ['newly-failing', 'broken', 'pass', 'fail'],
    ['newly-passing', 'mended', 'fail', 'pass'],
    ['newly-passing', 'mapped', 'skip', 'pass'],
    ['other', 'unmeasured', 'pass', 'inconclusive'],
    ['other', 'new', undefined, 'fail'],
    ['other', 'gone', 'pass', undefined],
  ])
})

test('an interface is the same one where the agent has moved, or lists it elsewhere', () => {
  const before = { ways: [rpc, rest], results: [result('get', 'pass', 0), result('get', 'fail', 1)] }
  const moved = [
    { ...rest, url: 'https://agent.example/rest' },
    { ...rpc, url: 'https://agent.example/' },
  ]
  const after = { ways: moved, results: [result('get', 'fail', 0), result('get', 'fail', 1)] }
  expect(report(compareRuns(before, after))).toEqual([['newly-failing', 'get', 'pass', 'fail']])
})
