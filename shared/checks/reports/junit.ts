// A run as JUnit XML, in the form that build servers read: a suite for each suite over each interface.

import { shorten } from '../../shorten.ts'
import { type CheckRun, countsOf, type TestResult } from '../run.ts'
import { inOrder, levelWord, reasonOf, wayNames } from '../summary.ts'
import { maxReportedValueChars, xmlText } from './escape.ts'

export function junitReport(run: CheckRun): string {
  const results = inOrder(run)
  const names = wayNames(run.ways)
  const startedAt = new Date(run.startedAt).toISOString()
  const suites = run.ways.flatMap(({ url }, way) =>
    run.suites.flatMap(({ id, name }) => {
      const own = results.filter((result) => result.way === way && result.suiteId === id)
      if (own.length === 0) return []
      const facts = { name: `${name} (${names[way] ?? ''})`, ...figures(own), timestamp: startedAt }
      return [
        `  <testsuite${attributes(facts)}>`,
        '    <properties>',
        `      <property${attributes({ name: 'interface', value: url })}/>`,
        '    </properties>',
        ...own.flatMap((result) => caseOf(result, `${id}.${names[way] ?? ''}`)),
        '  </testsuite>',
      ]
    }),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: `A2A checks of ${run.agentName}`, ...figures(results, run.problem ? 1 : 0) })}>`,
    ...(run.problem ? problemSuite(run.problem.sentence, startedAt) : []),
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

/** What said nothing of the agent is an error of its own, so that no build server takes it for a success. */
function problemSuite(sentence: string, timestamp: string): readonly string[] {
  const facts = { name: 'Connection', ...figures([], 1), timestamp }
  return [
    `  <testsuite${attributes(facts)}>`,
    `    <testcase${attributes({ name: 'The agent can be checked', classname: 'connection', time: '0.000' })}>`,
    `      <error${attributes({ message: sentence, type: 'not-measured' })}/>`,
    '    </testcase>',
    '  </testsuite>',
  ]
}

function figures(results: readonly TestResult[], problems = 0) {
  const { total, failed, errors, skipped } = countsOf(results)
  const durationMs = results.reduce((sum, result) => sum + result.durationMs, 0)
  return {
    tests: String(total + problems),
    failures: String(failed),
    errors: String(errors + problems),
    skipped: String(skipped),
    time: seconds(durationMs),
  }
}

function caseOf(result: TestResult, classname: string): readonly string[] {
  const { testId, name, outcome, durationMs } = result
  const open = `    <testcase${attributes({ name: `${testId} ${name}`, classname, time: seconds(durationMs) })}`
  const message = shorten(reasonOf(result), maxReportedValueChars)
  switch (outcome) {
    case 'pass':
      return [`${open}/>`]
    case 'skip':
      return [`${open}>`, `      <skipped${attributes({ message })}/>`, '    </testcase>']
    case 'error':
      return [`${open}>`, `      <error${attributes({ message, type: 'not-measured' })}/>`, '    </testcase>']
    case 'fail': {
      const type = levelWord(result.level)
      const lines = `      <failure${attributes({ message, type })}>${xmlText(detailOf(result))}</failure>`
      return [`${open}>`, lines, '    </testcase>']
    }
  }
}

function detailOf({ failure, hint, section }: TestResult): string {
  const value = (name: string, text: string | undefined) =>
    text === undefined ? [] : [`${name}: ${shorten(text, maxReportedValueChars)}`]
  return [
    ...value('Step', failure?.stepId),
    ...value('Path', failure?.path),
    ...value('Expected', failure?.expected),
    ...value('Actual', failure?.actual),
    ...value('Section', section),
    ...value('Hint', hint),
  ].join('\n')
}

function attributes(facts: Readonly<Record<string, string>>): string {
  return Object.entries(facts)
    .map(([name, value]) => ` ${name}="${xmlText(value)}"`)
    .join('')
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3)
}
