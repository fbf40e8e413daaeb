import type { DialectId } from '../dialect.ts'
import { isList, isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue } from '../model.ts'
import { readError } from '../read/error.ts'
import { type Evidence, type ReplySeen, sign } from './evidence.ts'
import { evidenceInUpdate } from './update.ts'
import { dialectOfVersion } from './version.ts'

// Of an error in which the versions an agent speaks are looked for; the wire has all of it.
const maxVersionWordsChars = 512

/** An answer, error or not, to one method (PROTOCOL 8.1, 8.2). */
export function evidenceInReply(reply: ReplySeen): readonly Evidence[] {
  const { raw } = reply
  if (!isObject(raw)) return []
  const { error, result } = raw
  if (error !== undefined && error !== null) return evidenceInError(reply, raw)
  if (result === undefined && reply.httpStatus !== undefined && reply.httpStatus >= 400) {
    return evidenceInError(reply, raw)
  }
  const found = evidenceInUpdate(raw, '', 'reply')
  return [
    ...(overRest(reply) ? found.map(schemaShaped) : found),
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
      // Python's 0.3 compatibility flattens its version error to this code, the text intact (PROTOCOL 3.6).
      return evidenceInVersions(reply, error.message, `${at}/message`, 4)
    case -32601: {
      // Each server names the methods of its own era. Of those it may leave out, a refusal says little.
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
      // JavaScript's ProtoJSON server on being sent a lower-case role (PROTOCOL 4.2).
      return [sign(`${at}/message`, 'it requires roles spelled in full', '0.3-proto', 4)]
    default:
      return errorShape(raw)
  }
}

/** What every agent of an era has to know. */
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

/** Methods of 1.0 are PascalCase, those before have a slash; over REST the dialect tells. */
function eraOf(reply: ReplySeen): Era {
  if (reply.method.startsWith('GetTask') || /^[A-Z][a-z]+[A-Z]\w*$/.test(reply.method)) return 'new'
  if (/^[a-z]+\/[A-Za-z/]+$/.test(reply.method)) return 'old'
  return reply.dialect === '1.0' || reply.dialect === '1.0-rc' ? 'new' : 'old'
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
