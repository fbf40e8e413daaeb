// ListTasks over a plain list (1.0 §3.1.4): newest status first, a cursor between pages, artifacts only when asked for.

import { type ListTasksRequest, type ListTasksResponse, type Task, TaskState } from '@a2a-js/sdk'
import { RequestMalformedError } from '@a2a-js/sdk/errors'

const DEFAULT_PAGE_SIZE = 50

export function pageOfTasks(tasks: readonly Task[], request: ListTasksRequest): ListTasksResponse {
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
  // The bound itself is included (1.0 §3.1.4).
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

/** A cursor names a place in the order, so it still works when its task has moved or gone. */
function indexAfter(sorted: readonly Task[], pageToken: string): number {
  const [timestamp = '', ...id] = Buffer.from(pageToken, 'base64url').toString().split('|')
  if (id.length === 0) throw new RequestMalformedError('The page token is not one this agent gave out.')
  const after = sorted.findIndex((task) => {
    const order = timestamp.localeCompare(timestampOf(task)) || id.join('|').localeCompare(task.id)
    return order > 0
  })
  return after === -1 ? sorted.length : after
}
