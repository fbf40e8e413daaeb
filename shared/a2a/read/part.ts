// Parts of every version: flat 1.0 members, 0.x `kind`, 0.1 `type`, `a2a.v1` file and data wrappers, and the
// `$case` unions that leak out of generated code. The content decides; `kind` only settles a tie.

import { isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue, Part } from '../model.ts'
import { encodedTwice, type Habits, keep, misfit, type Writable } from './members.ts'

interface PartMember {
  hint?: string
  text?: string
  raw?: string
  url?: string
  data?: JsonValue
  file?: JsonObject
  metadata?: JsonObject
  mediaType?: string
  filename?: string
  extra?: JsonObject
}

export function readPart(value: JsonValue, reading: Habits): Part {
  if (!isObject(value)) return { kind: 'unknown', raw: value }
  const partMember = gather(value)
  const content = contentOf(partMember, reading)
  if (content === undefined) return { kind: 'unknown', raw: value }
  if (partMember.metadata !== undefined) content.metadata = partMember.metadata
  if (partMember.mediaType !== undefined) content.mediaType = partMember.mediaType
  if (partMember.filename !== undefined) content.filename = partMember.filename
  if (partMember.extra !== undefined) content.extra = partMember.extra
  return content
}

type Content = Writable<Exclude<Part, { kind: 'unknown' }>>

function contentOf(partMember: PartMember, reading: Habits): Content | undefined {
  if (partMember.hint === 'data' && partMember.data !== undefined) return dataOf(partMember, reading)
  if (partMember.text !== undefined && (partMember.hint !== 'file' || partMember.file === undefined)) {
    spare(partMember, 'text')
    return { kind: 'text', text: partMember.text }
  }
  if (partMember.raw !== undefined) {
    spare(partMember, 'raw')
    return { kind: 'file-bytes', base64: partMember.raw }
  }
  if (partMember.url !== undefined) {
    spare(partMember, 'url')
    return { kind: 'file-url', url: partMember.url }
  }
  if (partMember.file !== undefined) return fileOf(partMember, partMember.file, reading)
  return partMember.data === undefined ? undefined : dataOf(partMember, reading)
}

/** 1.0 allows one content; further contents of a part go to `extra`. */
function spare(partMember: PartMember, chosen: 'text' | 'raw' | 'url' | 'data' | 'file'): void {
  if (chosen !== 'text' && partMember.text !== undefined) keep(partMember, 'text', partMember.text)
  if (chosen !== 'raw' && partMember.raw !== undefined) keep(partMember, 'raw', partMember.raw)
  if (chosen !== 'url' && partMember.url !== undefined) keep(partMember, 'url', partMember.url)
  if (chosen !== 'file' && partMember.file !== undefined) keep(partMember, 'file', partMember.file)
  if (chosen !== 'data' && partMember.data !== undefined) misfit(partMember, 'data', partMember.data)
}

function dataOf(partMember: PartMember, reading: Habits): Content {
  spare(partMember, 'data')
  const data = partMember.data ?? null
  if (!reading.dataInData || partMember.hint !== undefined || !isObject(data)) return { kind: 'data', data }
  const { data: inner } = data
  return { kind: 'data', data: inner !== undefined && Object.keys(data).length === 1 ? inner : data }
}

function fileOf(partMember: PartMember, file: JsonObject, reading: Habits): Content | undefined {
  const rest: { extra?: JsonObject; bytes?: string; uri?: string } = {}
  for (const key in file) {
    const value = file[key] ?? null
    switch (key) {
      case 'bytes':
      case 'fileWithBytes':
      case 'file_with_bytes':
      case 'raw':
        if (typeof value === 'string' && rest.bytes === undefined) rest.bytes = value
        else misfit(rest, key, value)
        break
      case 'uri':
      case 'url':
      case 'fileWithUri':
      case 'file_with_uri':
        if (typeof value === 'string' && rest.uri === undefined) rest.uri = value
        else misfit(rest, key, value)
        break
      case 'name':
      case 'filename':
        if (typeof value === 'string' && partMember.filename === undefined) partMember.filename = value
        else misfit(rest, key, value)
        break
      case 'mimeType':
      case 'mime_type':
      case 'mime':
      case 'mediaType':
      case 'media_type':
        if (typeof value === 'string' && partMember.mediaType === undefined) partMember.mediaType = value
        else misfit(rest, key, value)
        break
      default:
        keep(rest, key, value)
    }
  }
  if (rest.bytes === undefined && rest.uri === undefined) return undefined
  if (rest.bytes !== undefined && rest.uri !== undefined) keep(rest, 'uri', rest.uri)
  spare(partMember, 'file')
  if (rest.extra !== undefined) keep(partMember, 'file', rest.extra)
  if (rest.bytes !== undefined) {
    const inner = reading.twiceEncoded ? encodedTwice(rest.bytes) : undefined
    return { kind: 'file-bytes', base64: inner ?? rest.bytes }
  }
  return { kind: 'file-url', url: rest.uri ?? '' }
}

function gather(part: JsonObject): PartMember {
  const partMember: PartMember = {}
  for (const key in part) {
    const value = part[key] ?? null
    switch (key) {
      case 'kind':
      case 'type':
        if (typeof value === 'string' && partMember.hint === undefined) partMember.hint = value
        else misfit(partMember, key, value)
        break
      case 'text':
        if (typeof value === 'string') partMember.text = value
        else misfit(partMember, key, value)
        break
      case 'raw':
        if (typeof value === 'string') partMember.raw = value
        else misfit(partMember, key, value)
        break
      case 'url':
        if (typeof value === 'string') partMember.url = value
        else misfit(partMember, key, value)
        break
      case 'data':
        partMember.data = value
        break
      case 'file':
        if (isObject(value)) partMember.file = value
        else misfit(partMember, key, value)
        break
      case 'metadata':
        if (isObject(value)) partMember.metadata = value
        else misfit(partMember, key, value)
        break
      case 'mediaType':
      case 'media_type':
      case 'mimeType':
      case 'mime_type':
      case 'mime':
        if (typeof value !== 'string' || partMember.mediaType !== undefined) misfit(partMember, key, value)
        else if (value !== '') partMember.mediaType = value
        break
      case 'filename':
        if (typeof value !== 'string' || partMember.filename !== undefined) misfit(partMember, key, value)
        else if (value !== '') partMember.filename = value
        break
      case 'content':
      case 'part':
        if (!gatherCase(partMember, value)) misfit(partMember, key, value)
        break
      default:
        keep(partMember, key, value)
    }
  }
  return partMember
}

/** `{"$case":"text","value":"hi"}`, the in-memory union of generated code (PROTOCOL 2.3). */
function gatherCase(partMember: PartMember, union: JsonValue): boolean {
  if (!isObject(union)) return false
  const { $case: name, value } = union
  switch (name) {
    case 'text':
    case 'raw':
    case 'url':
      if (typeof value !== 'string' || partMember[name] !== undefined) return false
      partMember[name] = value
      return true
    case 'data':
      partMember.data = value ?? null
      return true
    case 'file':
      if (!isObject(value)) return false
      partMember.file = value
      return true
    default:
      return false
  }
}
