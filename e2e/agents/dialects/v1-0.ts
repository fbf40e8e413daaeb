// 1.0 over JSON-RPC and REST, and the release candidate of servers of early 2026 (PROTOCOL.md §3.9).

import type { JsonObject, JsonValue, PushConfig } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { defined } from '#shared/defined.ts'
import { withoutMembers } from '../json.ts'
import type { Dialect, Result, Route } from './dialect.ts'
import { restError10, rpcError10 } from './errors.ts'
import { read10 } from './v1-0-requests.ts'
import { card10, event10, task10 } from './v1-0-shapes.ts'

const methods10: Readonly<Record<string, OperationKind>> = {
  SendMessage: 'send',
  SendStreamingMessage: 'stream',
  GetTask: 'get',
  ListTasks: 'list',
  CancelTask: 'cancel',
  SubscribeToTask: 'subscribe',
  CreateTaskPushNotificationConfig: 'push-create',
  GetTaskPushNotificationConfig: 'push-get',
  ListTaskPushNotificationConfigs: 'push-list',
  DeleteTaskPushNotificationConfig: 'push-delete',
  GetExtendedAgentCard: 'extended-card',
}

const routes10: readonly Route[] = [
  { verb: 'POST', path: '/message:send', op: 'send' },
  { verb: 'POST', path: '/message:stream', op: 'stream' },
  { verb: 'GET', path: '/tasks', op: 'list' },
  { verb: 'GET', path: '/tasks/{id}', op: 'get' },
  { verb: 'POST', path: '/tasks/{id}:cancel', op: 'cancel' },
  { verb: 'POST', path: '/tasks/{id}:subscribe', op: 'subscribe' },
  { verb: 'GET', path: '/tasks/{id}:subscribe', op: 'subscribe' },
  { verb: 'POST', path: '/tasks/{id}/pushNotificationConfigs', op: 'push-create' },
  { verb: 'GET', path: '/tasks/{id}/pushNotificationConfigs', op: 'push-list' },
  { verb: 'GET', path: '/tasks/{id}/pushNotificationConfigs/{config}', op: 'push-get' },
  { verb: 'DELETE', path: '/tasks/{id}/pushNotificationConfigs/{config}', op: 'push-delete' },
  { verb: 'GET', path: '/extendedAgentCard', op: 'extended-card' },
]

export const v10: Dialect = {
  name: '1.0',
  protocolVersion: '1.0',
  binding: 'JSONRPC',
  cardPaths: ['/.well-known/agent-card.json'],
  needsVersionHeader: true,
  methods: methods10,
  routes: [],
  read: read10,
  write: (result) => write(result, flatConfig),
  event: event10,
  webhook: event10,
  rpcError: rpcError10,
  restError: restError10,
  card: card10,
}

export const v10Rest: Dialect = {
  ...v10,
  name: '1.0-rest',
  binding: 'HTTP+JSON',
  methods: {},
  routes: routes10,
  pathParameters(op, id, config) {
    if (id === undefined) return {}
    if (config !== undefined) return { taskId: id, id: config }
    return op === 'push-create' || op === 'push-list' ? { taskId: id } : { id }
  },
}

export const v10Grpc: Dialect = {
  ...v10,
  name: '1.0-grpc',
  binding: 'GRPC',
  service: 'lf.a2a.v1.A2AService',
}

export const v10Rc: Dialect = {
  ...v10,
  name: '1.0-rc',
  needsVersionHeader: false,
  methods: {
    ...withoutMembers(methods10, 'ListTaskPushNotificationConfigs'),
    ListTaskPushNotificationConfig: 'push-list',
  },
  read: (op, params) => read10(op, params, '1.0-rc'),
  write: (result) => write(result, nestedConfig),
}

function write(result: Result, config: (value: PushConfig) => JsonObject): JsonValue {
  switch (result.kind) {
    case 'update':
      return event10(result.update)
    case 'task':
      return task10(result.task)
    case 'tasks': {
      const { nextPageToken, pageSize, totalSize } = result
      return { tasks: result.tasks.map(task10), nextPageToken, pageSize, totalSize }
    }
    case 'push-config':
      return config(result.config)
    case 'push-configs':
      return result.configs.length === 0 ? {} : { configs: result.configs.map(config) }
    case 'card':
      return result.card
    case 'nothing':
      return null
  }
}

function flatConfig(value: PushConfig): JsonObject {
  const { id, taskId, url, token } = value
  return defined({ id, taskId, url, token, authentication: authentication(value) })
}

function nestedConfig(value: PushConfig): JsonObject {
  const { id, taskId, url, token } = value
  const pushNotificationConfig = defined({ id, url, token, authentication: authentication(value) })
  return defined({ id, taskId, pushNotificationConfig })
}

function authentication(value: PushConfig): JsonObject | undefined {
  if (value.authentication === undefined) return undefined
  return defined({ scheme: value.authentication.scheme, credentials: value.authentication.credentials })
}
