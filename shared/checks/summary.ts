// The verdict of a run, and its results in an order that does not depend on an agent's speed. Only what was tested counts as
// passed.

import { type CheckRun, type Counts, countsOf, type TestedInterface, type TestResult } from './run.ts'
import { type Level, levels } from './suite.ts'

export interface Verdict {
  /** `unmeasured`: no verdict about the agent. `incomplete`: it ended before all tests were run. */
  readonly state: 'passed' | 'failed' | 'unmeasured' | 'incomplete'
  readonly sentence: string
}

/** Whether an earlier report, the baseline, has it as failed, too. */
export type IsBaseline = (result: TestResult) => boolean

/** Failures in the baseline do not fail a run. */
export function verdictOf(run: CheckRun, isBaseline?: IsBaseline): Verdict {
  const { results, problem, state, planned } = run
  if (problem) return { state: 'unmeasured', sentence: problem.sentence }
  const all = countsOf(results)
  const must = countsOf(ofLevel(results, 'must'))
  const bad = ofLevel(results, 'must').filter(isOwnFailure)
  const fresh = bad.filter((result) => failsRun(result, isBaseline)).length
  const inBaseline = isBaseline ? baselineClause(fresh, bad.length - fresh) : ''
  const failedWords = `${failedSentence(must, inBaseline)}${othersSentence(results)}`
  if (fresh > 0) return { state: 'failed', sentence: failedWords }
  if (state !== 'done') {
    const made = all.passed + all.failed + all.inconclusive
    return { state: 'incomplete', sentence: `The run ended early: ${made} of ${planned} tests were made.` }
  }
  if (measured(all) === 0) return { state: 'unmeasured', sentence: unmeasuredSentence(all) }
  if (bad.length > 0) return { state: 'passed', sentence: failedWords }
  return { state: 'passed', sentence: `${passedSentence(must)}${othersSentence(results)}` }
}

/** What fails a run, its exit code and each report alike: a test that is blocked by another one’s fault doesn’t count again. */
export function failsRun(result: TestResult, isBaseline?: IsBaseline): boolean {
  return result.level === 'must' && isOwnFailure(result) && isBaseline?.(result) !== true
}

function measured({ passed, failed }: Counts): number {
  return passed + failed
}

export function ofLevel(results: readonly TestResult[], level: Level): readonly TestResult[] {
  return results.filter((result) => result.level === level)
}

/** By suite, test and interface, whatever the order of answers. */
export function inOrder({ suites, results }: Pick<CheckRun, 'suites' | 'results'>): readonly TestResult[] {
  const place = new Map(suites.map(({ id }, index) => [id, index]))
  const placeOf = (result: TestResult) => place.get(result.suiteId) ?? suites.length
  return results.toSorted(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      byNumber.compare(a.testId, b.testId) ||
      a.way - b.way ||
      a.durationMs - b.durationMs,
  )
}

const byNumber = new Intl.Collator('en', { numeric: true })

/** The newest version first, "3.10" after "3.9". */
export function compareSections(a: string, b: string): number {
  const [versionA = '', versionB = ''] = [a, b].map((each) => each.split(',')[0])
  return byNumber.compare(versionB, versionA) || byNumber.compare(a, b)
}

/** "A2A 1.0, section 3.1.1": each version has its own. */
export function sectionOf(
  { section, way }: TestResult,
  interfaces: readonly TestedInterface[],
): string | undefined {
  const own = interfaces[way]
  return own && section ? `A2A ${versionOf(own)}, section ${section}` : undefined
}

export function versionOf({ dialect }: Pick<TestedInterface, 'dialect'>): string {
  return dialect.replace(/-(proto|schema)$/, '')
}

/** "1.0 JSONRPC"; with its address where another has the same name. */
export function interfaceNames(interfaces: readonly TestedInterface[]): readonly string[] {
  const short = interfaces.map((tested) => `${versionOf(tested)} ${tested.binding}`)
  return short.map((name, index) =>
    short.indexOf(name) === short.lastIndexOf(name) ? name : `${name} ${interfaces[index]?.url ?? ''}`,
  )
}

