// Differences between two runs of checks, by test and interface.

import type { CheckRun, TestResult } from './run.ts'

type Compared = Pick<CheckRun, 'ways' | 'results'>

export const changeKinds = ['newly-failing', 'newly-passing', 'other'] as const
/** `other`: neither failing nor passing now, or only in one of the runs. */
export type ChangeKind = (typeof changeKinds)[number]

export interface TestChange {
  /** Of the test and its interface, equal in both runs. */
  readonly key: string
  readonly kind: ChangeKind
  readonly before?: TestResult
  readonly after?: TestResult
}

/** Tests with a different outcome, the newly failing first. A test of one run only is neither newly failing nor newly passing. */
export function compareRuns(before: Compared, after: Compared): readonly TestChange[] {
  const old = byKey(before)
  const now = byKey(after)
  const changes = [...now].flatMap(([key, result]): readonly TestChange[] => {
    const earlier = old.get(key)
    if (earlier === undefined) return [{ key, kind: 'other', after: result }]
    if (earlier.outcome === result.outcome) return []
    return [{ key, kind: kindOf(result), before: earlier, after: result }]
  })
  const gone = [...old].flatMap(([key, result]): readonly TestChange[] =>
    now.has(key) ? [] : [{ key, kind: 'other', before: result }],
  )
  const rank = ({ kind }: TestChange) => changeKinds.indexOf(kind)
  return [...changes, ...gone].toSorted((a, b) => rank(a) - rank(b))
}

function kindOf({ outcome }: TestResult): ChangeKind {
  if (outcome === 'fail') return 'newly-failing'
  return outcome === 'pass' ? 'newly-passing' : 'other'
}

function byKey({ ways, results }: Compared): ReadonlyMap<string, TestResult> {
  const names = shortInterfaceNames(ways)
  return new Map(
    results.map((result) => [`${result.suiteId} ${result.testId} ${names[result.way] ?? ''}`, result]),
  )
}

/** An agent may have moved between the runs, so interfaces are compared without addresses; equal ones by their order. */
function shortInterfaceNames(interfaces: CheckRun['ways']): readonly string[] {
  return interfaces.map(({ dialect, binding }, index) => {
    const alike = interfaces
      .slice(0, index)
      .filter((tested) => tested.dialect === dialect && tested.binding === binding)
    return `${dialect} ${binding} ${alike.length}`
  })
}
