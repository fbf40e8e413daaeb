// Calls, tasks and items that the sequence fold stores.

import type { TaskState } from '../../a2a/model.ts'
import { isPrompt } from '../../a2a/operation.ts'
import { createBoundedCache } from '../../collections/lru-cache.ts'
import type { CallFacts, Entry } from '../../record/entry.ts'
import { elapsedMs } from '../sightings.ts'
import type { CallTally, ReasonKind } from './sequence.ts'

/** Rows of a sequence before anything is folded; the oldest are left out, and their number is shown. */
const maxSequenceItems = 50_000

/** Fewer equal calls are shown one by one. */
const leastFolded = 3
// Groups that a further call may join, the newest.
const maxJoinableGroups = 4_000

// Durations from which median and 95th percentile are computed, the newest.
const maxTimedCalls = 1_000

export interface Cause {
  readonly call: Call
  readonly reasons: readonly ReasonKind[]
  readonly guess: boolean
}

/** What identifies a call as made for another. */
export interface Marks {
  readonly traceId?: string | undefined
  readonly contextId?: string | undefined
  readonly messageId?: string | undefined
  /** A key for each text of its message. */
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
  /** The last state that it received of its task. */
  state?: TaskState | undefined
  status?: number
  problem?: string | undefined
  aborted?: boolean
  endedMs?: number
  /** Its newest item, as long as that can grow. */
  last?: Item | undefined
}

/** Programs read a card before a call; that requests no work of the agent. */
export function isCardRead({ purpose }: CallFacts): boolean {
  return purpose === 'card'
}

export interface SequenceTask {
  readonly id: string
  readonly lane: number
  contextId?: string | undefined
  state?: TaskState
  /** When it entered that state. */
  sinceMs: number
  readonly calls: Call[]
  /** The item that reported its waiting, while it waits. */
  waits?: Item | undefined
}

/** Equal calls: at the same time, or consecutive reads of the same task. */
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
  /** Position among all items, dropped ones included. */
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
  /** Position in the chain, from 1. */
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

// Equal calls are from one lane for the same cause to the same lane, at the same time; reads of a task also one after another.

export function isFolded({ tally }: Group): boolean {
  return tally.calls() >= leastFolded
}

type Grouped = Pick<Call, 'from' | 'to' | 'facts' | 'cause' | 'exchangeId' | 'task'>

export function createGroups() {
  const groups = createBoundedCache<string, Group>(maxJoinableGroups)
  /** `newest`: the last item. */
  return ({ from, to, facts, cause, exchangeId, task }: Grouped, newest: Item | undefined): Group => {
    const { operation, label } = facts
    const about = isPrompt(operation) ? '' : (task?.id ?? '')
    const key = JSON.stringify([from, to, operation, label, cause?.call.exchangeId, about])
    const before = groups.get(key)
    const isLook = !isPrompt(operation) && operation !== 'cancel'
    const goesOn = isLook && before?.newest !== undefined && before.newest === newest
    if (before && (goesOn || before.tally.open() > 0)) return before
    const group = { first: exchangeId, tally: createTally(), states: {} }
    groups.set(key, group)
    return group
  }
}

// Items of a sequence on one clock; the oldest are dropped where there are too many.

export type Instant = Pick<Entry, 'seq' | 'at' | 'monoMs' | 'exchangeId'>
type Happened = Pick<Item, 'from' | 'to' | 'call' | 'task' | 'state'> & { readonly tookMs?: number }

export function createItemList(bars: () => string) {
  let items: Item[] = []
  let dropped = 0
  let first: Instant | undefined

  /** Milliseconds since the first moment. */
  const since = (moment: Instant) => {
    first ??= moment
    return elapsedMs(first, moment)
  }
  return {
    add(kind: Item['kind'], moment: Instant, what: Happened): Item {
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
    /** Number of older items. */
    dropped: () => dropped,
  }
}
