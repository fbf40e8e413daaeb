// ListTasks: newest status first, pages by cursor (PROTOCOL.md §7.9).

import { defined } from '#shared/defined.ts'
import type { Call, Result } from './dialects/dialect.ts'
import { type Fault, fault } from './faults.ts'

import type { KeptTask } from './task.ts'

export function listTasks(tasks: readonly KeptTask[], call: Extract<Call, { op: 'list' }>): Result | Fault {
  const start = call.pageToken === undefined ? 0 : Number(call.pageToken)
  if (!Number.isInteger(start) || start < 0) return fault('invalid-params', 'pageToken')
  const keptTasks = tasks
    .filter((task) => call.contextId === undefined || task.contextId === call.contextId)
    .filter((task) => call.state === undefined || task.status.state === call.state)
    .reverse()
    .sort((a, b) => (b.status.timestamp ?? '').localeCompare(a.status.timestamp ?? ''))
  const end = start + call.pageSize
  const view = { artifacts: call.includeArtifacts, ...defined({ historyLength: call.historyLength }) }
  return {
    kind: 'tasks',
    tasks: keptTasks.slice(start, end).map((task) => task.snapshot(view)),
    nextPageToken: end < keptTasks.length ? String(end) : '',
    pageSize: call.pageSize,
    totalSize: keptTasks.length,
  }
}
