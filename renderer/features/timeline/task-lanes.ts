import { isSettled } from '#shared/a2a/task-states.ts'
import type { TaskLane } from '#shared/contract/timeline.ts'
import type { Lane } from './lane-layout.ts'

/** A task is live while a stream of it is open and it has not ended. */
export function isLive({ open, segments }: Pick<TaskLane, 'open' | 'segments'>): boolean {
  const state = segments.at(-1)?.state
  return open && !isSettled(state)
}

export function onOneClock(tasks: readonly TaskLane[], engineNow: number | undefined): readonly Lane[] {
  const startedAt = Math.min(...tasks.map((task) => task.startedAt))
  // The clock moves in steps: for all tasks, now is not before the latest activity.
  const latestAt = Math.max(...tasks.map((task) => task.startedAt + task.totalMs))
  const now = engineNow === undefined ? undefined : Math.max(engineNow, latestAt)
  return tasks.map((task) => ({
    ...task,
    offsetMs: task.startedAt - startedAt,
    endMs: isLive(task) && now !== undefined ? now - task.startedAt : task.totalMs,
  }))
}
