// Reads requests of 0.2.5, 0.2.6 and 0.3 in their JSON-Schema shapes (PROTOCOL.md §3.2). Strict, so that a request of Parley's
// with a missing member fails here and not at a user's agent.

import type { JsonObject, JsonValue, Part } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { defined } from '#shared/defined.ts'
import { type Fault, fault, isFault } from '../faults.ts'
import { isArray, isObject, isText, textOf } from '../json.ts'
import type { Call } from './dialect.ts'
import { filePart, historyOf, messageReader, readPushConfig, withTask } from './model-parts.ts'

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
        const config = readPushConfig(params['pushNotificationConfig'], 'schemes')
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
  const { message: sent } = params
  if (isObject(sent) && sent['kind'] !== 'message')
    return fault('invalid-params', 'message.kind must be "message"')
  const message = readMessage(sent)
  if (isFault(message)) return message
  const configuration = isObject(params['configuration']) ? params['configuration'] : undefined
  if (configuration && outputModesRequired && !isArray(configuration['acceptedOutputModes'])) {
    return fault('invalid-params', 'configuration.acceptedOutputModes is required')
  }
  const push = readPushConfig(configuration?.['pushNotificationConfig'], 'schemes')
  return {
    op,
    message,
    blocking: configuration?.['blocking'] !== false,
    ...historyOf(configuration ?? {}),
    ...defined({ push }),
  }
}

const readMessage = messageReader({
  role: 'user',
  roleFault: 'message.role must be "user"',
  parts: 'parts',
  readPart,
})

function readPart(json: JsonValue): Part {
  if (!isObject(json)) return { kind: 'unknown', raw: json }
  const extra = isObject(json['metadata']) ? { metadata: json['metadata'] } : {}
  if (json['kind'] === 'text' && isText(json['text'])) return { kind: 'text', text: json['text'], ...extra }
  if (json['kind'] === 'data' && isObject(json['data'])) return { kind: 'data', data: json['data'], ...extra }
  const { file } = json
  if (json['kind'] !== 'file' || !isObject(file)) return { kind: 'unknown', raw: json }
  return { ...filePart(json, file['bytes'], file['uri'], file['mimeType'], file['name']), ...extra }
}
