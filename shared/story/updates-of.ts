// What a result reports about tasks. Metadata that reports tools becomes a part of its message here, so that readers find tools
// in parts only.

import type { Result } from '../a2a/dialect.ts'
import type { Message, StatusUpdate, Task, TaskState, TaskStatus, Update } from '../a2a/model.ts'
import { toolPartIn } from '../a2a/tool-calls.ts'
import { defined } from '../defined.ts'

export function updatesOf(result: Result): readonly Update[] {
  return bareUpdates(result).map(withTools)
}

/** The update of one task, as it arrived. */
export function updateIn(result: Result): Update | undefined {
  if (result.kind === 'update') return result.update
  return result.kind === 'task' ? result : undefined
}

function bareUpdates(result: Result): readonly Update[] {
  switch (result.kind) {
    case 'update':
      return [result.update]
    case 'task':
      return [result]
    case 'tasks':
      return result.page.tasks.map((task) => ({ kind: 'task', task }))
    case 'push-config':
    case 'push-configs':
    case 'card':
    case 'nothing':
      return []
  }
}

function withTools(update: Update): Update {
  switch (update.kind) {
    case 'status': {
      const status = statusWithTools(update.status)
      return status === update.status ? update : { kind: 'status', status }
    }
    case 'task': {
      const task = taskWithTools(update.task)
      return task === update.task ? update : { kind: 'task', task }
    }
    case 'message': {
      const message = messageWithTools(update.message)
      return message === update.message ? update : { kind: 'message', message }
    }
    case 'artifact':
      return update
  }
}

const wordless: Message = { messageId: '', role: 'agent', parts: [] }

/** Agno reports tools in the update's metadata, where its state has no message. */
function statusWithTools(update: StatusUpdate): StatusUpdate {
  const status = ownTools(update.status)
  const part = toolPartIn(update.metadata)
  if (part === undefined) return status === update.status ? update : { ...update, status }
  const { message = wordless } = status
  return { ...update, status: { ...status, message: { ...message, parts: [...message.parts, part] } } }
}

/** Mastra reports tools in the task's metadata, at the end. */
function taskWithTools(task: Task): Task {
  const status = ownTools(task.status)
  const dataPart = toolPartIn(task.metadata)
  const before = task.history ?? []
  const history = before.map(messageWithTools)
  const isSame = status === task.status && !dataPart && history.every((each, place) => each === before[place])
  if (isSame) return task
  return { ...task, status, history: dataPart ? [...history, { ...wordless, parts: [dataPart] }] : history }
}

function ownTools(status: TaskStatus): TaskStatus {
  const message = status.message && messageWithTools(status.message)
  return message === status.message ? status : { ...status, ...defined({ message }) }
}

function messageWithTools(message: Message): Message {
  const part = toolPartIn(message.metadata)
  return part === undefined ? message : { ...message, parts: [...message.parts, part] }
}

/** The task that an update names; a message may name none. */
export function taskIdOf(update: Update): string {
  switch (update.kind) {
    case 'task':
      return update.task.id
    case 'status':
      return update.status.taskId
    case 'artifact':
      return update.artifact.taskId
    case 'message':
      return update.message.taskId ?? ''
  }
}

export function statusOf(update: Update): TaskStatus | undefined {
  if (update.kind === 'task') return update.task.status
  return update.kind === 'status' ? update.status.status : undefined
}

export function stateOf(update: Update): TaskState | undefined {
  return statusOf(update)?.state
}

export function contextIdOf(update: Update): string | undefined {
  if (update.kind === 'task') return update.task.contextId
  if (update.kind === 'message') return update.message.contextId
  return update.kind === 'status' ? update.status.contextId : update.artifact.contextId
}
