// A run as JUnit XML for build servers: a suite for each suite over each interface. It has a failure or an error exactly where
// the exit code isn't 0.

import { shorten } from '../../shorten.ts'
import type { CheckRun, TestResult } from '../run.ts'
import {
  failsRun,
  type IsBaseline,
  inOrder,
  interfaceNames,
  levelWord,
  outcomeText,
  reasonOf,
  verdictOf,
} from '../summary.ts'
import { maxReportedValueChars, xmlText } from './escape.ts'

export function junitReport(run: CheckRun, isBaseline?: IsBaseline): string {
  const cases = inOrder(run).map((result): Case => ({ result, ...markOf(result, isBaseline) }))
  const names = interfaceNames(run.ways)
  const startedAt = new Date(run.startedAt).toISOString()
  const { state, sentence } = verdictOf(run, isBaseline)
  const isOpen = state === 'unmeasured' || state === 'incomplete'
  const suites = run.ways.flatMap(({ url }, interfaceIndex) =>
    run.suites.flatMap(({ id, name }) => {
      const own = cases.filter(({ result }) => result.way === interfaceIndex && result.suiteId === id)
      if (own.length === 0) return []
      const facts = {
        name: `${name} (${names[interfaceIndex] ?? ''})`,
        ...figures(own),
        skipped: String(own.filter(({ mark }) => mark === 'skipped').length),
        timestamp: startedAt,
      }
      const classname = `${dotless(`A2A ${names[interfaceIndex] ?? ''}`)}.${dotless(id)}`
      return [
        `  <testsuite${attributes(facts)}>`,
        '    <properties>',
        `      <property${attributes({ name: 'interface', value: url })}/>`,
        '    </properties>',
        ...own.flatMap((each) => caseOf(each, classname)),
        '  </testsuite>',
      ]
    }),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: `A2A checks of ${run.agentName}`, ...figures(cases, isOpen ? 1 : 0) })}>`,
    ...(isOpen ? runSuite(sentence, startedAt) : []),
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

interface Case {
  readonly result: TestResult
  /** The element that keeps it from counting as passed. */
  readonly mark: 'failure' | 'error' | 'skipped' | undefined
  readonly type: string
  readonly message: string
}

/**
 * A result that does not fail the run is `skipped`, as an expected failure in pytest's JUnit XML: Jenkins, GitLab and the
 * reporters of GitHub count it apart from passed ones and show its reason, while GitLab and GitHub show no output of passed
 * tests.
 */
function markOf(result: TestResult, isBaseline: IsBaseline | undefined): Omit<Case, 'result'> {
  const fails = failsRun(result, isBaseline)
  const reason = reasonOf(result)
  const message = fails ? reason : `${levelWord(result.level)} ${outcomeText(result, isBaseline)}: ${reason}`
  switch (result.outcome) {
    case 'pass':
      return { mark: undefined, type: '', message: '' }
    case 'skip':
      return { mark: 'skipped', type: 'not-applicable', message: reason }
    case 'inconclusive':
      return { mark: fails ? 'error' : 'skipped', type: 'inconclusive', message }
    case 'fail':
      return { mark: fails ? 'failure' : 'skipped', type: levelWord(result.level), message }
  }
}

/** A run without results, or with some missing, is an error, so that no build server counts it as a success. */
function runSuite(sentence: string, timestamp: string): readonly string[] {
  const facts = { name: 'Run', ...figures([], 1), skipped: '0', timestamp }
  return [
    `  <testsuite${attributes(facts)}>`,
    `    <testcase${attributes({ name: 'The agent was checked', classname: 'run', time: seconds(0) })}>`,
    `      <error${attributes({ message: sentence, type: 'not-measured' })}>${xmlText(sentence)}</error>`,
    '    </testcase>',
    '  </testsuite>',
  ]
}

function figures(cases: readonly Case[], problems = 0) {
  const countOf = (kind: Case['mark']) => cases.filter(({ mark }) => mark === kind).length
  return {
    tests: String(cases.length + problems),
    failures: String(countOf('failure')),
    errors: String(countOf('error') + problems),
    time: seconds(cases.reduce((sum, { result }) => sum + result.durationMs, 0)),
  }
}

function caseOf({ result, mark, type, message }: Case, classname: string): readonly string[] {
  const { testId, name, durationMs } = result
  const open = `    <testcase${attributes({ name: `${testId} ${name}`, classname, time: seconds(durationMs) })}`
  if (mark === undefined) return [`${open}/>`]
  const short = shorten(message, maxReportedValueChars)
  const details = [short, ...detailsOf(result)].join('\n')
  const element = `<${mark}${attributes({ message: short, type })}>${xmlText(details)}</${mark}>`
  return [`${open}>`, `      ${element}`, '    </testcase>']
}

function detailsOf({ outcome, failure, hint, section }: TestResult): readonly string[] {
  if (outcome !== 'fail') return []
  const value = (name: string, text = '') =>
    text === '' ? [] : [`${name}: ${shorten(text, maxReportedValueChars)}`]
  return [
    ...value('Step', failure?.stepId),
    ...value('Path', failure?.path),
    ...value('Expected', failure?.expected),
    ...value('Actual', failure?.actual),
    ...value('Section', section),
    ...value('Hint', hint),
  ]
}

/** Build servers treat the part before a dot as a package. */
function dotless(name: string): string {
  return name.replaceAll('.', '-')
}

function attributes(facts: Readonly<Record<string, string>>): string {
  return Object.entries(facts)
    .map(([name, value]) => ` ${name}="${xmlText(value)}"`)
    .join('')
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3)
}
