// Tasks on one clock: the outline of the shown one, or the lanes of all of its conversation.

import type { TaskLane } from '#shared/contract/timeline.ts'
import type { Outline } from '#shared/record/timeline/outline.ts'
import type { Lane } from './activity.ts'
import { isOver } from './blocks.ts'

export function laneOf(outline: Outline, agentId: string | undefined): TaskLane {
  const { taskId, startedAt, figures, openStreams, heardMs, segments, sentMs, rates } = outline
  return {
    taskId,
    ...(agentId !== undefined && { agentId }),
    startedAt,
    totalMs: figures.totalMs,
    open: openStreams.length > 0,
    heardMs,
    segments,
    sentMs,
    rates,
  }
}

/** Time goes on for a task while a stream of it is open and it has not ended. */
export function isLive({ open, segments }: Pick<TaskLane, 'open' | 'segments'>): boolean {
  const state = segments.at(-1)?.state
  return open && (state === undefined || !isOver(state))
}

export function onOneClock(tasks: readonly TaskLane[], engineNow: number | undefined): readonly Lane[] {
  const startedAt = Math.min(...tasks.map((task) => task.startedAt))
  return tasks.map((task) => ({
    ...task,
    offsetMs: task.startedAt - startedAt,
    endMs:
      isLive(task) && engineNow !== undefined
        ? Math.max(task.totalMs, engineNow - task.startedAt)
        : task.totalMs,
  }))
}
