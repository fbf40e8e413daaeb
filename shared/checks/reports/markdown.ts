// A run as a comment on a pull request: short, and without links, mentions or images in an agent's text.

import { counted } from '../../format-count.ts'
import { type CheckRun, countsOf, type TestResult } from '../run.ts'
import { levels } from '../suite.ts'
import {
  blockedTests,
  figureHeads,
  figuresOf,
  type IsBaseline,
  inOrder,
  interfaceNames,
  isOwnFailure,
  levelWord,
  outcomeText,
  reasonOf,
  verdictOf,
} from '../summary.ts'
import { markdownCode } from './escape.ts'

/** Failures listed in a comment, which reports how many there are; the other reports have all. */
const maxMarkdownRows = 60
/** Of one text in a comment, which then ends in "…". */
const maxMarkdownChars = 300

const marks = { passed: '✅', failed: '❌', incomplete: '⚠️', unmeasured: '⚠️' } as const

export function markdownReport(run: CheckRun, isBaseline?: IsBaseline): string {
  const { state, sentence } = verdictOf(run, isBaseline)
  const names = interfaceNames(run.ways)
  const bad = inOrder(run)
    .filter(isOwnFailure)
    .toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
  const rows = bad.slice(0, maxMarkdownRows)
  return [
    `### ${marks[state]} A2A checks of ${code(run.agentName)}`,
    run.problem ? code(sentence) : `**${sentence}**`,
    run.results.length > 0 && figures(run, names),
    rows.length > 0 &&
      table(
        ['Level', 'Test', 'Interface', 'Result', 'Reason'],
        rows.map((result) => rowOf(result, names, isBaseline)),
      ),
    bad.length > rows.length && `… and ${bad.length - rows.length} more.`,
    ...[...blockedTests(run.results)].map(
      ([blocker, ids]) => `Inconclusive, as ${code(blocker)} failed: ${counted(ids.length, 'test')}.`,
    ),
    notApplicable(run),
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n\n')
    .concat('\n')
}

function figures({ results }: CheckRun, names: readonly string[]): string {
  const lines = figuresOf(results, names).map(({ level, name, counts }) => [
    ...[level, code(name)],
    ...counts.map(String),
  ])
  return table(figureHeads, lines)
}

function rowOf(
  result: TestResult,
  names: readonly string[],
  isBaseline: IsBaseline | undefined,
): readonly string[] {
  const { level, testId, way } = result
  return [
    levelWord(level),
    code(testId),
    code(names[way] ?? ''),
    outcomeText(result, isBaseline),
    code(reasonOf(result)),
  ]
}

function notApplicable({ results }: CheckRun): string {
  const { skipped } = countsOf(results)
  return skipped === 0 ? '' : `Not applicable to this agent: ${skipped}.`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function code(text: string): string {
  return markdownCode(text, maxMarkdownChars)
}
