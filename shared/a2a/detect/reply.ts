import { type DialectId, isOneZero } from '../dialect.ts'
import { isList, isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue } from '../model.ts'
import { readError } from '../read/error.ts'
import { dialectOfVersion, type Evidence, type ReplySeen, sign } from './evidence.ts'

type Sighting = 'stream' | 'webhook' | 'reply'

/** Wrappers, discriminators and spellings of one event, result or webhook body (PROTOCOL 3.7, 6.3). */
export function evidenceInUpdate(raw: JsonValue, at: string, sighting: Sighting): readonly Evidence[] {
  if (!isObject(raw)) return []
  const { result, kind } = raw
  if (isObject(result) && kind === undefined) return evidenceInUpdate(result, `${at}/result`, sighting)
  if (typeof kind === 'string') return evidenceOfKind(raw, kind, at)
  const wrapped = wrapperIn(raw)
  if (wrapped !== undefined) return evidenceInWrapped(wrapped.inner, wrapped.name, `${at}/${wrapped.name}`)
  return evidenceInBare(raw, at, sighting)
}

function evidenceOfKind(raw: JsonObject, kind: string, at: string): readonly Evidence[] {
  switch (kind) {
    case 'task':
    case 'message':
    case 'status-update':
    case 'artifact-update':
      return [sign(`${at}/kind`, `\`kind\` says ${kind}`, '0.3', 4), ...evidenceInSpelling(raw, at, '0.3')]
    default:
      return []
  }
}

const wrapperNames = [
  'task',
  'message',
  'msg',
  'statusUpdate',
  'artifactUpdate',
  'status_update',
  'artifact_update',
]

function wrapperIn(raw: JsonObject): { readonly name: string; readonly inner: JsonObject } | undefined {
  for (const name of wrapperNames) {
    const inner = raw[name]
    if (isObject(inner)) return { name, inner }
  }
  return undefined
}

/** `a2a.v1` and 1.0 wrap alike; `content`, `final` and the second L of CANCELLED distinguish them. */
function evidenceInWrapped(inner: JsonObject, name: string, at: string): readonly Evidence[] {
  const { final, content, status, history, kind } = inner
  const proto = (place: string, what: string) => [sign(`${at}${place}`, what, '0.3-proto', 4)]
  const wrapper = sign(at, `wrapped as \`${name}\``, '1.0', 2)
  if (typeof kind === 'string') return [wrapper, sign(`${at}/kind`, '`kind` inside the wrapper', '0.3', 1)]
  if (name === 'msg') return proto('', 'wrapped under the proto name `msg`')
  if (typeof final === 'boolean') return proto('/final', '`final` inside a wrapper is ProtoJSON of 0.3')
  if (isList(content)) return proto('/content', calledContent)
  const index = isList(history) ? history.findIndex(hasContent) : -1
  if (index >= 0) return proto(`/history/${index}/content`, calledContent)
  if (isObject(status)) {
    const { state, message } = status
    if (state === 'TASK_STATE_CANCELLED') return proto('/status/state', 'CANCELLED with two L is `a2a.v1`')
    if (hasContent(message ?? null)) return proto('/status/message/content', calledContent)
  }
  return [wrapper, ...evidenceInSpelling(inner, at, undefined)]
}

const calledContent = '`content` is what `a2a.v1` calls the parts'

function hasContent(item: JsonValue): boolean {
  if (!isObject(item)) return false
  const { content } = item
  return isList(content)
}

function evidenceInBare(raw: JsonObject, at: string, sighting: Sighting): readonly Evidence[] {
  const { sessionId, id, status, final, artifact, taskId } = raw
  const first = (pointer: string, what: string, weight: 2 | 4) => sign(pointer, what, '0.1', weight)
  if (typeof sessionId === 'string') return [first(`${at}/sessionId`, '`sessionId` is 0.1', 4)]
  if (typeof id === 'string' && isObject(artifact) && taskId === undefined) {
    return [first(`${at}/id`, 'an artifact event that names its task `id`', 4)]
  }
  if (typeof id === 'string' && isObject(status) && typeof final === 'boolean') {
    return [first(`${at}/id`, 'a status event that names its task `id`', 4)]
  }
  const spelled = evidenceInSpelling(raw, at, undefined)
  if (spelled.length > 0) return spelled
  // A bare task is 1.0's answer to GetTask, and a webhook body of 0.1 (PROTOCOL 3.2, 6.2).
  const task = typeof id === 'string' && isObject(status)
  return task && sighting === 'webhook' ? [first(at, 'a bare task without `kind`', 2)] : []
}

/** The spelling of state or role: a matching one confirms, upper case beside `kind` contradicts. */
function evidenceInSpelling(
  raw: JsonObject,
  at: string,
  declared: DialectId | undefined,
): readonly Evidence[] {
  const { status, role } = raw
  const { state } = isObject(status) ? status : { state: null }
  const spelled = typeof state === 'string' ? state : typeof role === 'string' ? role : undefined
  if (spelled === undefined) return []
  const pointer = typeof state === 'string' ? `${at}/status/state` : `${at}/role`
  if (/^(TASK_STATE|ROLE)_/.test(spelled)) return [sign(pointer, 'enums spelled in full', '1.0', 2)]
  return declared === undefined && /^[a-z-]{4,16}$/.test(spelled)
    ? [sign(pointer, 'enums in lower case', '0.3', 2)]
    : []
}

