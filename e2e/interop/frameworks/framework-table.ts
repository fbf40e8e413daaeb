// The shape of the table in frameworks.ts.

import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Subject } from '../server-table.ts'

export interface Framework extends Subject {
  /** The prefix of its captures. */
  readonly capture: string
  /** Further paths that a user may type; each must lead to the agent. */
  readonly paths?: readonly string[]
  /** The interfaces of its card. */
  readonly ways: readonly string[]
  /** How it reports a tool call; absent where it does not. */
  readonly tells?: ToolWords
  /** It has tools that a task waits for: one to be confirmed, and a slow one. */
  readonly waits?: true
  /** Versions in its guide but not on its card: selected by hand, at the same address. */
  readonly unnamed?: readonly DialectId[]
}

/** As the chat names them, in order. */
export interface ToolWords {
  readonly send: readonly string[]
  readonly stream: readonly string[]
}
