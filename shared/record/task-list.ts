// The tasks of a record. Task ids are each agent's own, so a task is known by its agent and its id; a webhook call that
// nobody registered names no agent and is matched by the id alone.

import { createListBuilder, type List } from './list.ts'
import type { Place } from './sightings.ts'
import type { TaskView } from './task-view.ts'
import { createTask, type TaskFold } from './tasks.ts'

export interface TaskList {
  find(agentId: string, taskId: string): TaskFold | undefined
  /** The task, created when nothing was known of it; its view will be taken anew. */
  touch(agentId: string, taskId: string, place: Place): TaskFold
  changed(task: TaskFold): void
  view(key: string): TaskView | undefined
  list(): List<TaskView>
}

export function createTaskList(): TaskList {
  const byKey = new Map<string, TaskFold>()
  const byIdAlone = new Map<string, TaskFold>()
  const indexes = new Map<TaskFold, number>()
  const stale = new Set<TaskFold>()
  const views = createListBuilder<TaskView>()

  const find = (agentId: string, taskId: string): TaskFold | undefined =>
    byKey.get(keyOf(agentId, taskId)) ??
    (agentId === '' ? byIdAlone.get(taskId) : byKey.get(keyOf('', taskId)))

  const create = (agentId: string, taskId: string, place: Place): TaskFold => {
    const key = keyOf(agentId, taskId)
    const task = createTask({ key, taskId, ...(agentId !== '' && { agentId }) }, place)
    byKey.set(key, task)
    byIdAlone.set(taskId, task)
    indexes.set(task, views.length)
    views.push(task.view())
    return task
  }

  return {
    find,
    touch(agentId, taskId, place) {
      const task = find(agentId, taskId) ?? create(agentId, taskId, place)
      stale.add(task)
      return task
    },
    changed: (task) => {
      stale.add(task)
    },
    view: (key) => byKey.get(key)?.view(),
    list() {
      for (const task of stale) {
        const index = indexes.get(task)
        if (index !== undefined) views.set(index, task.view())
      }
      stale.clear()
      return views.freeze()
    },
  }
}

function keyOf(agentId: string, taskId: string): string {
  return `${agentId} ${taskId}`
}
