// The operations of 1.0.x and its release candidate: the JSON-RPC `params` are the gRPC messages, and REST spreads
// the same members over path, query and body (PROTOCOL 3.2, 3.9, 4.1, 4.2, 5).

import { defined } from '../../defined.ts'
import type { EncodeOptions, HeaderList, WireCall } from '../dialect.ts'
import type { Binding, JsonObject } from '../model.ts'
import {
  isStreaming,
  type Operation,
  type OperationKind,
  type OperationOf,
  type SendOptions,
} from '../operation.ts'
import { createObjectWriter } from '../write/objects.ts'
import { flatPushConfig, innerPushConfigRc } from '../write/push-config.ts'
import { spelling10 } from '../write/spelling.ts'
import type { RestCall } from './calls.ts'
import {
  extensionHeader,
  queryOf,
  restCall,
  rpcCall,
  segments,
  strictMessage,
  strictPushConfig,
  taskPlace,
} from './calls.ts'

export interface Edition10 {
  readonly candidate: boolean
  readonly service: string
}

export const methods10: Readonly<Record<OperationKind, string>> = {
  send: 'SendMessage',
  stream: 'SendStreamingMessage',
  get: 'GetTask',
  list: 'ListTasks',
  cancel: 'CancelTask',
  subscribe: 'SubscribeToTask',
  'push-create': 'CreateTaskPushNotificationConfig',
  'push-get': 'GetTaskPushNotificationConfig',
  'push-list': 'ListTaskPushNotificationConfigs',
  'push-delete': 'DeleteTaskPushNotificationConfig',
  'extended-card': 'GetExtendedAgentCard',
}

/** The candidate names one method differently. */
export const methodsRc: typeof methods10 = { ...methods10, 'push-list': 'ListTaskPushNotificationConfig' }

const writer = createObjectWriter(spelling10)

export function encode10(
  edition: Edition10,
  operation: Operation,
  binding: Binding,
  options?: EncodeOptions,
): WireCall {
  const method = (edition.candidate ? methodsRc : methods10)[operation.kind]
  const streaming = isStreaming(operation.kind)
  const headers: HeaderList = [['A2A-Version', '1.0'], ...extensionHeader('A2A-Extensions', options)]
  if (binding === 'HTTP+JSON')
    return restCall(tenantPath(restOf(edition, operation), options?.tenant), headers)
  const params = defined({ tenant: options?.tenant, ...paramsOf(edition, operation) })
  if (binding === 'JSONRPC') {
    return rpcCall(
      method,
      operation.kind === 'extended-card' && options?.tenant === undefined ? undefined : params,
      headers,
      streaming,
    )
  }
  return {
    binding: 'GRPC',
    service: edition.service,
    method,
    message: params,
    headers: headers.map(([name, value]) => [name.toLowerCase(), value]),
    streaming,
  }
}

function paramsOf(edition: Edition10, operation: Operation): JsonObject {
  switch (operation.kind) {
    case 'send':
    case 'stream':
      return sendParams(edition, operation)
    case 'get':
      return defined({ id: operation.taskId, historyLength: operation.historyLength })
    case 'list':
      return listParams(operation)
    case 'cancel':
      return cancelParams(edition, operation)
    case 'subscribe':
      return { id: operation.taskId }
    case 'push-create':
      return pushCreateParams(edition, operation)
    case 'push-get':
    case 'push-delete':
      return { taskId: operation.taskId, id: operation.configId }
    case 'push-list':
      return defined({
        taskId: operation.taskId,
        pageSize: operation.pageSize,
        pageToken: operation.pageToken,
      })
    case 'extended-card':
      return {}
  }
}

function sendParams(edition: Edition10, operation: OperationOf<'send' | 'stream'>): JsonObject {
  return defined({
    message: writer.message(strictMessage(operation.message)),
    configuration: operation.options === undefined ? undefined : configuration(edition, operation.options),
    metadata: operation.metadata,
  })
}

function configuration(edition: Edition10, options: SendOptions): JsonObject {
  const push = options.push === undefined ? undefined : strictPushConfig(options.push)
  const common = {
    acceptedOutputModes: options.acceptedOutputModes,
    historyLength: options.historyLength,
  }
  if (!edition.candidate) {
    return defined({
      ...common,
      taskPushNotificationConfig: push === undefined ? undefined : flatPushConfig(push),
      returnImmediately: options.returnImmediately,
    })
  }
  return defined({
    ...common,
    pushNotificationConfig: push === undefined ? undefined : innerPushConfigRc(push),
    // ProtoJSON's default is false, which does not block: the candidate's default must be sent (PROTOCOL 3.9).
    blocking: options.returnImmediately !== true,
  })
}

function listParams(operation: OperationOf<'list'>): JsonObject {
  return defined({
    contextId: operation.contextId,
    status: operation.state === undefined ? undefined : spelling10.state[operation.state],
    pageSize: operation.pageSize,
    pageToken: operation.pageToken,
    historyLength: operation.historyLength,
    statusTimestampAfter: operation.statusTimestampAfter,
    includeArtifacts: operation.includeArtifacts,
  })
}

function cancelParams(edition: Edition10, operation: OperationOf<'cancel'>): JsonObject {
  return defined({ id: operation.taskId, metadata: edition.candidate ? undefined : operation.metadata })
}

function pushCreateParams(edition: Edition10, operation: OperationOf<'push-create'>): JsonObject {
  if (!edition.candidate) return flatPushConfig(strictPushConfig(operation.config), operation.taskId)
  const { id, config } = candidateConfig(operation)
  return { taskId: operation.taskId, configId: id, config }
}

/** The candidate requires an id from the client; servers fall back to the task's (PROTOCOL 6.1). */
function candidateConfig(operation: OperationOf<'push-create'>): { id: string; config: JsonObject } {
  const id = operation.config.id ?? operation.taskId
  return { id, config: innerPushConfigRc({ ...strictPushConfig(operation.config), id }) }
}

function restOf(edition: Edition10, operation: Operation): RestCall {
  switch (operation.kind) {
    case 'send':
      return { verb: 'POST', path: '/message:send', body: sendParams(edition, operation) }
    case 'stream':
      return { verb: 'POST', path: '/message:stream', body: sendParams(edition, operation), streaming: true }
    case 'list':
      return { verb: 'GET', path: '/tasks', query: listQuery(operation) }
    case 'cancel': {
      const { id: _, ...body } = cancelParams(edition, operation)
      return { ...taskPlace(operation), body }
    }
    case 'push-create': {
      const place = taskPlace(operation)
      if (!edition.candidate) return { ...place, body: pushCreateParams(edition, operation) }
      // Its body is `config` alone, which leaves the id to the query (PROTOCOL 3.9).
      const { id, config } = candidateConfig(operation)
      return { ...place, query: queryOf({ configId: id }), body: config }
    }
    case 'push-list': {
      const query = queryOf({ pageSize: operation.pageSize, pageToken: operation.pageToken })
      return { ...taskPlace(operation), query }
    }
    case 'extended-card':
      return { verb: 'GET', path: '/extendedAgentCard' }
    default:
      return taskPlace(operation)
  }
}

function listQuery(operation: OperationOf<'list'>): HeaderList {
  const { kind: _, state, ...filters } = operation
  const { contextId, ...rest } = filters
  return queryOf({ contextId, status: state === undefined ? undefined : spelling10.state[state], ...rest })
}

/** The tenant form of every path (PROTOCOL 4.1); a body then does not repeat it. */
function tenantPath(call: RestCall, tenant: string | undefined): RestCall {
  return tenant === undefined ? call : { ...call, path: `${segments(tenant)}${call.path}` }
}
