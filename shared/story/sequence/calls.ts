// What the fold keeps of calls, tasks and what happened between lanes.

import type { TaskState } from '../../a2a/model.ts'
import { isPrompt } from '../../a2a/operation.ts'
import { createRecent } from '../../collections/lru-cache.ts'
import type { CallFacts, Entry } from '../../record/entry.ts'
import { elapsedMs } from '../sightings.ts'
import type { CallTally, ReasonKind } from './sequence.ts'

/** Rows of a sequence before anything is folded; the oldest are left out, and their number is shown. */
const maxSequenceItems = 50_000

/** Fewer equal calls stand for themselves. */
const leastFolded = 3
// Kinds of calls that may be joined by another one, the newest at least.
const maxJoinableGroups = 4_000

// Durations of calls of which median and 95th percentile are taken, the newest.
const maxTimedCalls = 1_000

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
  task?: SequenceTask | undefined
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

export interface SequenceTask {
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
  readonly task?: SequenceTask | undefined
  readonly state?: TaskState | undefined
  count: number
  tookMs?: number
  chain?: Chain
  /** Which one of the chain it is, from 1. */
  step?: number
}

export type CallEnd = 'answered' | 'failed' | 'aborted'

export type Tally = ReturnType<typeof createTally>

export function createTally() {
  const took: number[] = []
  let calls = 0
  let ended = 0
  const ends = { answered: 0, failed: 0, aborted: 0 }
  return {
    begun() {
      calls += 1
    },
    ended(tookMs: number, how: CallEnd) {
      took[ended % maxTimedCalls] = tookMs
      ended += 1
      ends[how] += 1
    },
    calls: () => calls,
    open: () => calls - ended,
    read(): CallTally {
      const { failed, aborted } = ends
      const tally = { calls, open: calls - ended, failed, aborted }
      const sorted = took.toSorted((one, other) => one - other)
      const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
      const [medianMs, p95Ms] = [at(0.5), at(0.95)]
      return medianMs === undefined || p95Ms === undefined ? tally : { ...tally, medianMs, p95Ms }
    },
  }
}

// Which calls are equal: made by one for the same, to the same, at the same time. Looks at a task are, one after another as well.

export function isFolded({ tally }: Group): boolean {
  return tally.calls() >= leastFolded
}

type Grouped = Pick<Call, 'from' | 'to' | 'facts' | 'cause' | 'exchangeId' | 'task'>

export function createGroups() {
  const groups = createRecent<string, Group>(maxJoinableGroups)
  return {
    /** `newest` is what happened last. */
    groupOf({ from, to, facts, cause, exchangeId, task }: Grouped, newest: Item | undefined): Group {
      const { operation, label } = facts
      const about = isPrompt(operation) ? '' : (task?.id ?? '')
      const key = JSON.stringify([from, to, operation, label, cause?.call.exchangeId, about])
      const tally = groups.get(key)
      const isLook = !isPrompt(operation) && operation !== 'cancel'
      const goesOn = isLook && tally?.newest !== undefined && tally.newest === newest
      if (tally && (goesOn || tally.tally.open() > 0)) return tally
      const group = { first: exchangeId, tally: createTally(), states: {} }
      groups.set(key, group)
      return group
    },
  }
}

// What happened, one thing after another on one clock; the oldest go first where there are too many.

export type Moment = Pick<Entry, 'seq' | 'at' | 'monoMs' | 'exchangeId'>
type Happened = Pick<Item, 'from' | 'to' | 'call' | 'task' | 'state'> & { readonly tookMs?: number }

export function createItemList(bars: () => string) {
  let items: Item[] = []
  let dropped = 0
  let first: Moment | undefined

  /** Milliseconds since the first moment that was asked about. */
  const since = (moment: Moment) => {
    first ??= moment
    return elapsedMs(first, moment)
  }
  return {
    add(kind: Item['kind'], moment: Moment, what: Happened): Item {
      const { seq, at, exchangeId } = moment
      const order = dropped + items.length
      const item: Item = {
        ...{ kind, order, seq, at, exchangeId, bars: bars(), count: 1 },
        sinceMs: since(moment),
        ...what,
      }
      items.push(item)
      if (item.call) item.call.last = item
      if (items.length > maxSequenceItems * 1.1) {
        dropped += items.length - maxSequenceItems
        items = items.slice(-maxSequenceItems)
      }
      return item
    },
    since,
    list: (): readonly Item[] => items,
    /** Older than those. */
    dropped: () => dropped,
  }
}
