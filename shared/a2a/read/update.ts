// Decodes a report about work, recognised by a 1.0 wrapper, a 0.x `kind`, or else by its members (PROTOCOL 3.7). Wrappers may
// be misspelled, capitalised, doubled, or beside a `kind`. Members beside a wrapper are not part of the model; they stay on the
// record.

import { isList, isObject } from '../json-kinds.ts'
import type { Artifact, ArtifactUpdate, JsonObject, JsonValue, StatusUpdate, Update } from '../model.ts'
import { type Habits, keep, misfit, type Writable } from './members.ts'
import { readMessage } from './message.ts'
import { type ChunkMarks, readArtifact, readStatus, readTask, unspecified } from './task.ts'

const missing: Artifact = { artifactId: '', parts: [] }

type UpdateKind = Update['kind']

/** 0.1 sends `{id,status}` as an event of a stream and as a whole task elsewhere. */
export type UpdatePlace = 'stream' | 'elsewhere'

export function readUpdate(raw: JsonValue, reading: Habits, place: UpdatePlace): Update | undefined {
  let value = raw
  for (let layer = 0; layer < maxWrappings; layer++) {
    if (!isObject(value)) return undefined
    const sole = wrappedAlone(value)
    if (sole !== undefined) return readAs(sole.kind, sole.inner, reading)
    const kindOfMember = kindByMember(value)
    const shown = kindByShape(value, reading, place)
    const wrapped = wrappedAmong(value)
    // `kind` beside a wrapper names what is inside it.
    if (wrapped !== undefined && shown === undefined) return readAs(wrapped.kind, wrapped.inner, reading)
    const kind = kindOfMember ?? shown
    if (kind !== undefined) return readAs(kind, value, reading)
    value = neutralInside(value) ?? null
  }
  return undefined
}

/** Objects around an update that are unwrapped; deeper it is unreadable, and the frame reports it. */
const maxWrappings = 4

function readAs(kind: UpdateKind, value: JsonObject, reading: Habits): Update {
  switch (kind) {
    case 'task':
      return { kind, task: readTask(value, reading) }
    case 'message':
      return { kind, message: readMessage(value, reading) }
    case 'status':
      return { kind, status: readStatusUpdate(value, reading) }
    case 'artifact':
      return { kind, artifact: readArtifactUpdate(value, reading) }
  }
}

interface Wrapped {
  readonly kind: UpdateKind
  readonly inner: JsonObject
}

/** The shape of nearly every 1.0 event: one member, the wrapper. */
function wrappedAlone(value: JsonObject): Wrapped | undefined {
  let sole: string | undefined
  for (const key in value) {
    if (sole !== undefined) return undefined
    sole = key
  }
  return sole === undefined ? undefined : wrapper(sole, value[sole])
}

function wrappedAmong(value: JsonObject): Wrapped | undefined {
  const { $case: name, value: union } = value
  if (typeof name === 'string') return wrapper(name, union ?? value[name])
  for (const key in value) {
    const update = wrapper(key, value[key])
    if (update !== undefined) return update
  }
  return undefined
}

function wrapper(key: string, inner: JsonValue | undefined): Wrapped | undefined {
  const kind = wrapperKind(key)
  return kind !== undefined && isObject(inner) ? { kind, inner } : undefined
}

function wrapperKind(key: string): UpdateKind | undefined {
  switch (key) {
    case 'task':
    case 'Task':
      return 'task'
    case 'message':
    case 'Message':
    case 'msg':
      return 'message'
    case 'statusUpdate':
    case 'status_update':
    case 'StatusUpdate':
    case 'taskStatusUpdate':
    case 'TaskStatusUpdateEvent':
      return 'status'
    case 'artifactUpdate':
    case 'artifact_update':
    case 'ArtifactUpdate':
    case 'taskArtifactUpdate':
    case 'TaskArtifactUpdateEvent':
    case 'TaskAritfactUpdateEvent':
      return 'artifact'
    default:
      return undefined
  }
}

function kindByMember(value: JsonObject): UpdateKind | undefined {
  const { kind } = value
  switch (kind) {
    case 'task':
      return 'task'
    case 'message':
      return 'message'
    case 'status-update':
    case 'status_update':
      return 'status'
    case 'artifact-update':
    case 'artifact_update':
    case 'aritfact-update':
      return 'artifact'
    default:
      return typeof kind === 'string' ? wrapperKind(kind) : undefined
  }
}

function kindByShape(value: JsonObject, reading: Habits, place: UpdatePlace): UpdateKind | undefined {
  const { artifact, aritfact, status } = value
  if (isObject(artifact) || isObject(aritfact)) return 'artifact'
  if (isObject(status)) return kindByStatus(value, reading, place)
  const { parts, content, role } = value
  return (isList(parts) || isList(content)) && role !== undefined ? 'message' : undefined
}

function kindByStatus(value: JsonObject, reading: Habits, place: UpdatePlace): UpdateKind | undefined {
  const { id, taskId, task_id, final, artifacts, history, sessionId } = value
  if (isList(artifacts) || isList(history)) return 'task'
  if (taskId !== undefined || task_id !== undefined || typeof final === 'boolean') return 'status'
  if (typeof id !== 'string') return undefined
  return reading.numbered && place === 'stream' && sessionId === undefined ? 'status' : 'task'
}

function neutralInside(value: JsonObject): JsonObject | undefined {
  const { result, payload } = value
  if (isObject(result)) return result
  return isObject(payload) ? payload : undefined
}

function readStatusUpdate(raw: JsonObject, reading: Habits): StatusUpdate {
  const update: Writable<StatusUpdate> = { taskId: '', status: unspecified }
  let id: JsonValue = null
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'id':
        id = value
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
      case 'kind':
        if (value !== 'status-update') misfit(update, key, value)
        break
      default:
        readOfEvent(update, key, value)
    }
  }
  nameTask(update, id)
  return update
}

function readArtifactUpdate(raw: JsonObject, reading: Habits): ArtifactUpdate {
  const marks: ChunkMarks = {}
  const update: Writable<ArtifactUpdate> = { taskId: '', artifact: missing, append: false, lastChunk: false }
  let id: JsonValue = null
  let append: boolean | undefined
  let lastChunk: boolean | undefined
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'id':
        id = value
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
      case 'kind':
        if (value !== 'artifact-update') misfit(update, key, value)
        break
      default:
        readOfEvent(update, key, value)
    }
  }
  update.append = append ?? marks.append ?? false
  update.lastChunk = lastChunk ?? marks.lastChunk ?? false
  nameTask(update, id)
  return update
}

/** A member that both kinds of event have, or a foreign one. */
function readOfEvent(
  update: Writable<StatusUpdate> | Writable<ArtifactUpdate>,
  key: string,
  value: JsonValue,
): void {
  switch (key) {
    case 'taskId':
    case 'task_id':
      if (typeof value === 'string' && update.taskId === '') update.taskId = value
      else misfit(update, key, value)
      break
    case 'contextId':
    case 'context_id':
    case 'sessionId':
      if (typeof value !== 'string' || update.contextId !== undefined) misfit(update, key, value)
      else if (value !== '') update.contextId = value
      break
    case 'metadata':
      if (isObject(value)) update.metadata = value
      else misfit(update, key, value)
      break
    default:
      keep(update, key, value)
  }
}

/** 0.1 calls the task of an event `id`. */
function nameTask(update: { taskId: string; extra?: JsonObject }, id: JsonValue): void {
  if (update.taskId === '' && typeof id === 'string') update.taskId = id
  else misfit(update, 'id', id)
}
