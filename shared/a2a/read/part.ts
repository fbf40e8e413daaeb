// Parts of every version: flat 1.0 members, 0.x `kind`, 0.1 `type`, `a2a.v1` file and data wrappers, and the
// `$case` unions that leak out of generated code. The content decides; `kind` only settles a tie.

import { isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue, Part } from '../model.ts'
import { encodedTwice } from './encoded-twice.ts'
import type { Habits, Writable } from './members.ts'
import { keep, misfit } from './members.ts'

interface Found {
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
  const found = gather(value)
  const content = contentOf(found, reading)
  if (content === undefined) return { kind: 'unknown', raw: value }
  if (found.metadata !== undefined) content.metadata = found.metadata
  if (found.mediaType !== undefined) content.mediaType = found.mediaType
  if (found.filename !== undefined) content.filename = found.filename
  if (found.extra !== undefined) content.extra = found.extra
  return content
}

type Content = Writable<Exclude<Part, { kind: 'unknown' }>>

function contentOf(found: Found, reading: Habits): Content | undefined {
  if (found.hint === 'data' && found.data !== undefined) return dataOf(found, reading)
  if (found.text !== undefined && (found.hint !== 'file' || found.file === undefined)) {
    spare(found, 'text')
    return { kind: 'text', text: found.text }
  }
  if (found.raw !== undefined) {
    spare(found, 'raw')
    return { kind: 'file-bytes', base64: found.raw }
  }
  if (found.url !== undefined) {
    spare(found, 'url')
    return { kind: 'file-url', url: found.url }
  }
  if (found.file !== undefined) return fileOf(found, found.file, reading)
  return found.data === undefined ? undefined : dataOf(found, reading)
}

/** 1.0 allows one content; what a part carries beside it is kept aside. */
function spare(found: Found, chosen: 'text' | 'raw' | 'url' | 'data' | 'file'): void {
  if (chosen !== 'text' && found.text !== undefined) keep(found, 'text', found.text)
  if (chosen !== 'raw' && found.raw !== undefined) keep(found, 'raw', found.raw)
  if (chosen !== 'url' && found.url !== undefined) keep(found, 'url', found.url)
  if (chosen !== 'file' && found.file !== undefined) keep(found, 'file', found.file)
  if (chosen !== 'data' && found.data !== undefined) misfit(found, 'data', found.data)
}

function dataOf(found: Found, reading: Habits): Content {
  spare(found, 'data')
  const data = found.data ?? null
  if (!reading.dataInData || found.hint !== undefined || !isObject(data)) return { kind: 'data', data }
  const { data: inner } = data
  return { kind: 'data', data: inner !== undefined && Object.keys(data).length === 1 ? inner : data }
}

function fileOf(found: Found, file: JsonObject, reading: Habits): Content | undefined {
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
        if (typeof value === 'string' && found.filename === undefined) found.filename = value
        else misfit(rest, key, value)
        break
      case 'mimeType':
      case 'mime_type':
      case 'mime':
      case 'mediaType':
      case 'media_type':
        if (typeof value === 'string' && found.mediaType === undefined) found.mediaType = value
        else misfit(rest, key, value)
        break
      default:
        keep(rest, key, value)
    }
  }
  if (rest.bytes === undefined && rest.uri === undefined) return undefined
  if (rest.bytes !== undefined && rest.uri !== undefined) keep(rest, 'uri', rest.uri)
  spare(found, 'file')
  if (rest.extra !== undefined) keep(found, 'file', rest.extra)
  if (rest.bytes !== undefined) {
    const inner = reading.twiceEncoded ? encodedTwice(rest.bytes) : undefined
    return { kind: 'file-bytes', base64: inner ?? rest.bytes }
  }
  return { kind: 'file-url', url: rest.uri ?? '' }
}

function gather(part: JsonObject): Found {
  const found: Found = {}
  for (const key in part) {
    const value = part[key] ?? null
    switch (key) {
      case 'kind':
      case 'type':
        if (typeof value === 'string' && found.hint === undefined) found.hint = value
        else misfit(found, key, value)
        break
      case 'text':
        if (typeof value === 'string') found.text = value
        else misfit(found, key, value)
        break
      case 'raw':
        if (typeof value === 'string') found.raw = value
        else misfit(found, key, value)
        break
      case 'url':
        if (typeof value === 'string') found.url = value
        else misfit(found, key, value)
        break
      case 'data':
        found.data = value
        break
      case 'file':
        if (isObject(value)) found.file = value
        else misfit(found, key, value)
        break
      case 'metadata':
        if (isObject(value)) found.metadata = value
        else misfit(found, key, value)
        break
      case 'mediaType':
      case 'media_type':
      case 'mimeType':
      case 'mime_type':
      case 'mime':
        if (typeof value !== 'string' || found.mediaType !== undefined) misfit(found, key, value)
        else if (value !== '') found.mediaType = value
        break
      case 'filename':
        if (typeof value !== 'string' || found.filename !== undefined) misfit(found, key, value)
        else if (value !== '') found.filename = value
        break
      case 'content':
      case 'part':
        if (!gatherCase(found, value)) misfit(found, key, value)
        break
      default:
        keep(found, key, value)
    }
  }
  return found
}

/** `{"$case":"text","value":"hi"}`, the in-memory union of generated code (PROTOCOL 2.3). */
function gatherCase(found: Found, union: JsonValue): boolean {
  if (!isObject(union)) return false
  const { $case: name, value } = union
  switch (name) {
    case 'text':
    case 'raw':
    case 'url':
      if (typeof value !== 'string' || found[name] !== undefined) return false
      found[name] = value
      return true
    case 'data':
      found.data = value ?? null
      return true
    case 'file':
      if (!isObject(value)) return false
      found.file = value
      return true
    default:
      return false
  }
}
