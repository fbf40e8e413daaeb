import { isObject } from '../json-kinds.ts'
import type { Artifact, ArtifactUpdate, JsonObject, JsonValue, StatusUpdate } from '../model.ts'
import type { ChunkMarks } from './artifact.ts'
import { readArtifact } from './artifact.ts'
import type { Habits, Writable } from './members.ts'
import { keep, misfit } from './members.ts'
import { readStatus, unspecified } from './task.ts'

export function readStatusUpdate(raw: JsonObject, reading: Habits): StatusUpdate {
  const update: Writable<StatusUpdate> = { taskId: '', status: unspecified }
  let id: JsonValue = null
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'taskId':
      case 'task_id':
        if (typeof value === 'string' && update.taskId === '') update.taskId = value
        else misfit(update, key, value)
        break
      case 'id':
        id = value
        break
      case 'contextId':
      case 'context_id':
      case 'sessionId':
        if (typeof value !== 'string' || update.contextId !== undefined) misfit(update, key, value)
        else if (value !== '') update.contextId = value
        break
      case 'status': {
        const status = readStatus(value, reading)
        if (status === undefined) misfit(update, key, value)
        else update.status = status
        break
      }
      case 'final':
        if (typeof value === 'boolean') update.final = value
        else misfit(update, key, value)
        break
      case 'metadata':
        if (isObject(value)) update.metadata = value
        else misfit(update, key, value)
        break
      case 'kind':
        if (value !== 'status-update') misfit(update, key, value)
        break
      default:
        keep(update, key, value)
    }
  }
  nameTask(update, id)
  return update
}

export function readArtifactUpdate(raw: JsonObject, reading: Habits): ArtifactUpdate {
  const marks: ChunkMarks = {}
  const update: Writable<ArtifactUpdate> = { taskId: '', artifact: missing, append: false, lastChunk: false }
  let id: JsonValue = null
  let append: boolean | undefined
  let lastChunk: boolean | undefined
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'taskId':
      case 'task_id':
        if (typeof value === 'string' && update.taskId === '') update.taskId = value
        else misfit(update, key, value)
        break
      case 'id':
        id = value
        break
      case 'contextId':
      case 'context_id':
      case 'sessionId':
        if (typeof value !== 'string' || update.contextId !== undefined) misfit(update, key, value)
        else if (value !== '') update.contextId = value
        break
      case 'artifact':
      case 'aritfact':
        if (isObject(value) && update.artifact === missing) {
          update.artifact = readArtifact(value, reading, marks)
        } else misfit(update, key, value)
        break
      case 'append':
        if (typeof value === 'boolean') append = value
        else misfit(update, key, value)
        break
      case 'lastChunk':
      case 'last_chunk':
        if (typeof value === 'boolean' && lastChunk === undefined) lastChunk = value
        else misfit(update, key, value)
        break
      case 'metadata':
        if (isObject(value)) update.metadata = value
        else misfit(update, key, value)
        break
      case 'kind':
        if (value !== 'artifact-update') misfit(update, key, value)
        break
      default:
        keep(update, key, value)
    }
  }
  update.append = append ?? marks.append ?? false
  update.lastChunk = lastChunk ?? marks.lastChunk ?? false
  nameTask(update, id)
  return update
}

const missing: Artifact = { artifactId: '', parts: [] }

/** 0.1 calls the task of an event `id`. */
function nameTask(update: { taskId: string; extra?: JsonObject }, id: JsonValue): void {
  if (update.taskId === '' && typeof id === 'string') update.taskId = id
  else misfit(update, 'id', id)
}
