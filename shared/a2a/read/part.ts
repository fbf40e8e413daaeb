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
  const match = gather(value)
  const content = contentOf(match, reading)
  if (content === undefined) return { kind: 'unknown', raw: value }
  if (match.metadata !== undefined) content.metadata = match.metadata
  if (match.mediaType !== undefined) content.mediaType = match.mediaType
  if (match.filename !== undefined) content.filename = match.filename
  if (match.extra !== undefined) content.extra = match.extra
  return content
}

type Content = Writable<Exclude<Part, { kind: 'unknown' }>>

function contentOf(match: PartMember, reading: Habits): Content | undefined {
  if (match.hint === 'data' && match.data !== undefined) return dataOf(match, reading)
  if (match.text !== undefined && (match.hint !== 'file' || match.file === undefined)) {
    spare(match, 'text')
    return { kind: 'text', text: match.text }
  }
  if (match.raw !== undefined) {
    spare(match, 'raw')
    return { kind: 'file-bytes', base64: match.raw }
  }
  if (match.url !== undefined) {
    spare(match, 'url')
    return { kind: 'file-url', url: match.url }
  }
  if (match.file !== undefined) return fileOf(match, match.file, reading)
  return match.data === undefined ? undefined : dataOf(match, reading)
}

/** 1.0 allows one content; what a part carries beside it is kept aside. */
function spare(match: PartMember, chosen: 'text' | 'raw' | 'url' | 'data' | 'file'): void {
  if (chosen !== 'text' && match.text !== undefined) keep(match, 'text', match.text)
  if (chosen !== 'raw' && match.raw !== undefined) keep(match, 'raw', match.raw)
  if (chosen !== 'url' && match.url !== undefined) keep(match, 'url', match.url)
  if (chosen !== 'file' && match.file !== undefined) keep(match, 'file', match.file)
  if (chosen !== 'data' && match.data !== undefined) misfit(match, 'data', match.data)
}

function dataOf(match: PartMember, reading: Habits): Content {
  spare(match, 'data')
  const data = match.data ?? null
  if (!reading.dataInData || match.hint !== undefined || !isObject(data)) return { kind: 'data', data }
  const { data: inner } = data
  return { kind: 'data', data: inner !== undefined && Object.keys(data).length === 1 ? inner : data }
}

function fileOf(match: PartMember, file: JsonObject, reading: Habits): Content | undefined {
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
        if (typeof value === 'string' && match.filename === undefined) match.filename = value
        else misfit(rest, key, value)
        break
      case 'mimeType':
      case 'mime_type':
      case 'mime':
      case 'mediaType':
      case 'media_type':
        if (typeof value === 'string' && match.mediaType === undefined) match.mediaType = value
        else misfit(rest, key, value)
        break
      default:
        keep(rest, key, value)
    }
  }
  if (rest.bytes === undefined && rest.uri === undefined) return undefined
  if (rest.bytes !== undefined && rest.uri !== undefined) keep(rest, 'uri', rest.uri)
  spare(match, 'file')
  if (rest.extra !== undefined) keep(match, 'file', rest.extra)
  if (rest.bytes !== undefined) {
    const inner = reading.twiceEncoded ? encodedTwice(rest.bytes) : undefined
    return { kind: 'file-bytes', base64: inner ?? rest.bytes }
  }
  return { kind: 'file-url', url: rest.uri ?? '' }
}

function gather(part: JsonObject): PartMember {
  const match: PartMember = {}
  for (const key in part) {
    const value = part[key] ?? null
    switch (key) {
      case 'kind':
      case 'type':
        if (typeof value === 'string' && match.hint === undefined) match.hint = value
        else misfit(match, key, value)
        break
      case 'text':
        if (typeof value === 'string') match.text = value
        else misfit(match, key, value)
        break
      case 'raw':
        if (typeof value === 'string') match.raw = value
        else misfit(match, key, value)
        break
      case 'url':
        if (typeof value === 'string') match.url = value
        else misfit(match, key, value)
        break
      case 'data':
        match.data = value
        break
      case 'file':
        if (isObject(value)) match.file = value
        else misfit(match, key, value)
        break
      case 'metadata':
        if (isObject(value)) match.metadata = value
        else misfit(match, key, value)
        break
      case 'mediaType':
      case 'media_type':
      case 'mimeType':
      case 'mime_type':
      case 'mime':
        if (typeof value !== 'string' || match.mediaType !== undefined) misfit(match, key, value)
        else if (value !== '') match.mediaType = value
        break
      case 'filename':
        if (typeof value !== 'string' || match.filename !== undefined) misfit(match, key, value)
        else if (value !== '') match.filename = value
        break
      case 'content':
      case 'part':
        if (!gatherCase(match, value)) misfit(match, key, value)
        break
      default:
        keep(match, key, value)
    }
  }
  return match
}

/** `{"$case":"text","value":"hi"}`, the in-memory union of generated code (PROTOCOL 2.3). */
function gatherCase(match: PartMember, union: JsonValue): boolean {
  if (!isObject(union)) return false
  const { $case: name, value } = union
  switch (name) {
    case 'text':
    case 'raw':
    case 'url':
      if (typeof value !== 'string' || match[name] !== undefined) return false
      match[name] = value
      return true
    case 'data':
      match.data = value ?? null
      return true
    case 'file':
      if (!isObject(value)) return false
      match.file = value
      return true
    default:
      return false
  }
}
