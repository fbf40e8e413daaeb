// The operations of 0.2 and 0.3 in their JSON-Schema shapes, over JSON-RPC and, as in .NET, over REST (PROTOCOL 3.1, 3.2, 4.1,
// 4.2). Always sends `messageId`, `kind`, `acceptedOutputModes` and `blocking`.

import { defined } from '../../defined.ts'
import type { EncodeOptions, HeaderList, WireCall } from '../dialect.ts'
import type { JsonObject } from '../model.ts'
import {
  isStreaming,
  type Operation,
  type OperationKind,
  type OperationOf,
  type SendOptions,
} from '../operation.ts'
import { createObjectWriter } from '../write/objects.ts'
import { innerPushConfig } from '../write/push-config.ts'
import { spelling03 } from '../write/spelling.ts'
import type { RestCall } from './calls.ts'
import { extensionHeader, restCall, rpcCall, strictMessage, strictPushConfig, taskPlace } from './calls.ts'

const writer = createObjectWriter(spelling03)

export function headers03(options: EncodeOptions | undefined): HeaderList {
  return extensionHeader('X-A2A-Extensions', options)
}

/** Names that 0.2 and 0.3 share. Over JSON-RPC they have no ListTasks; the extended card differs. */
export const methods03: Readonly<Record<Exclude<OperationKind, 'list' | 'extended-card'>, string>> = {
  send: 'message/send',
  stream: 'message/stream',
  get: 'tasks/get',
  cancel: 'tasks/cancel',
  subscribe: 'tasks/resubscribe',
  'push-create': 'tasks/pushNotificationConfig/set',
  'push-get': 'tasks/pushNotificationConfig/get',
  'push-list': 'tasks/pushNotificationConfig/list',
  'push-delete': 'tasks/pushNotificationConfig/delete',
}

export function encodeRpc03(
  operation: Exclude<Operation, { kind: 'extended-card' }>,
  options?: EncodeOptions,
): WireCall | undefined {
  if (operation.kind === 'list') return undefined
  const streaming = isStreaming(operation.kind)
  return rpcCall(methods03[operation.kind], paramsOf(operation), headers03(options), streaming)
}

function paramsOf(operation: Exclude<Operation, { kind: 'list' | 'extended-card' }>): JsonObject {
  switch (operation.kind) {
    case 'send':
    case 'stream':
      return sendParams(operation)
    case 'get':
      return defined({ id: operation.taskId, historyLength: operation.historyLength })
    case 'cancel':
      return defined({ id: operation.taskId, metadata: operation.metadata })
    case 'subscribe':
    case 'push-list':
      return { id: operation.taskId }
    case 'push-create':
      return pushParams(operation)
    case 'push-get':
    case 'push-delete':
      return { id: operation.taskId, pushNotificationConfigId: operation.configId }
  }
}

export function encodeRest03(operation: Operation, options?: EncodeOptions): WireCall {
  return restCall(restOf(operation), headers03(options))
}

function restOf(operation: Operation): RestCall {
  switch (operation.kind) {
    case 'send':
      return { verb: 'POST', path: '/v1/message:send', body: sendParams(operation) }
    case 'push-create':
      return { ...placeOf03(operation), body: pushParams(operation) }
    case 'stream':
      return { verb: 'POST', path: '/v1/message:stream', body: sendParams(operation), streaming: true }
    case 'cancel':
      return { ...placeOf03(operation), body: defined({ metadata: operation.metadata }) }
    default:
      return placeOf03(operation)
  }
}

/** The same for both JSON forms of 0.3 REST. */
export function placeOf03(operation: Exclude<Operation, { kind: 'send' | 'stream' }>): RestCall {
  switch (operation.kind) {
    case 'list':
      // Only the prose has it, without parameters (PROTOCOL 4.1).
      return { verb: 'GET', path: '/v1/tasks' }
    case 'extended-card':
      return { verb: 'GET', path: '/v1/card' }
    default:
      return taskPlace(operation, ['v1'])
  }
}

function sendParams(operation: OperationOf<'send' | 'stream'>): JsonObject {
  return defined({
    message: writer.message(strictMessage(operation.message)),
    configuration: configuration03(operation.options, operation.kind === 'send'),
    metadata: operation.metadata,
  })
}

/** Sent even when empty: servers differ in their defaults (PROTOCOL 7.3, 8.4). A stream has nothing to block. */
export function configuration03(
  options: SendOptions | undefined,
  blocks: boolean,
  pushMember: 'pushNotificationConfig' | 'pushNotification' = 'pushNotificationConfig',
): JsonObject {
  const push = options?.push && innerPushConfig(strictPushConfig(options.push))
  return {
    ...defined({
      acceptedOutputModes: options?.acceptedOutputModes ?? [],
      blocking: blocks ? options?.returnImmediately !== true : undefined,
      historyLength: options?.historyLength,
    }),
    ...(push && { [pushMember]: push }),
  }
}

function pushParams(operation: OperationOf<'push-create'>): JsonObject {
  return {
    taskId: operation.taskId,
    pushNotificationConfig: innerPushConfig(strictPushConfig(operation.config)),
  }
}
