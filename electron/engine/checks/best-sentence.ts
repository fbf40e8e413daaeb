// Where a rule found an error at the place for which a test failed, its sentence is the test’s.

import { stepsOf } from '#shared/a2a/rules/pointer.ts'
import type { TestFailure } from '#shared/checks/run.ts'
import { payloadNames } from '#shared/checks/stream.ts'
import type { FoundByRule } from './found.ts'
import type { AnswerPlace } from './hold.ts'
import type { TestRun } from './run-test.ts'

export function bestSentence({ place, ...run }: TestRun, found: readonly FoundByRule[]): TestRun {
  const { failure } = run
  if (place === undefined || failure === undefined) return run
  const [best] = found
    .flatMap((each) => {
      const depth = explainedAt(each, failure, place)
      return depth === undefined ? [] : [{ each, depth }]
    })
    .toSorted((a, b) => b.depth - a.depth)
  if (best === undefined) return run
  const { finding, seq } = best.each
  return { ...run, failure: { ...failure, message: finding.message, seq, path: finding.pointer } }
}

/** How near an error is to the place where the failure shows, the same place being the nearest; undefined where it explains nothing. */
function explainedAt(
  { finding, exchangeId, seq }: FoundByRule,
  { exchangeId: failedIn, seq: failedAt, path = '', actual }: TestFailure,
  place: AnswerPlace,
): number | undefined {
  if (finding.severity !== 'error' || exchangeId !== failedIn) return undefined
  const own = placeOf(stepsOf(finding.pointer))
  if (place === 'event' && seq !== failedAt && own.length > 0) return undefined
  const wanted = placeOf(pathSteps(path))
  if (!own.every((step, index) => step === wanted[index])) return undefined
  // Another value than expected has no cause further up: what is missing may have.
  return own.length === wanted.length || actual === 'nothing' ? own.length : undefined
}

/** Within the object that an answer is about: suites write all versions as 1.0, which wraps it. */
function placeOf(steps: readonly string[]): readonly string[] {
  const inside = steps[0] === 'result' ? steps.slice(1) : steps
  return payloadNames.has(inside[0] ?? '') ? inside.slice(1) : inside
}

function pathSteps(path: string): readonly string[] {
  return path.match(/[^.[\]"]+/g) ?? []
}
