// The tasks of a record. Task ids are each agent's own, so a task is known by its agent and its id; a webhook call that
// nobody registered names no agent and is matched by the id alone.

import { createListBuilder, type List } from '../collections/list.ts'
import type { Place } from './sightings.ts'
import type { TaskView } from './task-view.ts'
import { createTask, type TaskFold } from './tasks.ts'

export interface TaskList {
  find(agentId: string, taskId: string): TaskFold | undefined
  /** The task, created when nothing was known of it. */
  open(agentId: string, taskId: string, place: Place): TaskFold
  view(key: string): TaskView | undefined
  list(): List<TaskView>
}

export function createTaskList(): TaskList {
  const byKey = new Map<string, TaskFold>()
  const byIdAlone = new Map<string, TaskFold>()
  const stale = new Map<TaskFold, number>()
  const views = createListBuilder<TaskView>()

  const find = (agentId: string, taskId: string): TaskFold | undefined =>
    byKey.get(keyOf(agentId, taskId)) ??
    (agentId === '' ? byIdAlone.get(taskId) : byKey.get(keyOf('', taskId)))

  const create = (agentId: string, taskId: string, place: Place): TaskFold => {
    const key = keyOf(agentId, taskId)
    const index = views.length
    const identity = { key, taskId, ...(agentId !== '' && { agentId }) }
    const task = createTask(identity, place, () => stale.set(task, index))
    byKey.set(key, task)
    byIdAlone.set(taskId, task)
    views.push(task.view())
    return task
  }

  return {
    find,
    open: (agentId, taskId, place) => find(agentId, taskId) ?? create(agentId, taskId, place),
    view: (key) => byKey.get(key)?.view(),
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
