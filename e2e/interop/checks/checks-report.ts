// The section of docs/INTEROP.md on checks: a line for each server, and each failure with its cause in the server.

import { countsOf, type TestResult } from '#shared/checks/run.ts'
import { levels } from '#shared/checks/suite.ts'
import { isBad, levelWord, ofLevel, reasonOf } from '#shared/checks/summary.ts'
import type { CheckedServer } from './check-server.ts'
import { type KnownFailure, knownFailures } from './expected-failures.ts'

/** Unexplained failures, and explanations of tests that pass now. */
export function checkProblems(checked: CheckedServer): readonly string[] {
  if (checked.unavailable !== undefined) return []
  if (checked.broken !== undefined) return [checked.broken]
  const failures = failuresOf(checked)
  const open = failures
    .filter((failure) => knownOf(checked, failure) === undefined)
    .map((failure) => `${wayOf(checked, failure)}, ${failure.testId}: ${reasonOf(failure)}`)
  const needless = knownTo(checked)
    .filter(({ sometimes }) => !sometimes)
    .flatMap((existing) =>
      existing.tests
        .filter((test) => !failures.some((each) => each.testId === test && isAbout(existing, checked, each)))
        .map((test) => `${test} doesn't fail${existing.way ? ` over ${existing.way}` : ''}: ${existing.why}`),
    )
  return [...open, ...needless]
}

export function checksReport(all: readonly CheckedServer[], date: Date): string {
  const ran = all.filter(({ unavailable }) => unavailable === undefined)
  const open = all.flatMap((checked) => checkProblems(checked)).length
  return `${[
    '# Checks',
    [
      "Parley's own suite (see [CHECKS.md](CHECKS.md)), all of it, over every interface of servers that an SDK makes. Their executors have",
      'an answer for each behavior that a test asks for; their cards declare streaming and push notifications, want no credentials, accept',
      'every media type, and have no extended card and no signature, so that tests of those are not applicable.',
    ].join('\n'),
    `Run on ${date.toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}: ` +
      `${ran.length} servers ran, ${open} failures have no explanation.`,
    'Passed / failed / not applicable, a test over one interface being one. What could not be measured counts as failed.',
    [
      '| server | interfaces | MUST | SHOULD | MAY | time |',
      '|---|---|---|---|---|---|',
      ...ran.map(lineOf),
    ].join('\n'),
    ...ran.map(failureTable),
  ].join('\n\n')}\n`
}

function lineOf({ server, ways, results, seconds }: CheckedServer): string {
  const counted = levels.map((level) => {
    const { passed, failed, inconclusive, skipped } = countsOf(ofLevel(results, level))
    return `${passed} / ${failed + inconclusive} / ${skipped}`
  })
  return `| ${[server.name, ways.join(', '), ...counted, `${Math.round(seconds)} s`].join(' | ')} |`
}

function failureTable(checked: CheckedServer): string {
  const failures = failuresOf(checked)
  const byCause = Map.groupBy(failures, (failure) => knownOf(checked, failure)?.why ?? '**Not explained.**')
  const rows = [...byCause].flatMap(([why, some]) =>
    [...Map.groupBy(some, ({ testId }) => testId)].map(([testId, each], index) => {
      const [first] = each
      const over = each.map((failure) => wayOf(checked, failure))
      const where = over.length === checked.ways.length ? 'all' : over.toSorted().join(', ')
      const previous = first ? `${first.failure ? '' : 'Inconclusive: '}${evidence(reasonOf(first))}` : ''
      const level = first ? levelWord(first.level) : ''
      const requested = first ? evidence(askedOf(checked, first)) : ''
      return `| ${[testId, level, where, inCell(requested), inCell(previous), index === 0 ? inCell(why) : 'The same.'].join(' | ')} |`
    }),
  )
  return [
    `## ${checked.server.name}, checked`,
    rows.length === 0
      ? 'It fails nothing.'
      : [
          '| test | level | over | asked | seen | what the server does |',
          '|---|---|---|---|---|---|',
          ...rows,
        ].join('\n'),
  ].join('\n\n')
}

/** Removes what differs from run to run, so that equal results have equal text. */
function evidence(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME')
    .replace(/\/hook\/[\w-]+/g, '/hook/KEY')
    .replace(/\[secret:\w+\]/g, 'TOKEN')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
}

function askedOf({ asked }: CheckedServer, { failure, exchangeIds }: TestResult): string {
  return asked.get(failure?.exchangeId ?? exchangeIds.at(-1) ?? '') ?? ''
}

function failuresOf({ results }: CheckedServer): readonly TestResult[] {
  return results
    .filter((result) => isBad(result) && result.blockedBy === undefined)
    .toSorted((a, b) => (a.testId < b.testId ? -1 : a.testId > b.testId ? 1 : a.way - b.way))
}

function knownTo({ server }: CheckedServer): readonly KnownFailure[] {
  return knownFailures[server.name] ?? []
}

function knownOf(checked: CheckedServer, failure: TestResult): KnownFailure | undefined {
  return knownTo(checked).find(
    (existing) => existing.tests.includes(failure.testId) && isAbout(existing, checked, failure),
  )
}

function isAbout({ way = '' }: KnownFailure, checked: CheckedServer, failure: TestResult): boolean {
  return wayOf(checked, failure).includes(way)
}

function wayOf({ ways }: CheckedServer, { way }: TestResult): string {
  return ways[way] ?? ''
}

/** Escapes a server's text for a table cell. */
function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
