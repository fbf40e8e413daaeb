// Kinds of fault that agents have, each as a table anyone can extend: something sound, one place of it broken, and the
// finding that has to be there. What is found is a share over these tables: `mutants.test.ts`.

import type { Finding, Severity } from '../../finding.ts'
import type { RuleId } from '../registry.ts'

export interface Mutant {
  readonly what: string
  readonly rule: RuleId
  readonly severity: Severity
  readonly pointer: string
  /** Of the one that nothing was done to: has no finding. */
  readonly sound: () => readonly Finding[]
  readonly broken: () => readonly Finding[]
}

/** What a kind of fault is called, and what has it. */
export type FaultKind = readonly [name: string, mutants: readonly Mutant[]]
