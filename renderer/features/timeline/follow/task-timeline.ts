// One task's timeline as this window needs it: the outline as it grows, and the rows that are looked at.

import type { EngineClient } from '#shared/contract/contract.ts'
import type {
  EntryPlace,
  FollowedOutline,
  TakenTimeline,
  TimelineFilter,
  TimelineTask,
} from '#shared/contract/timeline.ts'
import type { TimelineRow } from '#shared/story/timeline/outline.ts'
import { messageOf } from '../../../host/message-of.ts'
import { followVersions } from '../../../record/follow-versions.ts'
import { createPages } from '../../../record/pages.ts'

export interface TimelineState {
  /** Absent before the first answer. */
  readonly followed?: FollowedOutline
  readonly problem?: string
}

export interface TaskTimeline {
  readonly task: TimelineTask
  readonly filter: TimelineFilter
  /** A new object whenever anything has changed, rows included. */
  state(): TimelineState
  rowAt(position: number): TimelineRow | undefined
  want(from: number, to: number): void
  locate(seq: number): Promise<EntryPlace | null>
  /** One row, whether it is on screen or not. */
  fetchRow(position: number): Promise<TimelineRow | undefined>
  /** Rows from the beginning of the list, to take away: secrets are left out. */
  take(limit: number): Promise<TakenTimeline>
  subscribe(listener: () => void): () => void
  close(): void
}

interface TimelineQuery {
  readonly task: TimelineTask
  readonly filter: TimelineFilter
  /** What is shown of the same task until the first answer for this filter. */
  readonly before?: FollowedOutline | undefined
}

const longestRead = 200

export function createTaskTimeline(
  client: EngineClient,
  { task, filter, before }: TimelineQuery,
): TaskTimeline {
  const stop = new AbortController()
  const { signal } = stop
  const listeners = new Set<() => void>()
  let state: TimelineState = before ? { followed: { ...before, matching: 0 } } : {}

  const become = (next: TimelineState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const fail = (error: unknown) => {
    if (!signal.aborted) become({ ...state, problem: messageOf(error) })
  }
  const pages = createPages<TimelineRow>({
    load: async (from, limit) => (await client.timeline.rows({ task, filter, from, limit }, { signal })).rows,
    onChange: () => become({ ...state }),
    onProblem: fail,
  })
  followVersions(
    (wait) => client.timeline.outline({ task, filter, ...wait }, { signal }),
    (followed) => {
      pages.grow(followed.matching)
      become({ followed })
    },
    signal,
  ).catch(fail)

  return {
    task,
    filter,
    state: () => state,
    rowAt: pages.at,
    want: pages.want,
    locate: (seq) => client.timeline.locate({ task, filter, seq }, { signal }),
    async fetchRow(position) {
      const request = { task, filter, from: position, limit: 1 }
      return (await client.timeline.rows(request, { signal })).rows[0]
    },
    async take(limit) {
      const rows: TimelineRow[] = []
      for (;;) {
        const request = { task, filter, from: rows.length, limit: Math.min(longestRead, limit - rows.length) }
        const taken = await client.timeline.taken(request, { signal })
        rows.push(...taken.rows)
        if (taken.rows.length === 0 || rows.length >= limit) return { outline: taken.outline, rows }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      stop.abort()
      pages.close()
    },
  }
}
