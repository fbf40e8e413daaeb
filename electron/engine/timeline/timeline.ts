// The timelines of tasks, for windows that ask by position. A task is folded when somebody first asks for it and kept while
// it is followed; nothing here is on the way of a stream to the record.

import type {
  EntryPlace,
  FollowedLanes,
  FollowedOutline,
  TakenTimeline,
  TimelineFilter,
  TimelineTask,
} from '#shared/contract/timeline.ts'
import type { TimelineChunk, TimelineRow } from '#shared/story/timeline/outline.ts'
import { laneOf } from '#shared/story/timeline/task-lane.ts'
import { createTimelineReader } from '#shared/story/timeline/timeline-reader.ts'
import { mapStrings } from '../sessions/file/map-strings.ts'
import type { SessionRecord } from '../store/record.ts'
import { type FollowedTask, followTask } from './follow-task.ts'
import { seqsWith } from './seqs-with.ts'

interface RowsRequest {
  readonly task: TimelineTask
  readonly filter: TimelineFilter
  readonly from: number
  readonly limit: number
}

export interface Timeline {
  outline(request: {
    readonly task: TimelineTask
    readonly filter: TimelineFilter
    readonly version: number
    readonly waitMs: number
    readonly signal?: AbortSignal | undefined
  }): Promise<FollowedOutline>
  rows(request: RowsRequest): Promise<readonly TimelineRow[]>
  taken(request: RowsRequest): Promise<TakenTimeline>
  chunks(request: {
    readonly task: TimelineTask
    readonly row: number
    readonly from: number
    readonly limit: number
  }): Promise<readonly TimelineChunk[]>
  locate(request: {
    readonly task: TimelineTask
    readonly filter: TimelineFilter
    readonly seq: number
  }): Promise<EntryPlace | null>
  lanes(request: {
    readonly tasks: readonly TimelineTask[]
    readonly version: number
    readonly waitMs: number
    readonly signal?: AbortSignal | undefined
  }): Promise<FollowedLanes>
}

/** Tasks kept folded: as many as can be shown at once, and a few looked at before. */
const mostTasks = 32
/** What a window waits for the first outline of a long task, before it is shown how far the reading is. */
const firstLookMs = 100

export function createTimeline(
  record: SessionRecord,
  mask: (text: string) => string,
  now: () => number = Date.now,
): Timeline {
  const kept = new Map<string, FollowedTask>()
  let deletions = record.deletions()

  const of = (task: TimelineTask): FollowedTask => {
    if (record.deletions() !== deletions) kept.clear()
    deletions = record.deletions()
    const key = JSON.stringify([task.agentId ?? '', task.taskId])
    const known = kept.get(key) ?? followTask(record, task)
    kept.delete(key)
    kept.set(key, known)
    const oldest = kept.keys().next()
    if (kept.size > mostTasks && !oldest.done) kept.delete(oldest.value)
    return known
  }
  const reader = createTimelineReader({
    entriesAt: record.tasks.entriesAt,
    seqsWith: (taskId, text) => seqsWith(record, taskId, text),
  })
  const rowsOf = ({ task, filter, ...range }: RowsRequest) => reader.rows(of(task), filter, range)
  /** Resolves when something was written, or the time is up. */
  const written = (waitMs: number, signal: AbortSignal | undefined) =>
    record.read({ after: record.latest(), limit: 1, waitMs, ...(signal && { signal }) })

  /** Folds until the version is another than the one known, as long as there is time. */
  const changed = async (
    followed: readonly FollowedTask[],
    { version, waitMs, signal }: { version: number; waitMs: number; signal?: AbortSignal | undefined },
  ): Promise<{ readonly version: number; readonly waitedMs: number }> => {
    const deadline = performance.now() + waitMs
    let waitedMs = 0
    for (;;) {
      await Promise.all(followed.map((one) => one.catchUp(firstLookMs)))
      const reached = followed.reduce((sum, one) => sum + one.version(), 0)
      const left = deadline - performance.now()
      if (reached !== version || left <= 0 || signal?.aborted) return { version: reached, waitedMs }
      if (followed.some((one) => one.progress() < 1)) continue
      const { entries } = await written(left, signal)
      waitedMs += left - Math.max(0, deadline - performance.now())
      // Nothing: the time is up, or the record is closed and nothing will ever come.
      if (entries.length === 0) return { version: reached, waitedMs }
    }
  }

  return {
    async outline({ task, filter, ...wait }) {
      const one = of(task)
      const reached = await changed([one], wait)
      const matching = await reader.matching(one, filter)
      return { outline: one.fold.outline(), ...reached, matching, progress: one.progress(), now: now() }
    },
    rows: rowsOf,
    async taken(request) {
      const rows = await rowsOf(request)
      return mapStrings({ outline: of(request.task).fold.outline(), rows }, mask)
    },
    chunks: async ({ task, row, ...range }) => reader.chunks(of(task), row, range),
    async locate({ task, filter, seq }) {
      const one = of(task)
      await one.catchUp(firstLookMs)
      return reader.locate(one, filter, seq)
    },
    async lanes({ tasks, ...wait }) {
      const followed = tasks.map(of)
      const reached = await changed(followed, wait)
      const lanes = followed.map(({ fold }, index) => laneOf(fold.outline(), tasks[index]?.agentId))
      return { lanes, ...reached, now: now() }
    },
  }
}
