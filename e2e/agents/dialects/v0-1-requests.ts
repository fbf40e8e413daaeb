// Reads 0.1 requests (PROTOCOL.md §3.2). The client names the task, and later messages repeat that name.

import type { JsonObject, JsonValue, Message, Part } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { defined } from '#shared/defined.ts'
import { type Fault, fault, isFault } from '../faults.ts'
import { isObject, isText, textOf } from '../json.ts'
import type { Call } from './dialect.ts'
import { filePart, historyOf, readParts, readPushConfig, withTask } from './model-parts.ts'

export function read01(op: OperationKind, params: JsonObject): Call | Fault {
  const { id } = params
  switch (op) {
    case 'send':
    case 'stream':
      return readSend(op, params)
    case 'get':
      return withTask(id, (taskId) => ({ op, taskId, ...historyOf(params) }))
    case 'cancel':
    case 'subscribe':
    case 'push-get':
      return withTask(id, (taskId) => ({ op, taskId }))
    case 'push-create': {
      const config = readPushConfig(params['pushNotificationConfig'], 'schemes')
      if (config === undefined) return fault('invalid-params', 'pushNotificationConfig.url is required')
      return withTask(id, (taskId) => ({ op, taskId, config }))
    }
    case 'list':
    case 'push-list':
    case 'push-delete':
    case 'extended-card':
      return fault('method-not-found')
  }
}

function readSend(op: 'send' | 'stream', params: JsonObject): Call | Fault {
  const { id, sessionId } = params
  if (!isText(id)) return fault('invalid-params', 'id is required')
  const message = readMessage(params['message'])
  if (isFault(message)) return message
  const push = readPushConfig(params['pushNotification'], 'schemes')
  return {
    op,
    message: { ...message, taskId: id, ...defined({ contextId: textOf(sessionId) }) },
    blocking: true,
    newTaskId: id,
    ...historyOf(params),
    ...defined({ push }),
  }
}

function readMessage(json: JsonValue | undefined): Message | Fault {
  if (!isObject(json) || json['role'] !== 'user')
    return fault('invalid-params', 'message.role must be "user"')
  const parts = readParts(json, 'parts', readPart)
  if (isFault(parts)) return parts
  const metadata = isObject(json['metadata']) ? json['metadata'] : undefined
  return { messageId: '', role: 'user', parts, ...defined({ metadata }) }
}

function readPart(json: JsonValue): Part {
  if (!isObject(json)) return { kind: 'unknown', raw: json }
  const { type, text, file, data } = json
  const about = defined({ metadata: isObject(json['metadata']) ? json['metadata'] : undefined })
  if (type === 'text' && isText(text)) return { kind: 'text', text, ...about }
  if (type === 'data' && isObject(data)) return { kind: 'data', data, ...about }
  if (type !== 'file' || !isObject(file)) return { kind: 'unknown', raw: json }
  return { ...filePart(json, file['bytes'], file['uri'], file['mimeType'], file['name']), ...about }
}
