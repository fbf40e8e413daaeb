// The states of a task over time. Updates that repeat a state belong to its segment; where a task changes more often than
// could be drawn, the oldest changes are taken together, two by two.

import type { TaskState } from '../../a2a/model.ts'
import { mayFollow } from '../../a2a/task-states.ts'
import { defined } from '../../defined.ts'
import type { Segment } from './outline.ts'

const segmentCount = 256
/** What is kept exactly, however often older states changed. */
const newestExact = 32

type Moment = Pick<Segment, 'seq' | 'row'> & { readonly ms: number }

export function createLane() {
  let segments: Segment[] = []
  return {
    /** Whether this state can follow the one before; with `stands`, that one goes on all the same. */
    become(state: TaskState, { ms, seq, row }: Moment, stands: boolean) {
      const current = segments.at(-1)
      if (current?.state === state && current.changes === undefined) {
        segments[segments.length - 1] = { ...current, updates: current.updates + 1 }
        return true
      }
      const possible = current === undefined || mayFollow(current.state, state)
      if (stands) return possible
      if (segments.length >= segmentCount) segments = merged(segments)
      segments.push({ state, fromMs: ms, seq, row, updates: 1, ...(!possible && { impossible: true }) })
      return possible
    },
    state: () => segments.at(-1)?.state,
    segments: () => segments.slice(),
  }
}

function merged(segments: readonly Segment[]): Segment[] {
  const exactFrom = segments.length - newestExact
  const result: Segment[] = []
  for (const [index, segment] of segments.entries()) {
    const before = result.at(-1)
    if (index < exactFrom && index % 2 === 1 && before) result[result.length - 1] = joined(before, segment)
    else result.push(segment)
  }
  return result
}

function joined(a: Segment, b: Segment): Segment {
  const impossible = a.impossible || b.impossible
  return {
    ...a,
    updates: a.updates + b.updates,
    changes: (a.changes ?? 1) + (b.changes ?? 1),
    ...defined({ impossible }),
  }
}
