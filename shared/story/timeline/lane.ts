// The states of a task over time. Updates that repeat a state extend its segment; where a task changes more often than can be
// drawn, the oldest changes are merged in pairs.

import type { TaskState } from '../../a2a/model.ts'
import { mayFollow } from '../../a2a/task-states.ts'
import { defined } from '../../defined.ts'
import type { Segment } from './outline.ts'

const segmentCount = 256
/** Newest segments, which are never merged. */
const newestExact = 32

type Instant = Pick<Segment, 'seq' | 'row'> & { readonly ms: number }

export function createLane() {
  let segments: Segment[] = []
  return {
    /** Returns whether this state may follow the previous one; with `stands`, the previous one continues anyway. */
    become(state: TaskState, { ms, seq, row }: Instant, stands: boolean) {
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
