// The exit code of a run. Nothing that was not measured is a success.

import type { CheckRun, RunProblem } from '#shared/checks/run.ts'
import { type IsKnown, verdictOf } from '#shared/checks/summary.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { CardProblemKind, Discovery } from '#shared/contract/card.ts'
import { type Ended, exitCodeOfEnd, verbExitCodes } from '../exit-codes.ts'

export function exitCodeOf(run: CheckRun, ended: Ended | undefined, isKnown: IsKnown | undefined): number {
  if (ended) return exitCodeOfEnd[ended]
  if (run.problem) return verbExitCodes[run.problem.kind]
  return verdictOf(run, isKnown).state === 'passed' ? verbExitCodes.done : verbExitCodes.failed
}

/** A run that came to nothing: no test was made, and the reports say why. */
export function noCardRun(
  agent: Agent,
  { problem }: Extract<Discovery, { found: false }>,
  ended: Ended | undefined,
): CheckRun {
  const now = Date.now()
  return {
    id: agent.id,
    agentId: agent.id,
    agentName: agent.name,
    cardUrl: agent.address,
    startedAt: now,
    endedAt: now,
    state: ended === undefined ? 'done' : 'stopped',
    ways: [],
    suites: [],
    planned: 0,
    results: [],
    problem: ended
      ? { kind: 'timeout', sentence: 'The run ended before the agent’s card was read.' }
      : { kind: problemKind(problem.kind), sentence: problem.sentence },
  }
}

/** Of an address that led to no card. */
function problemKind(kind: CardProblemKind): RunProblem['kind'] {
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
