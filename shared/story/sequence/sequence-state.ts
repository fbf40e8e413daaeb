import type { TaskState } from '../../a2a/model.ts'
import { isSettled, isWaiting } from '../../a2a/task-states.ts'
import { createBoundedCache } from '../../collections/lru-cache.ts'
import type { CallLinks } from '../../spans/span-nodes.ts'
import { withoutQuery } from '../../url.ts'
import type { Reading } from '../reading.ts'
import {
  type Call,
  type CallEnd,
  createGroups,
  createItemList,
  createTally,
  isCardRead,
  type SequenceTask,
  type Tally,
} from './calls.ts'
import { createLanes, type Lanes } from './lanes.ts'
import type { Edge, ReasonKind } from './sequence.ts'

// Tasks of a session whose state is remembered, the newest; others start over.
const maxStoredTasks = 20_000
// Calls that are listed for one task, the first.
const maxTaskCalls = 1_000

// Addresses at which callers requested pushes; a push to an older one goes to the lane of its program.
const maxCallersHooks = 10_000

/** State that the folds of requests, answers and pushes share. */
export type SequenceState = ReturnType<typeof createSequenceState>

export function createSequenceState(reading: Reading, links: CallLinks) {
  const lanes = createLanes()
  return {
    reading,
    links,
    lanes,
    list: createItemList(lanes.bars),
    tasks: createTaskIndex(lanes),
    groupOf: createGroups(),
    edges: createEdges(),
    /** The lane that requested pushes at an address, by `hookPlace`: a tap that forwards a push names the address only. */
    hooks: createBoundedCache<string, number>(maxCallersHooks),
    /** By exchange. */
    open: new Map<string, Call>(),
    /** Calls through a tap whose caller was recognised since the last `takeCallers`. */
    placed: new Map<string, Call>(),
  }
}

/** An address without the parts that masking may change. */
export function hookPlace(url: string): string {
  return withoutQuery(url).replace(/^([a-z]+:\/\/)[^/@]*@/i, '$1')
}

function createTaskIndex(lanes: Lanes) {
  const tasks = createBoundedCache<string, SequenceTask>(maxStoredTasks)
  return {
    taskOf(lane: number, id: string): SequenceTask {
      const key = `${lane} ${id}`
      const task = tasks.get(key) ?? { id, lane, sinceMs: 0, calls: [] }
      tasks.set(key, task)
      return task
    },
    /** Adds a call that requested work in it. */
    join({ calls }: SequenceTask, call: Call) {
      if (calls.length < maxTaskCalls) calls.push(call)
    },
    turn(task: SequenceTask, state: TaskState, sinceMs: number) {
      // A settled task stays settled, whatever arrives late.
      if (task.state === state || isSettled(task.state)) return
      lanes.turned(task.lane, task.state, state)
      task.state = state
      task.sinceMs = sinceMs
      if (!isWaiting(state)) task.waits = undefined
    },
  }
}

// Counts how lanes call one another.

interface Counted {
  readonly from: number
  readonly to: number
  readonly tally: Tally
  readonly reasons: Partial<Record<ReasonKind, number>>
  guessed: number
  pushes: number
  cards: number
  /** There are calls, not only pushes, which go back to the caller. */
  isCalled: boolean
}

function createEdges() {
  const edges = new Map<string, Counted>()
  const between = (from: number, to: number): Counted => {
    const key = `${from} ${to}`
    const nothing = { reasons: {}, guessed: 0, pushes: 0, cards: 0, isCalled: false }
    const edge = edges.get(key) ?? { from, to, tally: createTally(), ...nothing }
    edges.set(key, edge)
    return edge
  }
  return {
    begun({ from, to, cause, facts }: Call) {
      const edge = between(from, to)
      edge.isCalled = true
      if (isCardRead(facts)) {
        edge.cards += 1
        return
      }
      edge.tally.begun()
      if (!cause) return
      for (const reason of cause.reasons) edge.reasons[reason] = (edge.reasons[reason] ?? 0) + 1
      if (cause.guess) edge.guessed += 1
    },
    /** A call turned out to refer to the task of its cause. */
    referred({ from, to, cause }: Call) {
      const edge = between(from, to)
      edge.reasons.reference = (edge.reasons.reference ?? 0) + 1
      if (cause?.guess) edge.guessed -= 1
    },
    ended({ from, to, facts }: Call, tookMs: number, how: CallEnd) {
      if (!isCardRead(facts)) between(from, to).tally.ended(tookMs, how)
    },
    pushed(from: number, to: number) {
      between(from, to).pushes += 1
    },
    /** Whether calls lead from one lane to another, directly or through others. */
    leads(from: number, to: number): boolean {
      const reached = new Set([from])
      for (const lane of reached)
        for (const edge of edges.values()) if (edge.from === lane && edge.isCalled) reached.add(edge.to)
      return reached.has(to)
    },
    read: (): readonly Edge[] =>
      [...edges.values()].map(({ tally, isCalled: _, ...edge }) => ({ ...edge, ...tally.read() })),
  }
}
