import { isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue, Task, TaskStatus } from '../model.ts'
import { readArtifact } from './artifact.ts'
import type { Habits, Writable } from './members.ts'
import { keep, misfit, objectsOf } from './members.ts'
import { readMessage } from './message.ts'
import { stateOf } from './spellings.ts'

export function readTask(raw: JsonObject, reading: Habits): Task {
  const task: Writable<Task> = { id: '', status: unspecified }
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'id':
        if (typeof value === 'string') task.id = value
        else misfit(task, key, value)
        break
      case 'contextId':
      case 'context_id':
      case 'sessionId':
      case 'session_id':
        if (typeof value !== 'string' || task.contextId !== undefined) misfit(task, key, value)
        else if (value !== '') task.contextId = value
        break
      case 'status': {
        const status = readStatus(value, reading)
        if (status === undefined) misfit(task, key, value)
        else task.status = status
        break
      }
      case 'artifacts':
      case 'aritfacts': {
        if (task.artifacts !== undefined) {
          misfit(task, key, value)
          break
        }
        const artifacts = objectsOf(task, key, value, (item) => readArtifact(item, reading))
        if (artifacts !== undefined) task.artifacts = artifacts
        break
      }
      case 'history': {
        const history = objectsOf(task, key, value, (item) => readMessage(item, reading))
        if (history !== undefined) task.history = history
        break
      }
      case 'metadata':
        if (isObject(value)) task.metadata = value
        else misfit(task, key, value)
        break
      case 'kind':
        if (value !== 'task') misfit(task, key, value)
        break
      default:
        keep(task, key, value)
    }
  }
  return task
}

export const unspecified: TaskStatus = { state: 'unknown' }

/** A bare state in place of the object is read as that state. */
export function readStatus(raw: JsonValue, reading: Habits): TaskStatus | undefined {
  if (!isObject(raw)) {
    const state = typeof raw === 'string' ? stateOf(raw) : undefined
    return state === undefined ? undefined : { state }
  }
  const status: Writable<TaskStatus> = { state: 'unknown' }
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'state': {
        const state = stateOf(value)
        if (state === undefined) misfit(status, key, value)
        else status.state = state
        break
      }
      case 'message':
      case 'update':
        if (isObject(value) && status.message === undefined) status.message = readMessage(value, reading)
        else misfit(status, key, value)
        break
      case 'timestamp':
        if (typeof value !== 'string') misfit(status, key, value)
        else if (value !== '') status.timestamp = value
        break
      case 'metadata':
        if (isObject(value)) status.metadata = value
        else misfit(status, key, value)
        break
      default:
        keep(status, key, value)
    }
  }
  return status
}
