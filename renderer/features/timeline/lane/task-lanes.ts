import type { TaskLane } from '#shared/contract/timeline.ts'
import type { Lane } from './activity.ts'
import { isOver } from './blocks.ts'

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
