// Reads requests of 1.0 and its release candidate (PROTOCOL.md §3.2, §3.9). Required members are required; unknown ones are
// ignored, as the specification advises (a quirk refuses them).

import type { JsonObject, JsonValue, Part, TaskState } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { defined } from '#shared/defined.ts'
import { type Fault, fault, isFault } from '../faults.ts'
import { isObject, isText, textOf } from '../json.ts'
import type { Call } from './dialect.ts'
import { filePart, historyOf, messageReader, readPushConfig, withTask } from './model-parts.ts'
import { states10 } from './v1-0-shapes.ts'

type Wording = '1.0' | '1.0-rc'

export function read10(op: OperationKind, params: JsonObject, wording: Wording = '1.0'): Call | Fault {
  const id = params['id']
  switch (op) {
    case 'send':
    case 'stream':
      return readSend(op, params, wording)
    case 'get':
      return withTask(id, (taskId) => ({ op, taskId, ...historyOf(params) }))
    case 'cancel':
    case 'subscribe':
      return withTask(id, (taskId) => ({ op, taskId }))
    case 'list':
      return readList(params)
    case 'push-create':
      return wording === '1.0' ? readPushCreate(params) : readPushCreateRc(params)
    case 'push-get':
    case 'push-delete':
      if (!isText(id)) return fault('invalid-params', 'id is required')
      return withTask(params['taskId'], (taskId) => ({ op, taskId, configId: id }))
    case 'push-list':
      return withTask(params['taskId'], (taskId) => ({ op, taskId }))
    case 'extended-card':
      return { op }
  }
}

function readSend(op: 'send' | 'stream', params: JsonObject, wording: Wording): Call | Fault {
  const message = readMessage(params['message'])
  if (isFault(message)) return message
  const configuration = isObject(params['configuration']) ? params['configuration'] : {}
  const config = wording === '1.0' ? 'taskPushNotificationConfig' : 'pushNotificationConfig'
  const push = readPushConfig(configuration[config], 'scheme')
  // Protobuf's default is false: without `blocking` the candidate does not block.
  const blocking =
    wording === '1.0' ? configuration['returnImmediately'] !== true : configuration['blocking'] === true
  return { op, message, blocking, ...historyOf(configuration), ...defined({ push }) }
}

const readMessage = messageReader({
  role: 'ROLE_USER',
  roleFault: 'message.role must be ROLE_USER',
  parts: 'parts',
  readPart,
})

const contents = ['text', 'raw', 'url', 'data'] as const

/** Exactly one content, as Python's server requires. */
function readPart(json: JsonValue): Part {
  if (!isObject(json)) return { kind: 'unknown', raw: json }
  const set = contents.filter((name) => Object.hasOwn(json, name))
  if (set.length !== 1) return { kind: 'unknown', raw: json }
  const about = defined({
    metadata: isObject(json['metadata']) ? json['metadata'] : undefined,
    mediaType: textOf(json['mediaType']),
    filename: textOf(json['filename']),
  })
  if (isText(json['text'])) return { kind: 'text', text: json['text'], ...about }
  if (set[0] === 'data') return { kind: 'data', data: json['data'] ?? null, ...about }
  return { ...filePart(json, json['raw'], json['url'], json['mediaType'], json['filename']), ...about }
}

function readList(params: JsonObject): Call | Fault {
  const pageSize = params['pageSize'] ?? 50
  if (typeof pageSize !== 'number' || pageSize < 1 || pageSize > 100) {
    return fault('invalid-params', 'pageSize must be between 1 and 100')
  }
  const state = Object.entries(states10).find(([, spelled]) => spelled === params['status'])?.[0]
  if (params['status'] !== undefined && state === undefined) return fault('invalid-params', 'unknown status')
  return {
    op: 'list',
    pageSize,
    includeArtifacts: params['includeArtifacts'] === true,
    ...historyOf(params),
    ...defined({
      contextId: textOf(params['contextId']),
      pageToken: textOf(params['pageToken']),
      state: state as TaskState | undefined,
    }),
  }
}

function readPushCreate(params: JsonObject): Call | Fault {
  const config = readPushConfig(params, 'scheme')
  if (config === undefined) return fault('invalid-params', 'url is required')
  return withTask(params['taskId'], (taskId) => ({ op: 'push-create', taskId, config }))
}

function readPushCreateRc(params: JsonObject): Call | Fault {
  const config = readPushConfig(params['config'], 'scheme')
  if (config === undefined) return fault('invalid-params', 'config.url is required')
  const id = textOf(params['configId']) ?? config.id
  return withTask(params['taskId'], (taskId) => ({
    op: 'push-create',
    taskId,
    config: { ...config, ...defined({ id }) },
  }))
}