export function isBad({ outcome }: Pick<TestResult, 'outcome'>): boolean {
  return outcome === 'fail' || outcome === 'inconclusive'
}

/** Not blocked by the fault of another test. */
export function isOwnFailure(result: TestResult): boolean {
  return isBad(result) && result.blockedBy === undefined
}

export const outcomeWords = {
  pass: 'passed',
  fail: 'failed',
  skip: 'not applicable',
  inconclusive: 'inconclusive',
} as const satisfies Readonly<Record<TestResult['outcome'], string>>

/** Blocked tests by the test that blocks them: listed once, below those that count. */
export function blockedTests(results: readonly TestResult[]): ReadonlyMap<string, readonly string[]> {
  const blocked = results.flatMap(({ blockedBy, testId }) => (blockedBy ? [{ blockedBy, testId }] : []))
  const groups = Map.groupBy(blocked, ({ blockedBy }) => blockedBy)
  return new Map([...groups].map(([by, own]) => [by, [...new Set(own.map(({ testId }) => testId))]]))
}

/** Why it has this outcome; empty where it passed. */
export function reasonOf({ failure, reason }: TestResult): string {
  return failure?.message ?? reason ?? ''
}

/** With "in the baseline" where that has it, too. */
export function outcomeText(result: TestResult, isBaseline?: IsBaseline): string {
  const isInBaseline = isBad(result) && isBaseline?.(result) === true
  return `${outcomeWords[result.outcome]}${isInBaseline ? ', in the baseline' : ''}`
}

export function levelWord(level: Level): string {
  return level.toUpperCase()
}

export const figureHeads = ['Level', 'Interface', 'Passed', 'Failed', 'Inconclusive', 'Not applicable']

/** Counts of outcomes by level and interface, where there are any. */
export function figuresOf(results: readonly TestResult[], names: readonly string[]) {
  return levels.flatMap((level) =>
    names.flatMap((name, interfaceIndex) => {
      const own = ofLevel(results, level).filter((result) => result.way === interfaceIndex)
      const { passed, failed, inconclusive, skipped } = countsOf(own)
      const counts = [passed, failed, inconclusive, skipped]
      return own.length === 0 ? [] : [{ level: levelWord(level), name, counts }]
    }),
  )
}

function failedSentence({ total, skipped, failed, inconclusive }: Counts, inBaseline: string): string {
  const made = total - skipped
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} ${inconclusive === 1 ? 'was' : 'were'} inconclusive`] : []),
  ]
  return `Of ${tests(made, 'MUST')}, ${parts.join(' and ')}${inBaseline}.`
}

function baselineClause(fresh: number, inBaseline: number): string {
  if (fresh > 0 && inBaseline > 0) return `: ${fresh} new, ${inBaseline} in the baseline`
  if (inBaseline > 0) return inBaseline === 1 ? ', which is in the baseline' : ', all of them in the baseline'
  return fresh === 1 ? ', which isn’t in the baseline' : ', none of them in the baseline'
}

function passedSentence({ total, skipped }: Counts): string {
  const made = total - skipped
  if (made === 0) return 'No MUST test applied.'
  return made === 1 ? 'The one MUST test passed.' : `All ${made} MUST tests passed.`
}

function unmeasuredSentence({ inconclusive, skipped }: Counts): string {
  if (inconclusive > 0) return `Nothing was measured: ${tests(inconclusive)} ended without a result.`
  if (skipped > 0) return `Nothing was measured: ${tests(skipped)} didn’t apply to this agent.`
  return 'Nothing was measured: no test was chosen.'
}

function othersSentence(results: readonly TestResult[]): string {
  const texts = levels
    .filter((level) => level !== 'must')
    .flatMap((level) => {
      const { failed, inconclusive } = countsOf(ofLevel(results, level))
      const bad = failed + inconclusive
      return bad === 0 ? [] : [`${bad} ${levelWord(level)}`]
    })
  return texts.length === 0 ? '' : ` Also not passed: ${texts.join(', ')}.`
}

function tests(count: number, word = ''): string {
  return `${count} ${word === '' ? '' : `${word} `}${count === 1 ? 'test' : 'tests'}`
}
