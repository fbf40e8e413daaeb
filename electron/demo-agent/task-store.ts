// Stores finished and running tasks. Bounded: the SDK's store grows forever. Not scoped by user: all tasks belong to
// the one person running the demo, and must not vanish when they add a token.
//
// A load shares parts and messages with the store instead of copying them; the SDK replaces those, and only writes to
// the levels copied here (task, artifact list, artifact). That keeps ten thousand appends linear.

import { type ListTasksRequest, type ListTasksResponse, type Part, type Task, TaskState } from '@a2a-js/sdk'
import { RequestMalformedError } from '@a2a-js/sdk/errors'
import type { TaskStore } from '@a2a-js/sdk/server'

const DEFAULT_PAGE_SIZE = 50

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
  // A Map has insertion order, so its first keys are the oldest tasks.
  const tasks = new Map<string, { readonly task: Task; readonly sizeBytes: number }>()
  let finishedBytes = 0

  const evict = (taskId: string): void => {
    finishedBytes -= tasks.get(taskId)?.sizeBytes ?? 0
    tasks.delete(taskId)
    onEvict(taskId)
  }

  const makeRoom = (newest: string): void => {
    for (const [taskId, { sizeBytes }] of tasks) {
      if (finishedBytes <= limits.maxFinishedBytes) break
      if (sizeBytes > 0 && taskId !== newest) evict(taskId)
    }
    if (tasks.size <= limits.maxTasks) return
    const oldest = [...tasks].find(([taskId, { sizeBytes }]) => sizeBytes > 0 && taskId !== newest)
    const first = oldest?.[0] ?? tasks.keys().next().value
    if (first !== undefined) evict(first)
  }

  return {
    size: () => tasks.size,

    async save(task) {
      finishedBytes -= tasks.get(task.id)?.sizeBytes ?? 0
      const sizeBytes = TERMINAL.has(task.status?.state) ? sizeOf(task) : 0
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

/** The approximate memory of a finished task; never zero, which means "still running". */
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

// ListTasks over a plain list (1.0 §3.1.4): newest status first, a cursor between pages, artifacts only on request.

function pageOfTasks(tasks: readonly Task[], request: ListTasksRequest): ListTasksResponse {
  const pageSize = request.pageSize ?? DEFAULT_PAGE_SIZE
  const matching = tasks.filter((task) => fits(task, request)).sort(newestFirst)
  const start = request.pageToken === '' ? 0 : indexAfter(matching, request.pageToken)
  const page = matching.slice(start, start + pageSize)
  const last = page.at(-1)
  const more = start + page.length < matching.length
  return {
    tasks: request.includeArtifacts ? page : page.map((task) => ({ ...task, artifacts: [] })),
    nextPageToken: more && last ? tokenOf(last) : '',
    pageSize,
    totalSize: matching.length,
  }
}

function fits(task: Task, request: ListTasksRequest): boolean {
  if (request.contextId !== '' && task.contextId !== request.contextId) return false
  if (request.status !== TaskState.TASK_STATE_UNSPECIFIED && task.status?.state !== request.status)
    return false
  if (!request.statusTimestampAfter) return true
  // The bound is inclusive (1.0 §3.1.4).
  return Date.parse(timestampOf(task)) >= Date.parse(request.statusTimestampAfter)
}

function newestFirst(a: Task, b: Task): number {
  return timestampOf(b).localeCompare(timestampOf(a)) || b.id.localeCompare(a.id)
}

function timestampOf(task: Task): string {
  return task.status?.timestamp ?? ''
}

function tokenOf(task: Task): string {
  return Buffer.from(`${timestampOf(task)}|${task.id}`).toString('base64url')
}

/** A cursor is a position in the order, so it still works when its task has moved or gone. */
function indexAfter(sorted: readonly Task[], pageToken: string): number {
  const [timestamp = '', ...id] = Buffer.from(pageToken, 'base64url').toString().split('|')
  if (id.length === 0) throw new RequestMalformedError('The page token is not one this agent gave out.')
  const after = sorted.findIndex((task) => {
    const order = timestamp.localeCompare(timestampOf(task)) || id.join('|').localeCompare(task.id)
    return order > 0
  })
  return after === -1 ? sorted.length : after
}
