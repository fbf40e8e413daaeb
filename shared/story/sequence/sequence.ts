// Who reports what to whom in a session, as a viewer draws it: callers and agents are lanes, what passes between them is rows on one clock.

import type { TaskState } from '../../a2a/model.ts'
import type { OperationKind } from '../../a2a/operation.ts'

/** `others` is for all that arrive when there are as many lanes as are distinguished. */
export interface Lane {
  /** The same in every answer. */
  readonly id: string
  readonly kind: 'parley' | 'agent' | 'program' | 'others'
  readonly agentId?: string
  /** Of a program its `User-Agent`, of an agent without an id its host. */
  readonly name?: string
}

/** Why a call is taken to come from an agent, the surest first. The last two alone are a guess. */
export type ReasonKind = 'span' | 'trace' | 'reference' | 'context' | 'forwarded' | 'inside'

export interface Why {
  readonly reasons: readonly ReasonKind[]
  readonly guess: boolean
  /** The call that it was made for, and the task of that. */
  readonly exchangeId: string
  readonly taskId?: string
}

/** Work below a canceled task that went on, or began, after the task was canceled. */
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
  /** Its caller left before it was answered whole. */
  readonly aborted: number
  /** Of the last ones that ended. */
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
  /** Positions of lanes. */
  readonly from: number
  readonly to: number
  /** Wall clock. */
  readonly at: number
  /** Since the first row. */
  readonly sinceMs: number
  readonly exchangeId: string
  readonly seq: number
  readonly taskId?: string
  /** Within calls that are folded out. */
  readonly within?: true
  /** Of each lane: 0 idle, 1 busy, 2 waits for input, 3 for authorization. */
  readonly bars: string
  /** Requests for input that one agent passes on to the next, and their answers. */
  readonly chain?: ChainStep
  /** Of each lane, the line that joins the steps of a chain: 0 none, 1 from this row on, 2 through it, 3 up to it. */
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
    /** Equal calls at the same time, or looks one after another, as one. */
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
        /** Why it failed. */
        readonly problem?: string
        /** Its caller left, or Parley ended it: nothing that the agent did wrong. */
        readonly aborted?: true
      }
    | { readonly kind: 'canceled'; readonly running: readonly KeptRunning[] }
  )

/** How one lane calls another. */
export interface Edge extends CallTally {
  readonly from: number
  readonly to: number
  readonly pushes: number
  /** How often it read the other's card; that is no call. */
  readonly cards: number
  readonly reasons: Partial<Record<ReasonKind, number>>
  /** Calls of which the caller is a guess. */
  readonly guessed: number
}