// Part of an error's message that is searched for supported versions; the wire has all of it.
const maxVersionWordsChars = 512

export function evidenceInReply(reply: ReplySeen): readonly Evidence[] {
  const { raw } = reply
  if (!isObject(raw)) return []
  const { error, result } = raw
  if (error !== undefined && error !== null) return evidenceInError(reply, raw)
  if (result === undefined && reply.httpStatus !== undefined && reply.httpStatus >= 400) {
    return evidenceInError(reply, raw)
  }
  const evidences = evidenceInUpdate(raw, '', 'reply')
  return [
    ...(overRest(reply) ? evidences.map(schemaShaped) : evidences),
    ...evidenceInPage(result ?? raw, result === undefined ? '' : '/result'),
  ]
}

/** 0.3 JSON over REST is .NET's form (PROTOCOL 4.2). */
export function schemaShaped(evidence: Evidence): Evidence {
  return evidence.speaks === '0.3' ? { ...evidence, speaks: '0.3-schema' } : evidence
}

function overRest(reply: ReplySeen): boolean {
  return /^(GET|POST|DELETE) /.test(reply.method)
}

function evidenceInError(reply: ReplySeen, raw: JsonObject): readonly Evidence[] {
  const error = readError(raw, reply.httpStatus)
  if (error?.code === undefined) return []
  const { error: enveloped } = raw
  const at = isObject(enveloped) ? '/error' : ''
  switch (error.code) {
    case -32009: {
      const named = evidenceInVersions(reply, error.message, `${at}/message`, 8)
      if (named.length > 0) return named
      return [sign(`${at}/code`, 'only 1.0 refuses a version by this code', '1.0', 4)]
    }
    case -32603:
      // Python's 0.3 compatibility flattens its version error to this code, with the text intact (PROTOCOL 3.6).
      return evidenceInVersions(reply, error.message, `${at}/message`, 4)
    case -32601: {
      // Each server has the methods of its own era. The refusal of an optional one is weak evidence.
      const what = `method ${reply.method} is not known there`
      const speaks = eraOf(reply) === 'new' ? '0.3' : '1.0'
      return [sign(`${at}/code`, what, speaks, coreMethods.has(reply.method) ? 4 : 1)]
    }
    case -32001: {
      const what = `${reply.method} was understood: it knows no such task`
      return [sign(`${at}/code`, what, reply.dialect, 8)]
    }
    case -32602:
      if (!overRest(reply) || !error.message.startsWith('Invalid role')) return errorShape(raw)
      // JavaScript's ProtoJSON server, on receiving a lower-case role (PROTOCOL 4.2).
      return [sign(`${at}/message`, 'it requires roles spelled in full', '0.3-proto', 4)]
    default:
      return errorShape(raw)
  }
}

/** Methods that every agent of an era must have. */
const coreMethods: ReadonlySet<string> = new Set(['SendMessage', 'GetTask', 'message/send', 'tasks/get'])

function evidenceInVersions(
  reply: ReplySeen,
  message: string,
  pointer: string,
  weight: 4 | 8,
): readonly Evidence[] {
  const what = 'the refusal names the version it expects'
  return versionsNamed(message, reply).map((speaks) => sign(pointer, what, speaks, weight))
}

type Era = 'old' | 'new'

/** Methods of 1.0 are PascalCase, earlier ones contain a slash; over REST the dialect decides. */
function eraOf(reply: ReplySeen): Era {
  if (reply.method.startsWith('GetTask') || /^[A-Z][a-z]+[A-Z]\w*$/.test(reply.method)) return 'new'
  if (/^[a-z]+\/[A-Za-z/]+$/.test(reply.method)) return 'old'
  return isOneZero(reply.dialect) ? 'new' : 'old'
}

/** "Supported versions: 1.0", "Expected version '0.3'": the texts of both official SDKs. */
function versionsNamed(message: string, reply: ReplySeen): readonly DialectId[] {
  const listed = /(?:supported versions?:|expected version)\s*((?:['"]?\d+\.\d+['"]?[,\s]*)+)/i.exec(
    message.slice(0, maxVersionWordsChars),
  )
  const binding = overRest(reply) ? 'HTTP+JSON' : 'JSONRPC'
  const versions = listed?.[1]?.match(/\d+\.\d+/g) ?? []
  const spoken = versions.map((version) => dialectOfVersion(version, binding))
  return [...new Set(spoken.filter((id) => id !== undefined))]
}

/** `error.data` or `details` with `@type` entries is 1.0's (PROTOCOL 3.6, 4.4). */
function errorShape(raw: JsonObject): readonly Evidence[] {
  const { error } = raw
  if (!isObject(error)) return []
  const { data, details } = error
  const entries = isList(data) ? data : isList(details) ? details : []
  const typed = entries.some((entry) => isObject(entry) && typeof entry['@type'] === 'string')
  if (!typed) return []
  const pointer = isList(data) ? '/error/data' : '/error/details'
  return [sign(pointer, 'error details with `@type`', '1.0', 4)]
}

function evidenceInPage(content: JsonValue, at: string): readonly Evidence[] {
  if (!isObject(content)) return []
  const { tasks, name, pushNotificationConfig } = content
  if (isList(tasks)) return [sign(`${at}/tasks`, 'a page of tasks', '1.0', 4)]
  if (typeof name === 'string' && name.startsWith('tasks/') && isObject(pushNotificationConfig)) {
    return [sign(`${at}/name`, 'a resource name', '0.3-proto', 4)]
  }
  return []
}
