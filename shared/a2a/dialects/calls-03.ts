// The operations of 0.2 and 0.3 in their JSON-Schema shapes, over JSON-RPC and, as .NET has it, over REST
// (PROTOCOL 3.1, 3.2, 4.1, 4.2). Always `messageId`, `kind` and `acceptedOutputModes`; `blocking` is always said.

import type { EncodeOptions, HeaderList, WireCall } from '../dialect.ts'
import type { JsonObject } from '../model.ts'
import type { Operation, OperationKind, SendOptions } from '../operation.ts'
import { defined } from '../write/members.ts'
import { createObjectWriter } from '../write/objects.ts'
import { innerPushConfig } from '../write/push-config.ts'
import { spelling03 } from '../write/spelling.ts'
import type { RestCall } from './calls.ts'
import { extensionHeader, queryOf, rest, rpc, segments, strictMessage, strictPushConfig } from './calls.ts'

type Of<K extends OperationKind> = Extract<Operation, { kind: K }>

const writer = createObjectWriter(spelling03)

export function headers03(options: EncodeOptions | undefined): HeaderList {
  return extensionHeader('X-A2A-Extensions', options)
}

/** Undefined for ListTasks, which 0.x does not have over JSON-RPC, and for the extended card, where versions part. */
export function encodeRpc03(operation: Operation, options?: EncodeOptions): WireCall | undefined {
  const headers = headers03(options)
  switch (operation.kind) {
    case 'send':
      return rpc('message/send', sendParams(operation), headers)
    case 'stream':
      return rpc('message/stream', sendParams(operation), headers, true)
    case 'get':
      return rpc(
        'tasks/get',
        defined({ id: operation.taskId, historyLength: operation.historyLength }),
        headers,
      )
    case 'cancel':
      return rpc('tasks/cancel', defined({ id: operation.taskId, metadata: operation.metadata }), headers)
    case 'subscribe':
      return rpc('tasks/resubscribe', { id: operation.taskId }, headers, true)
    case 'push-create':
      return rpc('tasks/pushNotificationConfig/set', pushParams(operation), headers)
    case 'push-get':
    case 'push-delete': {
      const method = operation.kind === 'push-get' ? 'get' : 'delete'
      const params = { id: operation.taskId, pushNotificationConfigId: operation.configId }
      return rpc(`tasks/pushNotificationConfig/${method}`, params, headers)
    }
    case 'push-list':
      return rpc('tasks/pushNotificationConfig/list', { id: operation.taskId }, headers)
    case 'list':
    case 'extended-card':
      return undefined
  }
}

export function encodeRest03(operation: Operation, options?: EncodeOptions): WireCall {
  return rest(restOf(operation), headers03(options))
}

function restOf(operation: Operation): RestCall {
  switch (operation.kind) {
    case 'send':
      return { verb: 'POST', path: '/v1/message:send', body: sendParams(operation) }
    case 'push-create':
      return { ...placeOf(operation), body: pushParams(operation) }
    case 'stream':
      return { verb: 'POST', path: '/v1/message:stream', body: sendParams(operation), streaming: true }
    case 'cancel':
      return { ...placeOf(operation), body: defined({ metadata: operation.metadata }) }
    default:
      return placeOf(operation)
  }
}

/** Verb, path and query: the same for both JSON forms of 0.3 REST. */
export function placeOf(operation: Exclude<Operation, { kind: 'send' | 'stream' }>): RestCall {
  switch (operation.kind) {
    case 'get': {
      const query = queryOf({ historyLength: operation.historyLength })
      return { verb: 'GET', path: segments('v1', 'tasks', operation.taskId), query }
    }
    case 'list':
      // Prose alone has it, with no parameters (PROTOCOL 4.1).
      return { verb: 'GET', path: '/v1/tasks' }
    case 'cancel':
      return { verb: 'POST', path: `${segments('v1', 'tasks', operation.taskId)}:cancel` }
    case 'subscribe':
      return {
        verb: 'POST',
        path: `${segments('v1', 'tasks', operation.taskId)}:subscribe`,
        body: {},
        streaming: true,
      }
    case 'push-create':
      return { verb: 'POST', path: segments('v1', 'tasks', operation.taskId, 'pushNotificationConfigs') }
    case 'push-list':
      return { verb: 'GET', path: segments('v1', 'tasks', operation.taskId, 'pushNotificationConfigs') }
    case 'push-get':
    case 'push-delete': {
      const path = segments('v1', 'tasks', operation.taskId, 'pushNotificationConfigs', operation.configId)
      return { verb: operation.kind === 'push-get' ? 'GET' : 'DELETE', path }
    }
    case 'extended-card':
      return { verb: 'GET', path: '/v1/card' }
  }
}

function sendParams(operation: Of<'send' | 'stream'>): JsonObject {
  return defined({
    message: writer.message(strictMessage(operation.message)),
    configuration: configuration(operation.options, operation.kind === 'send'),
    metadata: operation.metadata,
  })
}

/** Sent even when empty: servers differ in what they do without one (PROTOCOL 7.3, 8.4). A stream has nothing to block. */
function configuration(options: SendOptions | undefined, blocks: boolean): JsonObject {
  return defined({
    acceptedOutputModes: options?.acceptedOutputModes ?? [],
    blocking: blocks ? options?.returnImmediately !== true : undefined,
    historyLength: options?.historyLength,
    pushNotificationConfig:
      options?.push === undefined ? undefined : innerPushConfig(strictPushConfig(options.push)),
  })
}

function pushParams(operation: Of<'push-create'>): JsonObject {
  return {
    taskId: operation.taskId,
    pushNotificationConfig: innerPushConfig(strictPushConfig(operation.config)),
  }
}
