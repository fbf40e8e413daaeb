// How 0.2.5, 0.2.6 and 0.3 requests read in their JSON-Schema shapes (PROTOCOL.md §3.2). Strict: what their clients must
// send is demanded, so that a request that leaves something out is refused here and not by a user's agent.

import type { JsonObject, JsonValue, Message, Part, PushConfig } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { type Fault, fault, isFault } from '../faults.ts'
import { isArray, isObject, isText, present, textOf, textsOf } from '../json.ts'
import type { Call } from './dialect.ts'
import { filePart, historyOf, withTask } from './model-parts.ts'

export function kindReader(version: { readonly outputModesRequired: boolean }) {
  return (op: OperationKind, params: JsonObject): Call | Fault => {
    switch (op) {
      case 'send':
      case 'stream':
        return readSend(op, params, version.outputModesRequired)
      case 'get':
        return withTask(params['id'], (taskId) => ({ op, taskId, ...historyOf(params) }))
      case 'cancel':
      case 'subscribe':
      case 'push-list':
        return withTask(params['id'], (taskId) => ({ op, taskId }))
      case 'push-create': {
        const config = readKindConfig(params['pushNotificationConfig'])
        if (config === undefined) return fault('invalid-params', 'pushNotificationConfig.url is required')
        return withTask(params['taskId'], (taskId) => ({ op, taskId, config }))
      }
      case 'push-get':
      case 'push-delete': {
        const configId = textOf(params['pushNotificationConfigId'])
        return withTask(params['id'], (taskId) => ({ op, taskId, ...(configId ? { configId } : {}) }))
      }
      case 'extended-card':
        return { op }
      case 'list':
        return fault('method-not-found')
    }
  }
}

function readSend(op: 'send' | 'stream', params: JsonObject, outputModesRequired: boolean): Call | Fault {
  const message = readMessage(params['message'])
  if (isFault(message)) return message
  const configuration = isObject(params['configuration']) ? params['configuration'] : undefined
  if (configuration && outputModesRequired && !isArray(configuration['acceptedOutputModes'])) {
    return fault('invalid-params', 'configuration.acceptedOutputModes is required')
  }
  const push = readKindConfig(configuration?.['pushNotificationConfig'])
  return {
    op,
    message,
    blocking: configuration?.['blocking'] !== false,
    ...historyOf(configuration ?? {}),
    ...(push === undefined ? {} : { push }),
  }
}

function readMessage(json: JsonValue | undefined): Message | Fault {
  if (!isObject(json)) return fault('invalid-params', 'message is required')
  if (json['kind'] !== 'message') return fault('invalid-params', 'message.kind must be "message"')
  const messageId = textOf(json['messageId'])
  if (messageId === undefined) return fault('invalid-params', 'message.messageId is required')
  if (json['role'] !== 'user') return fault('invalid-params', 'message.role must be "user"')
  const parts = isArray(json['parts']) ? json['parts'].map(readPart) : []
  if (parts.length === 0) return fault('invalid-params', 'message.parts must not be empty')
  const bad = parts.find((part) => part.kind === 'unknown')
  if (bad) return fault('invalid-params', `message.parts: ${JSON.stringify(bad.raw)}`)
  return {
    messageId,
    role: 'user',
    parts,
    ...present({
      contextId: textOf(json['contextId']),
      taskId: textOf(json['taskId']),
      metadata: isObject(json['metadata']) ? json['metadata'] : undefined,
      extensions: textsOf(json['extensions']),
      referenceTaskIds: textsOf(json['referenceTaskIds']),
    }),
  }
}

function readPart(json: JsonValue): Part {
  if (!isObject(json)) return { kind: 'unknown', raw: json }
  const extra = isObject(json['metadata']) ? { metadata: json['metadata'] } : {}
  if (json['kind'] === 'text' && isText(json['text'])) return { kind: 'text', text: json['text'], ...extra }
  if (json['kind'] === 'data' && isObject(json['data'])) return { kind: 'data', data: json['data'], ...extra }
  const { file } = json
  if (json['kind'] !== 'file' || !isObject(file)) return { kind: 'unknown', raw: json }
  return { ...filePart(json, file['bytes'], file['uri'], file['mimeType'], file['name']), ...extra }
}

function readKindConfig(json: JsonValue | undefined): PushConfig | undefined {
  if (!isObject(json) || !isText(json['url'])) return undefined
  const authentication = isObject(json['authentication']) ? json['authentication'] : undefined
  const scheme = textsOf(authentication?.['schemes'])?.[0]
  const credentials = textOf(authentication?.['credentials'])
  return {
    url: json['url'],
    ...present({ id: textOf(json['id']), token: textOf(json['token']) }),
    ...(scheme === undefined ? {} : { authentication: { scheme, ...(credentials ? { credentials } : {}) } }),
  }
}
