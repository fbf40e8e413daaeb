// Reduces an agent's events, of any version, to a line each, so that whole streams can be compared. Without ids, but
// with everything visible to users.

import { createHash } from 'node:crypto'

type Field =
  | 'statusUpdate'
  | 'artifactUpdate'
  | 'task'
  | 'message'
  | 'kind'
  | 'status'
  | 'state'
  | 'parts'
  | 'artifact'
  | 'artifactId'
  | 'append'
  | 'lastChunk'
  | 'text'
  | 'data'
  | 'file'
  | 'raw'
  | 'bytes'
  | 'url'
  | 'uri'
  | 'filename'
  | 'name'
  | 'mediaType'
  | 'mimeType'
  | 'content'
  | 'fileWithBytes'
  | 'fileWithUri'
/** An object from the wire, with the fields read here. */
type Json = { readonly [field in Field]?: unknown }

/** Reads one event as 1.0, 0.3 or 0.3 HTTP+JSON, with equal lines for equal events. */
export function traceOf(event: unknown): string {
  const json = object(event)
  if ('statusUpdate' in json) return statusLine('status', object(json.statusUpdate))
  if ('artifactUpdate' in json) return artifactLine(object(json.artifactUpdate))
  if ('task' in json) return statusLine('task', object(json.task))
  if ('message' in json) return messageLine('message', object(json.message))
  switch (json.kind) {
    case 'status-update':
      return statusLine('status', json)
    case 'artifact-update':
      return artifactLine(json)
    case 'task':
      return statusLine('task', json)
    case 'message':
      return messageLine('message', json)
    default:
      return `unreadable ${JSON.stringify(event)}`
  }
}

/** The line of a bare task, the result of GetTask and CancelTask. */
export function traceOfTask(task: unknown): string {
  return statusLine('task', object(task))
}

function statusLine(what: string, event: Json): string {
  const status = object(event.status)
  const state = String(status.state).replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-')
  return status.message ? messageLine(`${what} ${state}:`, object(status.message)) : `${what} ${state}`
}

function messageLine(what: string, message: Json): string {
  return `${what} ${list(message.parts ?? message.content)
    .map(partText)
    .join(' | ')}`
}

function artifactLine(event: Json): string {
  const artifact = object(event.artifact)
  const flags = `${event.append ? '+' : ''}${event.lastChunk ? '.' : ''}`
  return `artifact ${artifact.artifactId}${flags} ${list(artifact.parts).map(partText).join(' | ')}`
}

function partText(part: Json): string {
  if (typeof part.text === 'string') return part.text.trimEnd()
  if ('data' in part) return JSON.stringify(unwrapped(part.data), sortedKeys)
  const file = 'file' in part ? object(part.file) : part
  const bytes = file.raw ?? file.bytes ?? file.fileWithBytes
  const name = `${file.filename ?? file.name} ${file.mediaType ?? file.mimeType}`
  if (typeof bytes === 'string') return `[${name} ${digest(Buffer.from(bytes, 'base64'))}]`
  return `<${name} ${new URL(String(file.url ?? file.uri ?? file.fileWithUri)).pathname.replace(/[0-9a-f-]{36}/, 'ID')}>`
}

/** 0.3 HTTP+JSON wraps the value of a data part in a message. */
function unwrapped(data: unknown): unknown {
  const { data: inner } = object(data)
  return inner === undefined ? data : inner
}

export function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8)
}

/** gRPC's Struct does not preserve the order of keys. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(object) : []
}
