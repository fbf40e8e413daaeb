// Where finished and running tasks are kept. Bounded: the SDK's own store grows for ever. Not scoped by user: everything
// here belongs to the one person running the demo, and a task must not vanish when they add a token.
//
// A load shares parts and messages with the store instead of copying them; the SDK replaces those, and only ever writes
// to the levels copied here (task, artifact list, artifact). That keeps ten thousand appends linear.

import { type ListTasksRequest, type ListTasksResponse, type Part, type Task, TaskState } from '@a2a-js/sdk'
import type { TaskStore } from '@a2a-js/sdk/server'
import { pageOfTasks } from './task-page.ts'

export interface TaskLimits {
  readonly maxTasks: number
  readonly maxFinishedBytes: number
}

export interface BoundedTaskStore extends TaskStore {
  readonly size: () => number
}

export function createTaskStore(
  limits: TaskLimits = { maxTasks: 2_000, maxFinishedBytes: 64 * 1024 * 1024 },
  onEvict: (taskId: string) => void = () => {},
): BoundedTaskStore {
  // A Map keeps insertion order, so its first keys are the tasks begun longest ago.
  const tasks = new Map<string, { readonly task: Task; readonly sizeBytes: number }>()
  let finishedBytes = 0

  const evict = (taskId: string): void => {
    finishedBytes -= tasks.get(taskId)?.sizeBytes ?? 0
    tasks.delete(taskId)
    onEvict(taskId)
  }

  const makeRoom = (kept: string): void => {
    for (const [taskId, { sizeBytes }] of tasks) {
      if (finishedBytes <= limits.maxFinishedBytes) break
      if (sizeBytes > 0 && taskId !== kept) evict(taskId)
    }
    if (tasks.size <= limits.maxTasks) return
    const oldest = [...tasks].find(([taskId, { sizeBytes }]) => sizeBytes > 0 && taskId !== kept)
    const first = oldest?.[0] ?? tasks.keys().next().value
    if (first !== undefined) evict(first)
  }

  return {
    size: () => tasks.size,

    async save(task) {
      finishedBytes -= tasks.get(task.id)?.sizeBytes ?? 0
      const sizeBytes = isTerminal(task.status?.state) ? sizeOf(task) : 0
      finishedBytes += sizeBytes
      tasks.set(task.id, { task: shallowCopy(task), sizeBytes })
      makeRoom(task.id)
    },

    async load(taskId) {
      const stored = tasks.get(taskId)
      return stored && shallowCopy(stored.task)
    },

    async list(request: ListTasksRequest): Promise<ListTasksResponse> {
      const stored = Iterator.from(tasks.values()).map(({ task }) => task)
      const page = pageOfTasks([...stored], request)
      return { ...page, tasks: page.tasks.map(shallowCopy) }
    },
  }
}

function shallowCopy(task: Task): Task {
  return { ...task, artifacts: task.artifacts.map((artifact) => ({ ...artifact })) }
}

const PART_OVERHEAD_BYTES = 200

/** Roughly what a finished task weighs in memory; never zero, which stands for "still running". */
function sizeOf(task: Task): number {
  const parts = [
    ...task.artifacts.flatMap((artifact) => artifact.parts),
    ...task.history.flatMap((message) => message.parts),
  ]
  return parts.reduce((sum, part) => sum + PART_OVERHEAD_BYTES + contentSize(part), PART_OVERHEAD_BYTES)
}

function contentSize({ content }: Part): number {
  switch (content?.$case) {
    case 'text':
    case 'url':
      return content.value.length * 2
    case 'raw':
      return content.value.length
    case 'data':
      return JSON.stringify(content.value ?? null).length * 2
    case undefined:
      return 0
  }
}

const TERMINAL: ReadonlySet<TaskState | undefined> = new Set([
  TaskState.TASK_STATE_COMPLETED,
  TaskState.TASK_STATE_FAILED,
  TaskState.TASK_STATE_CANCELED,
  TaskState.TASK_STATE_REJECTED,
])

function isTerminal(state: TaskState | undefined): boolean {
  return TERMINAL.has(state)
}
