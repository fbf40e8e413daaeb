// The final verdicts after a run: some tests are judged by findings, and none passes if a rule of its name found an error.

import type { Finding, Severity } from '#shared/a2a/finding.ts'
import { ruleIds } from '#shared/a2a/rules/registry.ts'
import type { SeenKind } from '#shared/checks/steps.ts'
import { levels, type Test } from '#shared/checks/suite.ts'
import type { Connection } from '#shared/contract/card.ts'
import { defined } from '#shared/defined.ts'
import { allEntries } from '#shared/record/all-entries.ts'
import type { SessionRecord } from '../store/record.ts'
import { isSameVersion } from './applicable.ts'
import type { TestRun } from './run-test.ts'

const ruled: ReadonlySet<string> = new Set(ruleIds)

export function waitsForRules({ id, steps }: Test): boolean {
  return ruled.has(id) || steps.some((step) => 'x-findings' in step)
}

/** A rule without input proves nothing. */
export function judged(
  { test, way }: { readonly test: Test; readonly way: number },
  run: TestRun,
  foundByRules: readonly FoundByRule[],
  hasSeen: (kind: SeenKind) => boolean,
): TestRun {
  if (run.outcome !== 'pass') return run
  const here = foundByRules.filter((each) => each.ways.includes(way))
  for (const step of test.steps) {
    if (!('x-findings' in step)) continue
    const { none, seen } = step['x-findings']
    // Information does not fail a MUST test.
    const counts: readonly Severity[] =
      test.level === 'must' ? ['error', 'warning'] : ['error', 'warning', 'info']
    const first = here.find(({ finding }) => none.includes(finding.rule) && counts.includes(finding.severity))
    if (first) return failedBy(first, run, step.id)
    if (!hasSeen(seen))
      return { ...run, outcome: 'skip', reason: `Nothing in this run had ${a(seen)} to look at.` }
  }
  const error = here.find(({ finding }) => finding.rule === test.id && finding.severity === 'error')
  return error ? failedBy(error, run, undefined) : run
}

interface Made {
  readonly test: Test
  readonly way: number
  readonly run: TestRun
}

/** A test whose setup another failed test of its level or above is about becomes inconclusive: one fault is one failure. */
export function blocked(own: Made, all: readonly Made[]): TestRun {
  const { run } = own
  const blocker = rootOf(own, all)?.test.id
  if (blocker === undefined) return run
  const { failure: _, ...others } = run
  const reason = `${blocker} failed, and this test needs it.`
  return { ...others, outcome: 'inconclusive', blockedBy: blocker, reason }
}

/** The failed test at the root; undefined where tests block each other. */
function rootOf(own: Made, all: readonly Made[]): Made | undefined {
  const visited = new Set([own])
  let root: Made | undefined
  for (let next = blockerOf(own, all); next; next = blockerOf(next, all)) {
    if (visited.has(next)) return undefined
    visited.add(next)
    root = next
  }
  return root
}

function blockerOf({ way, run, test }: Made, all: readonly Made[]): Made | undefined {
  const lacks = (run.lacks ?? []).filter((name) => !test['x-proves']?.includes(name))
  if (run.outcome === 'pass' || lacks.length === 0) return undefined
  return all.find(
    (each) =>
      each.way === way &&
      each.run.outcome === 'fail' &&
      levels.indexOf(each.test.level) <= levels.indexOf(test.level) &&
      each.test['x-proves']?.some((name) => lacks.includes(name)),
  )
}

export function skipped(reason: string): TestRun {
  return { outcome: 'skip', reason, durationMs: 0, exchangeIds: [] }
}

function failedBy(
  { finding, exchangeId, seq }: FoundByRule,
  run: TestRun,
  stepId: string | undefined,
): TestRun {
  const exchangeIds = run.exchangeIds.includes(exchangeId)
    ? run.exchangeIds
    : [exchangeId, ...run.exchangeIds]
  const { message, pointer } = finding
  return {
    outcome: 'fail',
    failure: { message, ...defined({ stepId }), exchangeId, seq, path: pointer },
    durationMs: run.durationMs,
    exchangeIds,
  }
}

function a(kind: SeenKind): string {
  const words = kind.replace('-', ' ')
  return /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`
}

// The findings of a run's session, by interface.

export interface FoundByRule {
  readonly finding: Finding
  readonly exchangeId: string
  readonly seq: number
  /** The interfaces of its run; a finding without a call, such as on the card, belongs to all. */
  readonly ways: readonly number[]
}

export async function findingsOf(
  record: SessionRecord,
  sessionId: string,
  connections: readonly Connection[],
): Promise<readonly FoundByRule[]> {
  record.flush()
  const waysOf = new Map<string, readonly number[]>()
  const all = [...connections.keys()]
  const foundByRules: FoundByRule[] = []
  for await (const entry of allEntries((page) => record.read({ ...page, filter: { sessionId } }))) {
    const { exchangeId, seq } = entry
    if (entry.kind === 'request') {
      const { binding, dialect } = entry.call
      const own = all.filter(
        (interfaceIndex) =>
          connections[interfaceIndex]?.binding === binding &&
          connections[interfaceIndex]?.dialect === dialect,
      )
      waysOf.set(exchangeId, own.length > 0 ? own : all)
    }
    if (entry.kind === 'webhook') {
      const { dialect = '1.0' } = entry
      const own = all.filter((interfaceIndex) =>
        isSameVersion(connections[interfaceIndex] ?? { dialect: '0.1' }, { dialect }),
      )
      waysOf.set(exchangeId, own)
    }
    for (const finding of entry.findings ?? []) {
      foundByRules.push({ finding, exchangeId, seq, ways: waysOf.get(exchangeId) ?? all })
    }
  }
  return foundByRules
}
