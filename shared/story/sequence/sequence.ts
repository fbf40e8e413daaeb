// The calls between the callers and agents of a session, as a viewer draws them: a lane for each, and rows on one clock.

import type { TaskState } from '../../a2a/model.ts'
import type { OperationKind } from '../../a2a/operation.ts'

/** `others`: all that appeared after the limit of lanes. */
export interface Lane {
  /** The same in every answer. */
  readonly id: string
  readonly kind: 'parley' | 'agent' | 'program' | 'others'
  readonly agentId?: string
  /** The `User-Agent` of a program, or the host of an agent without an id. */
  readonly name?: string
}

/** Why a call is attributed to an agent, the surest first. The last two alone are a guess. */
export type ReasonKind = 'span' | 'trace' | 'reference' | 'context' | 'forwarded' | 'inside'

export interface Why {
  readonly reasons: readonly ReasonKind[]
  readonly guess: boolean
  /** The call that it was made for, and its task. */
  readonly exchangeId: string
  readonly taskId?: string
}

/** Work below a canceled task that continued, or began, after the cancel. */
export interface KeptRunning {
  readonly lane: number
  readonly state?: TaskState
  /** After the cancel; absent while it still runs. */
  readonly endedMs?: number
}

export interface CallTally {
  readonly calls: number
  readonly open: number
  readonly failed: number
  /** The caller left before the answer was complete. */
  readonly aborted: number
  /** Of the newest ones that ended. */
  readonly medianMs?: number
  readonly p95Ms?: number
}

interface ChainStep {
  /** The same for all steps of a chain. */
  readonly id: number
  /** From 1. */
  readonly step: number
  readonly length: number
}

interface RowBase {
  readonly key: string
  readonly from: number
  readonly to: number
  /** Wall clock. */
  readonly at: number
  /** Since the first row. */
  readonly sinceMs: number
  readonly exchangeId: string
  readonly seq: number
  readonly taskId?: string
  /** Part of opened calls. */
  readonly within?: true
  /** Of each lane: 0 idle, 1 busy, 2 waits for input, 3 for authorization. */
  readonly bars: string
  /** Requests for input that one agent passes on to the next, and their answers. */
  readonly chain?: ChainStep
  /** For each lane, the line that joins the steps of a chain: 0 none, 1 begins here, 2 passes, 3 ends here. */
  readonly links?: string
}

export type SequenceRow = RowBase &
  (
    | {
        readonly kind: 'call'
        readonly label: string
        readonly operation?: OperationKind
        readonly why?: Why
      }
    /** Equal calls at the same time, or consecutive reads, as one row. */
    | {
        readonly kind: 'calls'
        readonly label: string
        readonly why?: Why
        readonly open: boolean
        readonly tally: CallTally
        readonly states: Partial<Record<TaskState, number>>
      }
    | { readonly kind: 'state'; readonly state: TaskState; readonly tookMs?: number }
    | { readonly kind: 'events'; readonly count: number }
    | { readonly kind: 'push'; readonly count: number; readonly state?: TaskState }
    | {
        readonly kind: 'answer'
        readonly tookMs: number
        readonly state?: TaskState
        readonly problem?: string
        /** The caller left, or Parley ended it: not a fault of the agent. */
        readonly aborted?: true
      }
    | { readonly kind: 'canceled'; readonly running: readonly KeptRunning[] }
  )

/** How one lane calls another. */
export interface Edge extends CallTally {
  readonly from: number
  readonly to: number
  readonly pushes: number
  /** Number of card reads, which do not count as calls. */
  readonly cards: number
  readonly reasons: Partial<Record<ReasonKind, number>>
  /** Calls whose caller is a guess. */
  readonly guessed: number
}
