// The shape of the tables in servers.ts and frameworks/frameworks.ts.

import type { Needs } from './environments/needs.ts'

/** What can be installed, started and asked. */
export interface Subject {
  readonly name: string
  /** Folders below `servers/` with its few lines: its own first, then what it shares. */
  readonly sources: readonly [string, ...string[]]
  readonly needs: Needs
  readonly flags?: readonly string[]
  /** What does not work, and why it is not ours to mend. One that is not needed any more fails the run. */
  readonly known?: readonly Known[]
}

export interface Server extends Subject {
  /** Every way in that the cards must offer; one more or less fails the run. */
  readonly ways: readonly string[]
  /** Answers `submitted` at once and streams nothing. */
  readonly polls?: boolean
}

export interface Known {
  /** Part of the way's name; absent for all ways. */
  readonly way?: string
  readonly operations: readonly string[]
  readonly is: 'not offered' | 'server bug'
  readonly why: string
  /** It depends on timing: seen, but not in every run. */
  readonly sometimes?: true
}

export function knownOf({ known = [] }: Subject, way: string, operation: string): Known | undefined {
  return known.find((each) => way.includes(each.way ?? '') && each.operations.includes(operation))
}
