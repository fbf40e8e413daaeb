// Differences between the versions in writing an object: words, member names and the form of a part.

import { isObject } from '../json-kinds.ts'
import type { FileBytesPart, FileUrlPart, JsonObject, JsonValue, Part, Role, TaskState } from '../model.ts'

export interface Spelling {
  /** 0.x JSON names every object by `kind`; 0.1 did so for none, 1.0 and `a2a.v1` wrap instead. */
  readonly kinds: boolean
  readonly wraps: boolean
  readonly messageParts: 'parts' | 'content'
  /** 0.1: `sessionId`, numbered artifacts that carry their own chunk marks, events that name the task `id`. */
  readonly first: boolean
  readonly final: boolean
  /** `referenceTaskIds` on a message: `a2a.v1` has none. */
  readonly references: boolean
  readonly role: Readonly<Record<Role, string>>
  readonly state: Readonly<Record<TaskState, string>>
  readonly part: (part: Part) => JsonValue
}

type ContentPart = Exclude<Part, { kind: 'unknown' }>

const plainStates: Spelling['state'] = {
  submitted: 'submitted',
  working: 'working',
  'input-required': 'input-required',
  'auth-required': 'auth-required',
  completed: 'completed',
  canceled: 'canceled',
  failed: 'failed',
  rejected: 'rejected',
  unknown: 'unknown',
}

const protoStates: Spelling['state'] = {
  submitted: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  'input-required': 'TASK_STATE_INPUT_REQUIRED',
  'auth-required': 'TASK_STATE_AUTH_REQUIRED',
  completed: 'TASK_STATE_COMPLETED',
  canceled: 'TASK_STATE_CANCELED',
  failed: 'TASK_STATE_FAILED',
  rejected: 'TASK_STATE_REJECTED',
  unknown: 'TASK_STATE_UNSPECIFIED',
}

const plainRoles: Spelling['role'] = { user: 'user', agent: 'agent', unknown: 'unknown' }
const protoRoles: Spelling['role'] = { user: 'ROLE_USER', agent: 'ROLE_AGENT', unknown: 'ROLE_UNSPECIFIED' }

/** 1.0 and its release candidate. */
export const spelling10: Spelling = {
  kinds: false,
  wraps: true,
  messageParts: 'parts',
  first: false,
  final: false,
  references: true,
  role: protoRoles,
  state: protoStates,
  part: part10,
}

/** 0.2 and 0.3 JSON. */
export const spelling03: Spelling = {
  kinds: true,
  wraps: false,
  messageParts: 'parts',
  first: false,
  final: true,
  references: true,
  role: plainRoles,
  state: plainStates,
  part: (part) => discriminated('kind', part),
}

/** ProtoJSON of `a2a.v1`, which spells CANCELLED with two L. */
export const spellingProto: Spelling = {
  kinds: false,
  wraps: true,
  messageParts: 'content',
  first: false,
  final: true,
  references: false,
  role: protoRoles,
  state: { ...protoStates, canceled: 'TASK_STATE_CANCELLED' },
  part: partProto,
}

export const spelling01: Spelling = {
  ...spelling03,
  kinds: false,
  first: true,
  part: (part) => discriminated('type', part),
}

function part10(part: Part): JsonValue {
  if (part.kind === 'unknown') return part.raw
  const { filename, mediaType, metadata } = part
  return over(part.extra, { ...content10(part), filename, mediaType, metadata })
}

function content10(part: ContentPart): JsonObject {
  switch (part.kind) {
    case 'text':
      return { text: part.text }
    case 'file-bytes':
      return { raw: part.base64 }
    case 'file-url':
      return { url: part.url }
    case 'data':
      return { data: part.data }
  }
}

/** A name or type of a text or data part has no member in 0.x. */
function discriminated(member: 'kind' | 'type', part: Part): JsonValue {
  const { metadata } = part
  switch (part.kind) {
    case 'text':
      return over(part.extra, { [member]: 'text', text: part.text, metadata })
    case 'file-bytes':
    case 'file-url':
      return over(part.extra, { [member]: 'file', file: file03(part, 'bytes', 'uri'), metadata })
    case 'data':
      return over(part.extra, { [member]: 'data', data: objectOf(part.data), metadata })
    case 'unknown':
      return part.raw
  }
}

function partProto(part: Part): JsonValue {
  const { metadata } = part
  switch (part.kind) {
    case 'text':
      return over(part.extra, { text: part.text, metadata })
    case 'file-bytes':
    case 'file-url':
      return over(part.extra, { file: file03(part, 'fileWithBytes', 'fileWithUri'), metadata })
    case 'data':
      return over(part.extra, { data: { data: objectOf(part.data) }, metadata })
    case 'unknown':
      return part.raw
  }
}

/** Data is an object in 0.x; any other JSON becomes the only member of one (PROTOCOL 8.3). */
function objectOf(data: JsonValue): JsonObject {
  return isObject(data) ? data : { value: data }
}

/** The reader keeps unknown members of the inner object under `extra.file`. */
function file03(part: FileBytesPart | FileUrlPart, bytes: string, uri: string): JsonObject {
  const { file: rest } = part.extra ?? {}
  return over(isObject(rest) ? rest : undefined, {
    [bytes]: part.kind === 'file-bytes' ? part.base64 : undefined,
    [uri]: part.kind === 'file-url' ? part.url : undefined,
    mimeType: part.mediaType,
    name: part.filename,
  })
}

export type Maybe = Readonly<Record<string, JsonValue | undefined>>

/** Members of the model over those in `extra`. */
export function over(extra: JsonObject | undefined, members: Maybe): JsonObject {
  const written: Record<string, JsonValue> = { ...extra }
  for (const name in members) {
    const value = members[name]
    if (value !== undefined) written[name] = value
  }
  return written
}
