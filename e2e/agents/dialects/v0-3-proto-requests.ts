// Reads 0.3 requests in the ProtoJSON of `a2a.v1` (PROTOCOL.md §4.2 a). Tasks and webhooks have resource names.

import type { JsonObject, JsonValue, Part } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { defined } from '#shared/defined.ts'
import { type Fault, fault, isFault } from '../faults.ts'
import { isObject, isText, textOf } from '../json.ts'
import type { Call } from './dialect.ts'
import { filePart, historyOf, messageReader, readPushConfig } from './model-parts.ts'

export function readProto03(op: OperationKind, params: JsonObject): Call | Fault {
  const { name, parent } = params
  switch (op) {
    case 'send':
    case 'stream':
      return readSend(op, params)
    case 'get':
      return withName(name, ({ taskId }) => ({ op, taskId, ...historyOf(params) }))
    case 'cancel':
    case 'subscribe':
      return withName(name, ({ taskId }) => ({ op, taskId }))
    case 'push-create':
      return readPushCreate(params)
    case 'push-get':
    case 'push-delete':
      return withName(name, ({ taskId, configId }) => ({ op, taskId, ...defined({ configId }) }))
    case 'push-list':
      return withName(parent, ({ taskId }) => ({ op, taskId }))
    case 'extended-card':
      return { op }
    case 'list':
      return fault('unsupported')
  }
}

interface Named {
  readonly taskId: string
  readonly configId?: string | undefined
}

function withName(name: JsonValue | undefined, call: (named: Named) => Call): Call | Fault {
  const match = /^tasks\/([^/]+)(?:\/pushNotificationConfigs(?:\/([^/]+))?)?$/.exec(isText(name) ? name : '')
  const [, taskId, configId] = match ?? []
  return taskId === undefined ? fault('invalid-params', 'bad resource name') : call({ taskId, configId })
}

function readSend(op: 'send' | 'stream', params: JsonObject): Call | Fault {
  const message = readMessage(params['message'] ?? params['request'])
  if (isFault(message)) return message
  const configuration = isObject(params['configuration']) ? params['configuration'] : {}
  const push = readPushConfig(configuration['pushNotification'], 'schemes')
  return {
    op,
    message,
    // Protobuf's default is false: without `blocking` the answer is immediate.
    blocking: configuration['blocking'] === true,
    ...historyOf(configuration),
    ...defined({ push }),
  }
}

const readMessage = messageReader({
  role: 'ROLE_USER',
  roleFault: 'Invalid role: -1',
  parts: 'content',
  readPart,
})

function readPart(json: JsonValue): Part {
  if (!isObject(json)) return { kind: 'unknown', raw: json }
  const about = defined({ metadata: isObject(json['metadata']) ? json['metadata'] : undefined })
  const { text, file, data } = json
  if (isText(text)) return { kind: 'text', text, ...about }
  if (isObject(data) && isObject(data['data'])) return { kind: 'data', data: data['data'], ...about }
  if (!isObject(file)) return { kind: 'unknown', raw: json }
  return {
    ...filePart(json, file['fileWithBytes'], file['fileWithUri'], file['mimeType'], file['name']),
    ...about,
  }
}

/** Form A: `parent`, `configId`, and a `config` whose name repeats both. */
function readPushCreate(params: JsonObject): Call | Fault {
  const wrapped = isObject(params['config']) ? params['config'] : {}
  const config = readPushConfig(wrapped['pushNotificationConfig'], 'schemes')
  if (config === undefined) return fault('invalid-params', 'config.pushNotificationConfig.url is required')
  const id = config.id ?? textOf(params['configId'])
  return withName(params['parent'], ({ taskId }) => ({
    op: 'push-create',
    taskId,
    config: { ...config, ...defined({ id }) },
  }))
}
