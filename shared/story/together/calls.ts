// What the fold keeps of calls, tasks and what happened between lanes.

import type { TaskState } from '../../a2a/model.ts'
import type { CallFacts } from '../../record/entry.ts'
import type { ReasonKind } from './sequence.ts'
import type { Tally } from './tally.ts'

export interface Cause {
  readonly call: Call
  readonly reasons: readonly ReasonKind[]
  readonly guess: boolean
}

/** By which a call is recognized as made for another. */
export interface Marks {
  readonly traceId?: string | undefined
  readonly contextId?: string | undefined
  readonly messageId?: string | undefined
  /** Of what it says, a key for each text. */
  readonly texts: readonly string[]
  readonly references: readonly string[]
}

export interface Call {
  readonly exchangeId: string
  readonly facts: CallFacts
  readonly marks: Marks
  readonly from: number
  readonly to: number
  readonly sinceMs: number
  cause?: Cause | undefined
  readonly group: Group
  /** Calls that were made for it. */
  readonly below: Call[]
  task?: KnownTask | undefined
  /** What it was told of its task last. */
  state?: TaskState | undefined
  status?: number
  problem?: string | undefined
  aborted?: boolean
  endedMs?: number
  /** What it led to last, as long as that can grow. */
  last?: Item | undefined
}

/** Programs do so before a call; it asks the agent for nothing. */
export function isCardRead({ purpose }: CallFacts): boolean {
  return purpose === 'card'
}

export interface KnownTask {
  readonly id: string
  readonly lane: number
  contextId?: string | undefined
  state?: TaskState
  /** When it came to that state. */
  sinceMs: number
  readonly calls: Call[]
  /** Where it was said to wait, while it does. */
  waits?: Item | undefined
}

/** Equal calls: those of a group are at the same time, or look at the same. */
export interface Group {
  readonly first: string
  readonly tally: Tally
  readonly states: Partial<Record<TaskState, number>>
  newest?: Item
}

export interface Chain {
  readonly first: Item
  length: number
}

export interface Item {
  readonly kind: 'call' | 'state' | 'events' | 'push' | 'answer' | 'canceled'
  /** Its place among all there ever were. */
  readonly order: number
  readonly seq: number
  readonly at: number
  readonly sinceMs: number
  readonly from: number
  readonly to: number
  readonly exchangeId: string
  readonly bars: string
  /** Absent for a push. */
  readonly call?: Call | undefined
  readonly task?: KnownTask | undefined
  readonly state?: TaskState | undefined
  count: number
  tookMs?: number
  chain?: Chain
  /** Which one of the chain it is, from 1. */
  step?: number
}
