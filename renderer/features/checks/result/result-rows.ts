// The results of a run as rows: filtered, in collapsible groups.

import { type Counts, countsOf, type TestResult } from '#shared/checks/run.ts'
import { levels } from '#shared/checks/suite.ts'
import { compareSections, levelWord, outcomeWords, sectionOf } from '#shared/checks/summary.ts'
import { defined } from '#shared/defined.ts'
import type { ChecksPlace, ResultGroups } from '../../../state/checks.ts'
import { outcomes } from '../outcome-mark.tsx'
import type { RunHead } from '../use-check-run.ts'

export type ResultRow =
  | { readonly kind: 'result'; readonly key: string; readonly result: TestResult }
  | {
      readonly kind: 'group'
      readonly key: string
      readonly name: string
      readonly isOpen: boolean
      readonly counts: Counts
    }

export type Narrowing = Pick<ChecksPlace, 'outcome' | 'level' | 'way' | 'text'>

/** Includes the run: the same test of another run is another result. */
export function keyOf({ id }: Pick<RunHead, 'id'>, { suiteId, testId, way }: TestResult): string {
  return `${id} ${suiteId} ${testId} ${way}`
}

export function narrowed(results: readonly TestResult[], by: Narrowing): readonly TestResult[] {
  const words = by.text.toLowerCase().split(/\s+/).filter(Boolean)
  return results.filter(
    (result) =>
      (by.outcome === undefined || result.outcome === by.outcome) &&
      (by.level === undefined || result.level === by.level) &&
      (by.way === undefined || result.way === by.way) &&
      (words.length === 0 || hasAll(result, words)),
  )
}

function hasAll(result: TestResult, words: readonly string[]): boolean {
  const { testId, name, section = '', reason = '', failure } = result
  const text = [testId, name, `§${section}`, reason, failure?.message ?? ''].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

/**
 * Failures first, and groups that contain some; else in the order of suites or of the specification, test and interface.
 * Grouped by outcome, only the worst is open at first, else every group; `turned`: groups whose state was changed.
 */
export function rowsOf(
  run: Pick<RunHead, 'id' | 'suites' | 'ways'>,
  results: readonly TestResult[],
  groups: ResultGroups,
  turned: ReadonlySet<string>,
): readonly ResultRow[] {
  const rowOf = (result: TestResult): ResultRow => ({ kind: 'result', key: keyOf(run, result), result })
  const sectionIn = (result: TestResult) => sectionOf(result, run.ways) ?? ''
  const suites = ranksOf(run.suites.map(({ id }) => id))
  const sections = ranksOf(distinct(results.map(sectionIn)).toSorted(compareSections))
  const tests = ranksOf(distinct(results.map(({ testId }) => testId)).toSorted())
  const placed = results.map((result) => {
    const place = [suites.get(result.suiteId) ?? suites.size, sections.get(sectionIn(result)) ?? 0]
    const inGroups = groups === 'section' ? place.toReversed() : place
    const level = groups === 'level' ? levels.indexOf(result.level) : 0
    const outcome = outcomes.indexOf(result.outcome)
    return { result, ranks: [outcome, level, ...inGroups, tests.get(result.testId) ?? 0, result.way] }
  })
  const sorted = placed.toSorted((a, b) => compareRanks(a.ranks, b.ranks)).map(({ result }) => result)
  if (groups === 'none') return sorted.map(rowOf)
  const names = new Map(run.suites.map(({ id, name }) => [id, name]))
  const groupOf = (result: TestResult) => {
    if (groups === 'section') return sectionIn(result)
    if (groups === 'outcome') return result.outcome
    return groups === 'level' ? result.level : result.suiteId
  }
  const all = Map.groupBy(sorted, groupOf)
  const [first] = all.keys()
  return [...all].flatMap(([id, some]): readonly ResultRow[] => {
    const opens = groups !== 'outcome' || id === first || id === 'inconclusive'
    const isOpen = opens !== turned.has(id)
    const name = nameOf(id, groups, names)
    const head = { kind: 'group', key: `group ${id}`, name, isOpen, counts: countsOf(some) } as const
    return [head, ...(isOpen ? some.map(rowOf) : [])]
  })
}

/** Id of a group in `turned`. */
export function idOfGroup({ key }: ResultRow): string {
  return key.slice('group '.length)
}

function nameOf(id: string, groups: ResultGroups, suites: ReadonlyMap<string, string>): string {
  if (groups === 'outcome') return outcomeWords[outcomes.find((outcome) => outcome === id) ?? 'skip']
  if (groups === 'level') return levelWord(levels.find((level) => level === id) ?? 'must')
  if (groups === 'section') return id === '' ? 'No section' : id
  return suites.get(id) ?? id
}

/** Ranks texts once: there are many results with few texts. */
function ranksOf(inOrder: readonly string[]): ReadonlyMap<string, number> {
  return new Map(inOrder.map((text, index) => [text, index]))
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}

/** Where a result is shown: the place of the failure, else the last call of the test. */
export function placeShown({ failure, exchangeIds }: TestResult) {
  const exchangeId = failure?.exchangeId ?? exchangeIds.at(-1)
  if (exchangeId === undefined) return undefined
  const seq = failure?.exchangeId === undefined ? undefined : failure.seq
  return { exchangeId, ...defined({ seq }) }
}
