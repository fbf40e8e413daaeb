// One task's timeline for this window: the growing outline, and the rows on screen.

import { useEffect, useMemo, useRef } from 'react'
import { maxTimelineRows } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type {
  EntryPlace,
  FollowedOutline,
  TakenTimeline,
  TimelineFilter,
  TimelineTask,
} from '#shared/contract/timeline.ts'
import type { TimelineRow } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../host/engine.tsx'
import { createPagedList, type ListState, type PagedList, usePagedList } from '../../record/paged-list.ts'

export interface TaskTimeline extends PagedList<TimelineRow, FollowedOutline> {
  readonly task: TimelineTask
  readonly filter: TimelineFilter
  locate(seq: number): Promise<EntryPlace | null>
  /** One row, on screen or not. */
  fetchRow(position: number): Promise<TimelineRow | undefined>
  /** Rows from the beginning for export, without secrets. */
  take(limit: number): Promise<TakenTimeline>
}

interface TimelineQuery {
  readonly task: TimelineTask
  readonly filter: TimelineFilter
  /** The outline of the same task until the first answer for this filter. */
  readonly before?: FollowedOutline | undefined
}

function createTaskTimeline(client: EngineClient, { task, filter, before }: TimelineQuery): TaskTimeline {
  const stop = new AbortController()
  const { signal } = stop
  const list = createPagedList<TimelineRow, FollowedOutline>({
    follow: ({ version, waitMs }) => client.timeline.outline({ task, filter, version, waitMs }, { signal }),
    load: async (from, limit) => (await client.timeline.rows({ task, filter, from, limit }, { signal })).rows,
    before: before && { ...before, total: 0 },
  })
  return {
    ...list,
    task,
    filter,
    locate: (seq) => client.timeline.locate({ task, filter, seq }, { signal }),
    async fetchRow(position) {
      const request = { task, filter, from: position, limit: 1 }
      return (await client.timeline.rows(request, { signal })).rows[0]
    },
    async take(limit) {
      const rows: TimelineRow[] = []
      for (;;) {
        const request = {
          task,
          filter,
          from: rows.length,
          limit: Math.min(maxTimelineRows, limit - rows.length),
        }
        const taken = await client.timeline.taken(request, { signal })
        rows.push(...taken.rows)
        if (taken.rows.length === 0 || rows.length >= limit) return { outline: taken.outline, rows }
      }
    },
    close() {
      list.close()
      stop.abort()
    },
  }
}

interface ShownTimeline extends ListState<FollowedOutline> {
  readonly timeline: TaskTimeline
}

/** Follows the timeline of a task: another object after each change. Another filter keeps the outline on screen. */
export function useTimeline(task: TimelineTask, filter: TimelineFilter): ShownTimeline {
  const { client } = useEngine()
  const last = useRef<TaskTimeline>(undefined)
  const { taskId, agentId } = task
  const timeline = useMemo(() => {
    const same = last.current?.task.taskId === taskId && last.current.task.agentId === agentId
    const before = same ? last.current?.state().answer : undefined
    return createTaskTimeline(client, { task: { taskId, ...(agentId && { agentId }) }, filter, before })
  }, [client, taskId, agentId, filter])
  useEffect(() => {
    last.current = timeline
  }, [timeline])
  const state = usePagedList(timeline)
  return useMemo(() => ({ ...state, timeline }), [state, timeline])
}
