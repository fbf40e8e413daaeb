// The tasks of a record. Task ids are unique for one agent, so a task is identified by its agent and its id; a webhook call
// without a registration names no agent and is matched by the id alone.

import { createListBuilder } from '../collections/list.ts'
import type { Place } from './sightings.ts'
import type { TaskView } from './task-view.ts'
import { TaskFold } from './tasks.ts'
import { TaskTimelineFold } from './timeline/task-timeline-fold.ts'

export type TaskList = ReturnType<typeof createTaskList>

export function createTaskList(farSecret: string) {
  const byKey = new Map<string, TaskFold>()
  const byIdAlone = new Map<string, TaskFold>()
  const stale = new Map<TaskFold, number>()
  /** Timelines of tasks that were requested and not reported yet. */
  const byTask = new Map<string, TaskTimelineFold>()
  const views = createListBuilder<TaskView>()

  const find = (agentId: string, taskId: string): TaskFold | undefined =>
    byKey.get(keyOf(agentId, taskId)) ??
    (agentId === '' ? byIdAlone.get(taskId) : byKey.get(keyOf('', taskId)))

  const create = (agentId: string, taskId: string, place: Place): TaskFold => {
    const key = keyOf(agentId, taskId)
    const index = views.length
    const identity = { key, taskId, ...(agentId !== '' && { agentId }) }
    const [early] = [...byTask].filter(([owner]) => owner === key || (agentId === '' && owner.endsWith(key)))
    if (early) byTask.delete(early[0])
    const recorder = early?.[1] ?? new TaskTimelineFold(taskId, farSecret)
    const task = new TaskFold(identity, place, recorder, () => stale.set(task, index))
    byKey.set(key, task)
    byIdAlone.set(taskId, task)
    views.push(task.view())
    return task
  }

  return {
    find,
    open: (agentId: string, taskId: string, place: Place) =>
      find(agentId, taskId) ?? create(agentId, taskId, place),
    view: (key: string) => byKey.get(key)?.view(),
    recorder: (key: string) => byKey.get(key)?.recorder,
    /** The timeline of a task, also before the task is reported. */
    recorderOf(agentId: string, taskId: string): TaskTimelineFold {
      const key = keyOf(agentId, taskId)
      const recorder =
        find(agentId, taskId)?.recorder ?? byTask.get(key) ?? new TaskTimelineFold(taskId, farSecret)
      if (!find(agentId, taskId)) byTask.set(key, recorder)
      return recorder
    },
    list() {
      for (const [task, index] of stale) views.set(index, task.view())
      stale.clear()
      return views.freeze()
    },
  }
}

function keyOf(agentId: string, taskId: string): string {
  return `${agentId} ${taskId}`
}
