// The exit code of a run. Nothing that was not measured is a success.

import type { CheckRun, RunProblem } from '#shared/checks/run.ts'
import { isBad, ofLevel, verdictOf } from '#shared/checks/summary.ts'
import type { CardProblemKind } from '#shared/contract/card.ts'
import { verbExitCodes } from '../exit-codes.ts'
import type { IsKnown } from './baseline.ts'
import { type Ended, exitCodeOfEnd } from './ending.ts'

export function exitCodeOf(run: CheckRun, ended: Ended | undefined, isKnown: IsKnown | undefined): number {
  if (ended) return exitCodeOfEnd[ended]
  if (run.problem) return verbExitCodes[run.problem.kind]
  const { state } = verdictOf(run)
  if (state === 'passed') return verbExitCodes.done
  if (state !== 'failed' || !isKnown) return verbExitCodes.failed
  const bad = ofLevel(run.results, 'must').filter(isBad)
  return bad.every(isKnown) ? verbExitCodes.done : verbExitCodes.failed
}

/** Of an address that led to no card. */
export function problemKind(kind: CardProblemKind): RunProblem['kind'] {
  switch (kind) {
    case 'needs-credentials':
    case 'forbidden':
      return 'credentials'
    case 'timeout':
      return 'timeout'
    default:
      return 'unreachable'
  }
}
