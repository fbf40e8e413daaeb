// A run as SARIF 2.1.0: a rule for each test, a result for each failure, a notification for each test without a verdict.

import { defined } from '../../defined.ts'
import { shorten } from '../../shorten.ts'
import { writtenOut } from '../../unseen.ts'
import type { CheckRun, TestResult } from '../run.ts'
import type { Level } from '../suite.ts'
import { inOrder, interfaceNames, reasonOf } from '../summary.ts'
import { maxReportedValueChars } from './escape.ts'

const severity: Readonly<Record<Level, 'error' | 'warning' | 'note'>> = {
  must: 'error',
  should: 'warning',
  may: 'note',
}

/** `file`: the file of the repository that configures the check; code scanning requires one for each result. */
export function sarifReport(run: CheckRun, parley: string, file: string): object {
  const results = inOrder(run)
  const names = interfaceNames(run.ways)
  const rules = [...new Map(results.map((result) => [result.testId, result])).values()]
  const indexes = new Map(rules.map(({ testId }, index) => [testId, index]))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Parley', version: parley, rules: rules.map(ruleOf) } },
        automationDetails: { id: `parley/${writtenOut(run.agentName)}` },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: run.problem === undefined && run.state === 'done',
            startTimeUtc: new Date(run.startedAt).toISOString(),
            ...(run.endedAt !== undefined && { endTimeUtc: new Date(run.endedAt).toISOString() }),
            toolExecutionNotifications: [
              ...(run.problem ? [{ level: 'error', message: { text: run.problem.sentence } }] : []),
              ...results.filter(({ outcome }) => outcome === 'inconclusive').map(notificationOf),
            ],
          },
        ],
        results: results
          .filter(({ outcome }) => outcome === 'fail')
          .map((result) => ({
            ruleId: result.testId,
            ruleIndex: indexes.get(result.testId) ?? 0,
            kind: 'fail',
            level: severity[result.level],
            message: { text: messageOf(result, names) },
            locations: [
              {
                physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: 1 } },
                logicalLocations: [
                  {
                    kind: 'test',
                    name: result.testId,
                    fullyQualifiedName: `${result.suiteId}/${result.testId}`,
                  },
                  {
                    kind: 'interface',
                    name: names[result.way] ?? '',
                    fullyQualifiedName: wayOf(run, result),
                  },
                ],
              },
            ],
            partialFingerprints: {
              'parleyTest/v1': `${result.suiteId}/${result.testId}/${names[result.way] ?? ''}`,
            },
          })),
      },
    ],
  }
}

function ruleOf({ testId, name, description, hint, level, section }: TestResult): object {
  return {
    id: testId,
    name: testId,
    shortDescription: { text: plain(name) },
    fullDescription: { text: plain(description ?? name) },
    ...(hint !== undefined && { help: { text: plain(hint) } }),
    defaultConfiguration: { level: severity[level] },
    properties: { level, tags: ['A2A', level], ...defined({ section }) },
  }
}

function notificationOf(result: TestResult): object {
  return {
    level: 'error',
    message: { text: plain(reasonOf(result)) },
    associatedRule: { id: result.testId },
  }
}

function messageOf(result: TestResult, names: readonly string[]): string {
  const { expected, actual } = result.failure ?? {}
  return [
    plain(reasonOf(result)),
    ...(expected === undefined ? [] : [`Expected: ${plain(expected)}`]),
    ...(actual === undefined ? [] : [`Actual: ${plain(actual)}`]),
    `Interface: ${names[result.way] ?? ''}`,
  ].join('\n')
}

function wayOf({ ways }: CheckRun, { way }: TestResult): string {
  const { dialect = '', binding = '', url = '' } = ways[way] ?? {}
  return `${dialect} ${binding} ${url}`
}

/** Escapes `[text](1)`, which would be a link in a message of SARIF. */
function plain(text: string): string {
  return shorten(writtenOut(text), maxReportedValueChars).replace(/[\\[\]]/g, (char) => `\\${char}`)
}

function uriOf(path: string): string {
  return path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
}
