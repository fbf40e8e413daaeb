// Milliseconds since a task's first entry. Within a session the monotonic clock counts; from one session to the next only
// the wall clock can tell, and it may have been set back.

import type { Entry } from '../../record/entry.ts'

export type Moment = Pick<Entry, 'sessionId' | 'at' | 'monoMs'>

interface Base {
  readonly monoMs: number
  readonly ms: number
}

export function createTaskClock() {
  const bases = new Map<string, Base>()
  let startedAt = 0
  let latest: { readonly at: number; readonly ms: number } = { at: 0, ms: 0 }

  const timeBy = (base: Base | undefined, monoMs: number) =>
    base ? Math.max(0, base.ms + monoMs - base.monoMs) : 0
  const begin = ({ sessionId, at, monoMs }: Moment): Base => {
    const first = bases.size === 0
    if (first) startedAt = at
    const base = { monoMs, ms: first ? 0 : latest.ms + Math.max(0, at - latest.at) }
    bases.set(sessionId, base)
    return base
  }

  return {
    /** The time of the next entry; begins a session's clock where it is its first. */
    since(moment: Moment) {
      const { sessionId, at, monoMs } = moment
      const ms = timeBy(bases.get(sessionId) ?? begin(moment), monoMs)
      if (ms >= latest.ms) latest = { at, ms }
      return ms
    },
    /** The time of an entry that has been taken. */
    of: ({ sessionId, monoMs }: Moment) => timeBy(bases.get(sessionId), monoMs),
    startedAt: () => startedAt,
  }
}
