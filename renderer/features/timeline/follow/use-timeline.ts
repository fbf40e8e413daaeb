import { useEffect, useMemo, useRef } from 'react'
import type { FollowedOutline, TimelineFilter, TimelineTask } from '#shared/contract/timeline.ts'
import { useEngine } from '../../../host/engine.tsx'
import type { ListState } from '../../../record/paged-list.ts'
import { usePagedList } from '../../../record/use-paged-list.ts'
import { createTaskTimeline, type TaskTimeline } from './task-timeline.ts'

export interface ShownTimeline extends ListState<FollowedOutline> {
  readonly timeline: TaskTimeline
}

/** The timeline of a task as it grows: another object whenever it has changed. Another filter keeps what is known of the task on screen. */
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
