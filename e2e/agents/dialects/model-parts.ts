// Reading and writing that is the same in every version.

import type { JsonObject, JsonValue, Message, Part, PushConfig, StatusUpdate } from '#shared/a2a/model.ts'
import { isAtRest } from '#shared/a2a/task-states.ts'
import { defined } from '#shared/defined.ts'
import { type Fault, fault, isFault } from '../faults.ts'
import { isArray, isObject, isText, objectOf, textOf, textsOf } from '../json.ts'
import type { Call } from './dialect.ts'

/** 0.x `final`: the script's value, or set for the states that end a stream (PROTOCOL.md §3.5). */
export function finalOf(update: StatusUpdate): boolean {
  const { state } = update.status
  return update.final ?? isAtRest(state)
}

export function filePart(
  raw: JsonValue,
  bytes: JsonValue | undefined,
  url: JsonValue | undefined,
  mediaType: JsonValue | undefined,
  filename: JsonValue | undefined,
): Part {
  const about = defined({ mediaType: textOf(mediaType), filename: textOf(filename) })
  if (isText(bytes)) return { kind: 'file-bytes', base64: bytes, ...about }
  if (isText(url)) return { kind: 'file-url', url, ...about }
  return { kind: 'unknown', raw }
}

export function withTask(id: JsonValue | undefined, call: (taskId: string) => Call): Call | Fault {
  return isText(id) && id !== '' ? call(id) : fault('invalid-params', 'id is required')
}

export function historyOf(params: JsonObject): { readonly historyLength?: number } {
  const length = params['historyLength']
  return typeof length === 'number' ? { historyLength: length } : {}
}

interface MessageForm {
  readonly role: 'user' | 'ROLE_USER'
  /** The fault for any other role. */
  readonly roleFault: string
  readonly parts: 'parts' | 'content'
  readPart(json: JsonValue): Part
}

export function messageReader({ role, roleFault, parts: member, readPart }: MessageForm) {
  return (json: JsonValue | undefined): Message | Fault => {
    if (!isObject(json)) return fault('invalid-params', 'message is required')
    const messageId = textOf(json['messageId'])
    if (messageId === undefined) return fault('invalid-params', 'message.messageId is required')
    if (json['role'] !== role) return fault('invalid-params', roleFault)
    const parts = readParts(json, member, readPart)
    if (isFault(parts)) return parts
    return {
      messageId,
      role: 'user',
      parts,
      ...defined({
        contextId: textOf(json['contextId']),
        taskId: textOf(json['taskId']),
        metadata: objectOf(json['metadata']),
        extensions: textsOf(json['extensions']),
        referenceTaskIds: textsOf(json['referenceTaskIds']),
      }),
    }
  }
}

export function readParts(
  json: JsonObject,
  member: 'parts' | 'content',
  readPart: (json: JsonValue) => Part,
): readonly Part[] | Fault {
  const list = json[member]
  const parts = isArray(list) ? list.map(readPart) : []
  if (parts.length === 0) return fault('invalid-params', `message.${member} must not be empty`)
  const bad = parts.find((part) => part.kind === 'unknown')
  return bad ? fault('invalid-params', `message.${member}: ${JSON.stringify(bad.raw)}`) : parts
}

/** Since 1.0 there is one scheme, before a list. */
export function readPushConfig(
  json: JsonValue | undefined,
  member: 'scheme' | 'schemes',
): PushConfig | undefined {
  if (!isObject(json) || !isText(json['url'])) return undefined
  const authentication = objectOf(json['authentication'])
  const given = authentication?.[member]
  const scheme = member === 'scheme' ? textOf(given) : textsOf(given)?.[0]
  const credentials = textOf(authentication?.['credentials'])
  return {
    url: json['url'],
    ...defined({ id: textOf(json['id']), token: textOf(json['token']) }),
    ...(scheme !== undefined && { authentication: { scheme, ...defined({ credentials }) } }),
  }
}
