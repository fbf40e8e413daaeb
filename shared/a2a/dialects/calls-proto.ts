// The operations of 0.3 as ProtoJSON of `a2a.v1`, over REST and gRPC: resources by name, `content`, and the older
// names inside the configuration (PROTOCOL 4.2, 5).

import { defined } from '../../defined.ts'
import { base64OfAscii } from '../base64.ts'
import type { EncodeOptions, WireCall } from '../dialect.ts'
import type { Binding, JsonObject, Message } from '../model.ts'
import { isStreaming, type Operation, type OperationKind, type OperationOf } from '../operation.ts'
import { createObjectWriter } from '../write/objects.ts'
import { configName, namedPushConfig, taskName } from '../write/push-config.ts'
import { spellingProto } from '../write/spelling.ts'
import { restCall, strictMessage, strictPushConfig } from './calls.ts'
import { configuration03, headers03, placeOf03 } from './calls-03.ts'

const writer = createObjectWriter(spellingProto)

export const grpcMethodsProto: Readonly<Record<Exclude<OperationKind, 'list'>, string>> = {
  send: 'SendMessage',
  stream: 'SendStreamingMessage',
  get: 'GetTask',
  cancel: 'CancelTask',
  subscribe: 'TaskSubscription',
  'push-create': 'CreateTaskPushNotificationConfig',
  'push-get': 'GetTaskPushNotificationConfig',
  'push-list': 'ListTaskPushNotificationConfig',
  'push-delete': 'DeleteTaskPushNotificationConfig',
  'extended-card': 'GetAgentCard',
}

export function encodeProto(
  operation: Operation,
  binding: Binding,
  options?: EncodeOptions,
): WireCall | undefined {
  if (binding === 'HTTP+JSON') return encodeRest(operation, options)
  if (operation.kind === 'list') return undefined
  return {
    binding: 'GRPC',
    service: 'a2a.v1.A2AService',
    method: grpcMethodsProto[operation.kind],
    message: messageOf(operation, options),
    headers: headers03(options).map(([name, value]) => [name.toLowerCase(), value]),
    streaming: isStreaming(operation.kind),
  }
}

function encodeRest(operation: Operation, options: EncodeOptions | undefined): WireCall {
  const headers = headers03(options)
  switch (operation.kind) {
    case 'send':
      return restCall(
        { verb: 'POST', path: '/v1/message:send', body: sendMessage(operation, options) },
        headers,
      )
    case 'stream':
      return restCall(
        { verb: 'POST', path: '/v1/message:stream', body: sendMessage(operation, options), streaming: true },
        headers,
      )
    case 'cancel':
      return restCall({ ...placeOf03(operation), body: { name: taskName(operation.taskId) } }, headers)
    case 'push-create':
      return restCall({ ...placeOf03(operation), body: pushCreate(operation) }, headers)
    default:
      return restCall(placeOf03(operation), headers)
  }
}

function messageOf(
  operation: Exclude<Operation, { kind: 'list' }>,
  options: EncodeOptions | undefined,
): JsonObject {
  switch (operation.kind) {
    case 'send':
    case 'stream':
      return sendMessage(operation, options)
    case 'get':
      return defined({ name: taskName(operation.taskId), historyLength: operation.historyLength })
    case 'cancel':
    case 'subscribe':
      return { name: taskName(operation.taskId) }
    case 'push-create':
      return pushCreate(operation)
    case 'push-get':
    case 'push-delete':
      return { name: configName(operation.taskId, operation.configId) }
    case 'push-list':
      return defined({
        parent: taskName(operation.taskId),
        pageSize: operation.pageSize,
        pageToken: operation.pageToken,
      })
    case 'extended-card':
      return {}
  }
}

function sendMessage(
  operation: OperationOf<'send' | 'stream'>,
  encode: EncodeOptions | undefined,
): JsonObject {
  const message = strictMessage(operation.message)
  return defined({
    message: writer.message(encode?.fileBytes === 'encoded-twice' ? withFilesTwice(message) : message),
    // Unset `blocking` is proto false, and Python then answers `SUBMITTED` at once: always sent (PROTOCOL 4.2).
    configuration: configuration03(operation.options, operation.kind === 'send', 'pushNotification'),
    metadata: operation.metadata,
  })
}

function withFilesTwice(message: Message): Message {
  const parts = message.parts.map((part) =>
    part.kind === 'file-bytes' ? { ...part, base64: base64OfAscii(part.base64) } : part,
  )
  return { ...message, parts }
}

function pushCreate(operation: OperationOf<'push-create'>): JsonObject {
  const config = strictPushConfig(operation.config)
  return {
    parent: taskName(operation.taskId),
    configId: config.id ?? operation.taskId,
    config: namedPushConfig(config, operation.taskId),
  }
}
