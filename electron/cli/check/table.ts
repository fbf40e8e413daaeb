// A run on a terminal: a line per test with a mark per interface, then the failures, the figures and a sentence.

import { behaviorIds, noPromptReason } from '#shared/checks/behaviors.ts'
import { oneLine } from '#shared/checks/reports/escape.ts'
import { type CheckRun, countsOf, type TestResult } from '#shared/checks/run.ts'
import { levels } from '#shared/checks/suite.ts'
import {
  blockedTests,
  type IsBaseline,
  inOrder,
  interfaceNames,
  isOwnFailure,
  levelWord,
  ofLevel,
  outcomeWords,
  reasonOf,
  sectionOf,
  verdictOf,
} from '#shared/checks/summary.ts'
import { counted } from '#shared/format-count.ts'
import type { Styled } from '../output.ts'

const marks = { pass: '✓', fail: '✗', skip: '–', inconclusive: '!' } as const
const colours = { pass: 'green', fail: 'red', skip: 'dim', inconclusive: 'yellow' } as const

const legend = (['pass', 'fail', 'inconclusive', 'skip'] as const)
  .map((outcome) => `${marks[outcome]} ${outcomeWords[outcome]}`)
  .join('  ')

/** Of a test's name in the table, which then ends in "…". */
const maxNameColumn = 60
/** Of a reason on a terminal, which then ends in "…"; the reports have more. */
const maxReasonChars = 600

export function tableOf(run: CheckRun, styled: Styled, isBaseline: IsBaseline | undefined): string {
  const results = inOrder(run)
  const names = interfaceNames(run.ways).map((name) => oneLine(name, maxNameColumn))
  const parts = [
    headOf(run, styled),
    results.length > 0 ? testLines(results, names, styled) : '',
    results.length > 0 ? legend : '',
    badLines(results, run.ways, styled, isBaseline),
    blockedLines(results, styled),
    skipLines(results),
    results.length > 0 ? figureLines(results) : '',
    run.problem ? '' : styled('bold', oneLine(verdictOf(run, isBaseline).sentence)),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function headOf({ agentName, agentVersion, ways }: CheckRun, styled: Styled): string {
  const version = agentVersion === undefined ? '' : ` ${agentVersion}`
  const lines = interfaceNames(ways).map(
    (name, interfaceIndex) => `  ${oneLine(name)}  ${oneLine(ways[interfaceIndex]?.url ?? '')}`,
  )
  return [styled('bold', `Checks of ${oneLine(`${agentName}${version}`)}`), ...lines].join('\n')
}

function testLines(results: readonly TestResult[], names: readonly string[], styled: Styled): string {
  const used = [...new Set(results.map(({ way }) => way))].toSorted((a, b) => a - b)
  const heads = used.map((interfaceIndex) => names[interfaceIndex] ?? '')
  const groups = [...Map.groupBy(results, ({ suiteId, testId }) => `${suiteId} ${testId}`).values()]
  const rows = groups.flatMap((group) => {
    const [first] = group
    if (!first) return []
    const cells = used.map((interfaceIndex, column) => {
      const own = group.find((result) => result.way === interfaceIndex)
      const width = heads[column]?.length ?? 0
      return own ? styled(colours[own.outcome], marks[own.outcome].padEnd(width)) : ' '.repeat(width)
    })
    return [
      [levelWord(first.level), oneLine(first.testId), oneLine(first.name, maxNameColumn), cells.join('  ')],
    ]
  })
  return columns([['', '', '', heads.join('  ')], ...rows])
}

function badLines(
  results: readonly TestResult[],
  interfaces: CheckRun['ways'],
  styled: Styled,
  isBaseline: IsBaseline | undefined,
): string {
  const names = interfaceNames(interfaces)
  const bad = results.filter(isOwnFailure)
  const groups = Map.groupBy(bad, (result) =>
    JSON.stringify([result.testId, result.outcome, isBaseline?.(result)]),
  )
  return [...groups.values()]
    .flatMap(([first, ...others]) => (first ? [{ first, group: [first, ...others] }] : []))
    .toSorted((a, b) => levels.indexOf(a.first.level) - levels.indexOf(b.first.level))
    .map(({ first, group }) => {
      const { level, testId, outcome, hint } = first
      const sections = [...new Set(group.flatMap((result) => sectionOf(result, interfaces) ?? []))]
      const mark = isBaseline?.(first) ? ' (in the baseline too)' : ''
      const head = `${marks[outcome]} ${levelWord(level)} ${oneLine(testId)} ${outcomeWords[outcome]} over ${namesOf(group, names)}${mark}`
      const reasons = [...Map.groupBy(group, reasonOf)]
      return [
        styled(colours[outcome], head),
        ...reasons.map(([reason, own]) => {
          const over = reasons.length > 1 ? `${namesOf(own, names)}: ` : ''
          return `    ${over}${oneLine(reason, maxReasonChars)}`
        }),
        ...(outcome === 'fail' && hint ? [`    ${oneLine(hint, maxReasonChars)}`] : []),
        ...sections.map((section) => styled('dim', `    ${oneLine(section)}`)),
      ].join('\n')
    })
    .join('\n')
}

function blockedLines(results: readonly TestResult[], styled: Styled): string {
  return [...blockedTests(results)]
    .map(([blocker, ids]) => {
      const head = `${marks.inconclusive} ${counted(ids.length, 'test')} inconclusive, as ${oneLine(blocker)} failed`
      return [styled(colours.inconclusive, head), `    ${oneLine(ids.join(', '), maxReasonChars)}`].join('\n')
    })
    .join('\n')
}

function namesOf(group: readonly TestResult[], names: readonly string[]): string {
  return oneLine(group.map(({ way }) => names[way] ?? '').join(', '))
}

function skipLines(results: readonly TestResult[]): string {
  const skipped = results.filter(({ outcome }) => outcome === 'skip')
  if (skipped.length === 0) return ''
  const reasons = [...Map.groupBy(skipped, reasonOf)].toSorted(([, a], [, b]) => b.length - a.length)
  return [
    'Not applicable:',
    ...reasons.map(
      ([reason, own]) =>
        `  ${String(own.length).padStart(4)}  ${oneLine(reason, maxReasonChars)}${flagFor(reason)}`,
    ),
    ...(reasons.some(([reason]) => flagFor(reason) !== '')
      ? ['  --try looks for prompts among the examples of the agent’s skills.']
      : []),
  ].join('\n')
}

/** The flag that sets the missing prompt. */
function flagFor(reason: string): string {
  const missing = behaviorIds.find((id) => noPromptReason(id) === reason)
  if (missing === undefined) return ''
  return ` --prompt ${missing.replace(/^tck-/, '')}=TEXT${missing === 'tck-multi-turn' ? ' --answer TEXT' : ''}`
}

function figureLines(results: readonly TestResult[]): string {
  const heads = ['', 'passed', 'failed', 'inconclusive', 'not applicable']
  const rows = levels.flatMap((level) => {
    const { total, passed, failed, inconclusive, skipped } = countsOf(ofLevel(results, level))
    return total === 0 ? [] : [[levelWord(level), ...[passed, failed, inconclusive, skipped].map(String)]]
  })
  return columns([heads, ...rows])
}

/** Pads every column but the last. */
function columns(rows: readonly (readonly string[])[]): string {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: count - 1 }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
