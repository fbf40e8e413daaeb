import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { TimelineFilter, TimelineTask } from '#shared/contract/timeline.ts'
import { useEngine } from '../../../host/engine.tsx'
import { createTaskTimeline, type TaskTimeline, type TimelineState } from './task-timeline.ts'

export interface ShownTimeline extends TimelineState {
  readonly timeline: TaskTimeline
}

/** The timeline of a task as it grows: another object whenever it has changed. Another filter keeps what is known of the task on screen. */
export function useTimeline(task: TimelineTask, filter: TimelineFilter): ShownTimeline {
  const { client } = useEngine()
  const last = useRef<TaskTimeline>(undefined)
  const { taskId, agentId } = task
  const timeline = useMemo(() => {
    const same = last.current?.task.taskId === taskId && last.current.task.agentId === agentId
    const before = same ? last.current?.state().followed : undefined
    return createTaskTimeline(client, { task: { taskId, ...(agentId && { agentId }) }, filter, before })
  }, [client, taskId, agentId, filter])
  useEffect(() => {
    last.current = timeline
    return timeline.close
  }, [timeline])
  const state = useSyncExternalStore(timeline.subscribe, timeline.state)
  return useMemo(() => ({ ...state, timeline }), [state, timeline])
}
