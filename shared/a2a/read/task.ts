import { isList, isObject } from '../json-kinds.ts'
import type { Artifact, JsonObject, JsonValue, Part, Task, TaskStatus } from '../model.ts'
import { type Habits, keep, misfit, objectsOf, strings, type Writable } from './members.ts'
import { readMessage, readParts } from './message.ts'
import { stateOf } from './spellings.ts'

const none: readonly Part[] = []

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

/** Accepts a bare state in place of the object. */
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

/** Members that 0.1 and FastA2A put inside the artifact, and later versions on the event around it. */
export interface ChunkMarks {
  append?: boolean
  lastChunk?: boolean
}

/** With `marks`, moves the artifact's own `append` and `lastChunk` there. */
export function readArtifact(raw: JsonObject, reading: Habits, marks?: ChunkMarks): Artifact {
  const artifact: Writable<Artifact> = { artifactId: '', parts: none }
  let index: number | undefined
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'artifactId':
      case 'artifact_id':
        if (typeof value === 'string' && artifact.artifactId === '') artifact.artifactId = value
        else misfit(artifact, key, value)
        break
      case 'name':
        if (typeof value !== 'string') misfit(artifact, key, value)
        else if (value !== '') artifact.name = value
        break
      case 'description':
        if (typeof value !== 'string') misfit(artifact, key, value)
        else if (value !== '') artifact.description = value
        break
      case 'parts':
      case 'content':
        if (isList(value) && artifact.parts === none) artifact.parts = readParts(value, reading)
        else misfit(artifact, key, value)
        break
      case 'metadata':
        if (isObject(value)) artifact.metadata = value
        else misfit(artifact, key, value)
        break
      case 'extensions': {
        const uris = strings(value)
        if (uris === undefined) misfit(artifact, key, value)
        else artifact.extensions = uris
        break
      }
      case 'append':
        if (marks !== undefined && typeof value === 'boolean') marks.append = value
        else misfit(artifact, key, value)
        break
      case 'lastChunk':
      case 'last_chunk':
        if (marks !== undefined && typeof value === 'boolean') marks.lastChunk = value
        else misfit(artifact, key, value)
        break
      case 'index':
        if (typeof value === 'number') index = value
        else misfit(artifact, key, value)
        break
      default:
        keep(artifact, key, value)
    }
  }
  if (artifact.artifactId === '' && (index !== undefined || reading.numbered)) {
    artifact.artifactId = `index:${index ?? 0}`
  } else if (index !== undefined) {
    keep(artifact, 'index', index)
  }
  return artifact
}
