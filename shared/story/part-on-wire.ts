// Finds a part in the JSON that crossed the wire, whatever the dialect: messages and artifacts are identified by their ids, and
// what an agent put into data, metadata and parts is never mistaken for one.

import { isList, isObject } from '../a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '../a2a/model.ts'
import { type PathStep, pointerTo } from '../a2a/rules/pointer.ts'
import { contentDigest, partKey } from './content-key.ts'

export interface PartOwner {
  /** `metadata` that is shown as a part has no id: its content identifies it. */
  readonly kind: 'message' | 'artifact' | 'metadata'
  readonly id: string
}

export interface PartOrigin {
  readonly owner: PartOwner
  /** 1 for the last part: a snapshot adds parts at the end of an artifact. */
  readonly fromEnd: number
}

/** Undefined where it is ambiguous: the ids are missing, or several objects have the same. */
export function partPointer(document: JsonValue, { owner, fromEnd }: PartOrigin): string | undefined {
  if (owner.kind === 'metadata') return metadataPointer(document, owner.id)
  const candidates = [...ownersIn(document)].filter(({ kind }) => kind === owner.kind)
  const named = candidates.filter(({ id }) => id !== undefined && id === owner.id)
  const match = named.length > 0 ? named[0] : candidates.length === 1 ? candidates[0] : undefined
  const index = match && match.count - fromEnd
  return match && index !== undefined && index >= 0 ? pointerTo([...match.path, index]) : undefined
}

/** Identifies metadata by its content. */
export function metadataOwner(metadata: JsonValue): PartOwner {
  return { kind: 'metadata', id: contentDigest(partKey({ kind: 'data', data: metadata })).toString(36) }
}

function metadataPointer(document: JsonValue, id: string): string | undefined {
  for (const { value, path } of objectsIn(document, [])) {
    const { metadata } = value
    if (metadata !== undefined && metadataOwner(metadata).id === id) return pointerTo([...path, 'metadata'])
  }
  return undefined
}

interface Owner {
  readonly kind: PartOwner['kind']
  readonly id: string | undefined
  /** Path of the list of its parts. */
  readonly path: readonly PathStep[]
  readonly count: number
}

// Levels of a body searched for a part; a deeper part has no pointer.
const maxWireDepth = 12
/** `content` in the gRPC of 0.3. */
const partLists = ['parts', 'content']
const opaque = new Set([...partLists, 'metadata', 'data', 'raw'])

function* ownersIn(document: JsonValue): Generator<Owner> {
  for (const { value, path } of objectsIn(document, [])) {
    for (const name of partLists) {
      const parts = value[name]
      if (Array.isArray(parts)) yield { ...nameOf(value), path: [...path, name], count: parts.length }
    }
  }
}

interface ObjectAt {
  readonly value: JsonObject
  readonly path: readonly PathStep[]
}

function* objectsIn(value: JsonValue, path: readonly PathStep[]): Generator<ObjectAt> {
  if (typeof value !== 'object' || value === null || path.length > maxWireDepth) return
  if (isList(value)) {
    for (const [index, item] of value.entries()) yield* objectsIn(item, [...path, index])
    return
  }
  if (!isObject(value)) return
  yield { value, path }
  for (const [name, inner] of Object.entries(value)) {
    if (!opaque.has(name)) yield* objectsIn(inner, [...path, name])
  }
}

function nameOf(object: JsonObject): Pick<Owner, 'kind' | 'id'> {
  const { messageId, message_id, artifactId, artifact_id, index, role } = object
  const message = textOf(messageId) ?? textOf(message_id)
  if (message !== undefined || role !== undefined) return { kind: 'message', id: message }
  // An artifact of 0.1 is named by a number only.
  const numbered = typeof index === 'number' ? `index:${index}` : undefined
  return { kind: 'artifact', id: textOf(artifactId) ?? textOf(artifact_id) ?? numbered }
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
