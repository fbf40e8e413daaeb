import type { Case } from '../cases/case.ts'
import { answerFaults } from './answer-faults.ts'
import { cardFaults } from './card-faults.ts'
import type { FaultKind } from './mutant.ts'
import { objectFaults } from './object-faults.ts'
import { streamFaults } from './stream-faults.ts'
import { wireFaults } from './wire-faults.ts'

export const faultKinds: readonly FaultKind[] = [
  ...answerFaults,
  ...cardFaults,
  ...objectFaults,
  ...streamFaults,
  ...wireFaults,
]

/** Each mutant as a violation of its rule. */
export const mutantCases: readonly Case[] = faultKinds.flatMap(([kind, mutants]) =>
  mutants.map(
    ({ rule, severity, pointer, what, broken }): Case => [
      rule,
      severity,
      pointer,
      `${kind}: ${what}`,
      broken,
    ],
  ),
)
