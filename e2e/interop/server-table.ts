// The shape of the table in servers.ts.

import type { Needs } from './environments/environment.ts'

export interface Server {
  readonly name: string
  /** Folders below `servers/` with its few lines: its own first, then what it shares. */
  readonly sources: readonly [string, ...string[]]
  readonly needs: Needs
  readonly flags?: readonly string[]
  /** Every way in that the cards must offer; one more or less fails the run. */
  readonly ways: readonly string[]
  /** Answers `submitted` at once and streams nothing. */
  readonly polls?: boolean
  /** What does not work, and why it is not ours to mend. One that is not needed any more fails the run. */
  readonly known?: readonly Known[]
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

export function knownOf(server: Server, way: string, operation: string): Known | undefined {
  return server.known?.find((known) => way.includes(known.way ?? '') && known.operations.includes(operation))
}
