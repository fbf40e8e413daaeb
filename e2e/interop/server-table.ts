// The shape of the tables in servers.ts and frameworks/frameworks.ts.

import type { Needs } from './environments/needs.ts'

/** A program that can be installed, started and called. */
export interface Subject {
  readonly name: string
  /** Folders below `servers/` with its source: its own first, then shared ones. */
  readonly sources: readonly [string, ...string[]]
  readonly needs: Needs
  readonly flags?: readonly string[]
  /** What does not work, and why Parley cannot fix it. An obsolete entry fails the run. */
  readonly known?: readonly Known[]
}

export interface Server extends Subject {
  /** Every interface of its cards; one more or less fails the run. */
  readonly ways: readonly string[]
  /** Answers `submitted` at once and streams nothing. */
  readonly polls?: boolean
}

export interface Known {
  /** Part of the interface's name; absent for all. */
  readonly way?: string
  readonly operations: readonly string[]
  readonly is: 'not offered' | 'server bug'
  readonly why: string
  /** Depends on timing: not in every run. */
  readonly sometimes?: true
}

export function knownOf({ known = [] }: Subject, way: string, operation: string): Known | undefined {
  return known.find((each) => way.includes(each.way ?? '') && each.operations.includes(operation))
}
