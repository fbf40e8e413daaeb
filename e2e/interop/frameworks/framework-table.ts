// The shape of the table in frameworks.ts.

import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Subject } from '../server-table.ts'

export interface Framework extends Subject {
  /** What its captures are called. */
  readonly capture: string
  /** Paths that someone would type besides the root; each has to lead to the agent as well. */
  readonly paths?: readonly string[]
  /** The ways in that its card offers. */
  readonly ways: readonly string[]
  /** What it reports a tool that is used; absent where it tells nothing of it. */
  readonly tells?: ToolWords
  /** It has tools that a task stops for: one to be confirmed, and one that takes its time. */
  readonly waits?: true
  /** Versions that its guide names and its card does not: taken by choice, at the same address. */
  readonly unnamed?: readonly DialectId[]
}

/** As the chat names them, in their order. */
export interface ToolWords {
  readonly send: readonly string[]
  readonly stream: readonly string[]
}
