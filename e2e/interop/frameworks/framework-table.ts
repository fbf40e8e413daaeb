// The shape of the table in frameworks.ts.

import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Subject } from '../server-table.ts'

export interface Framework extends Subject {
  /** What its captures are called. */
  readonly capture: string
  /** Paths of addresses someone would type; the first is the one its guide names and has to lead to the card. */
  readonly paths: readonly [string, ...string[]]
  /** The ways in that its card offers. */
  readonly ways: readonly string[]
  /** Versions that its guide names and its card does not: taken by choice, at the same address. */
  readonly unnamed?: readonly DialectId[]
}
