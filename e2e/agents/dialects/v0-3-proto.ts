// 0.3 in the ProtoJSON of `a2a.v1`: `content[]`, `ROLE_USER`, resource names; over REST and gRPC (PROTOCOL.md §4.2 a, §5).

import type {
  Artifact,
  JsonObject,
  JsonValue,
  Message,
  Part,
  PushConfig,
  Task,
  TaskStatus,
  Update,
} from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { defined } from '#shared/defined.ts'
import { isObject, withoutMembers } from '../json.ts'
import type { Dialect, Result, Route } from './dialect.ts'
import { restError0x, rpcError0x } from './errors.ts'
import { kindCard, wholeKindTask } from './kind-shapes.ts'
import { finalOf } from './model-parts.ts'
import { readProto03 } from './v0-3-proto-requests.ts'
import { states10 } from './v1-0-shapes.ts'

const routes: readonly Route[] = [
  { verb: 'POST', path: '/v1/message:send', op: 'send' },
  { verb: 'POST', path: '/v1/message:stream', op: 'stream' },
  { verb: 'GET', path: '/v1/tasks/{id}', op: 'get' },
  { verb: 'POST', path: '/v1/tasks/{id}:cancel', op: 'cancel' },
  { verb: 'GET', path: '/v1/tasks/{id}:subscribe', op: 'subscribe' },
  { verb: 'POST', path: '/v1/tasks/{id}:subscribe', op: 'subscribe' },
  { verb: 'POST', path: '/v1/tasks/{id}/pushNotificationConfigs', op: 'push-create' },
  { verb: 'GET', path: '/v1/tasks/{id}/pushNotificationConfigs', op: 'push-list' },
  { verb: 'GET', path: '/v1/tasks/{id}/pushNotificationConfigs/{config}', op: 'push-get' },
  { verb: 'DELETE', path: '/v1/tasks/{id}/pushNotificationConfigs/{config}', op: 'push-delete' },
  { verb: 'GET', path: '/v1/card', op: 'extended-card' },
]

const methods: Readonly<Record<string, OperationKind>> = {
  SendMessage: 'send',
  SendStreamingMessage: 'stream',
  GetTask: 'get',
  CancelTask: 'cancel',
  TaskSubscription: 'subscribe',
  CreateTaskPushNotificationConfig: 'push-create',
  GetTaskPushNotificationConfig: 'push-get',
  ListTaskPushNotificationConfig: 'push-list',
  DeleteTaskPushNotificationConfig: 'push-delete',
  GetAgentCard: 'extended-card',
}

export const v03Rest: Dialect = {
  name: '0.3-rest',
  protocolVersion: '0.3.0',
  binding: 'HTTP+JSON',
  cardPaths: ['/.well-known/agent-card.json'],
  needsVersionHeader: false,
  methods: {},
  routes,
  pathParameters(op, id, config) {
    if (id === undefined) return {}
    if (config !== undefined) return { name: `tasks/${id}/pushNotificationConfigs/${config}` }
    return op === 'push-create' || op === 'push-list' ? { parent: `tasks/${id}` } : { name: `tasks/${id}` }
  },
  read: readProto03,
  write,
  event,
  webhook: wholeKindTask,
  rpcError: rpcError0x,
  restError: restError0x,
  card: (facts) => kindCard(facts, '0.3.0'),
}

export const v03Grpc: Dialect = {
  ...v03Rest,
  name: '0.3-grpc',
  binding: 'GRPC',
  routes: [],
  methods,
  service: 'a2a.v1.A2AService',
  write: (result) => (result.kind === 'card' ? cardMessage(result.card) : write(result)),
}

/** The protobuf message has no `stateTransitionHistory`. */
function cardMessage(card: JsonObject): JsonObject {
  const { capabilities } = card
  if (!isObject(capabilities)) return card
  return { ...card, capabilities: withoutMembers(capabilities, 'stateTransitionHistory') }
}

/** With two L, unlike 1.0. */
const states: Readonly<Record<string, string>> = { ...states10, canceled: 'TASK_STATE_CANCELLED' }

function write(result: Result): JsonValue {
  switch (result.kind) {
    case 'update':
      return event(result.update)
    case 'task':
      return task(result.task)
    case 'tasks':
      return { tasks: result.tasks.map(task) }
    case 'push-config':
      return config(result.config)
    case 'push-configs':
      return result.configs.length === 0 ? {} : { configs: result.configs.map(config) }
    case 'card':
      return result.card
    case 'nothing':
      return {}
  }
}

function event(update: Update): JsonObject {
  switch (update.kind) {
    case 'task':
      return { task: task(update.task) }
    case 'message':
      return { message: message(update.message) }
    case 'status': {
      const { taskId, contextId, metadata } = update.status
      const final = finalOf(update.status) ? true : undefined
      return {
        statusUpdate: defined({ taskId, contextId, status: status(update.status.status), final, metadata }),
      }
    }
    case 'artifact': {
      const { taskId, contextId, metadata, append, lastChunk } = update.artifact
      return {
        artifactUpdate: defined({
          taskId,
          contextId,
          artifact: artifact(update.artifact.artifact),
          append: append ? true : undefined,
          lastChunk: lastChunk ? true : undefined,
          metadata,
        }),
      }
    }
  }
}

function task(value: Task): JsonObject {
  return defined({
    id: value.id,
    contextId: value.contextId,
    status: status(value.status),
    artifacts: value.artifacts?.map(artifact),
    history: value.history?.map(message),
    metadata: value.metadata,
  })
}

function status(value: TaskStatus): JsonObject {
  const output = value.message && message(value.message)
  return defined({ state: states[value.state], message: output, timestamp: value.timestamp })
}

function message(value: Message): JsonObject {
  return defined({
    messageId: value.messageId,
    contextId: value.contextId,
    taskId: value.taskId,
    role: value.role === 'user' ? 'ROLE_USER' : 'ROLE_AGENT',
    content: value.parts.map(part),
    metadata: value.metadata,
    extensions: value.extensions,
  })
}

function artifact(value: Artifact): JsonObject {
  const { artifactId, name, description, metadata } = value
  return defined({ artifactId, name, description, parts: value.parts.map(part), metadata })
}

function part(value: Part): JsonValue {
  if (value.kind === 'unknown') return value.raw
  const { metadata, mediaType: mimeType, filename: name } = value
  switch (value.kind) {
    case 'text':
      return defined({ text: value.text, metadata })
    case 'file-bytes':
      return defined({ file: defined({ fileWithBytes: value.base64, mimeType, name }), metadata })
    case 'file-url':
      return defined({ file: defined({ fileWithUri: value.url, mimeType, name }), metadata })
    case 'data':
      return defined({ data: { data: value.data }, metadata })
  }
}

function config(value: PushConfig): JsonObject {
  const { id, taskId, url, token } = value
  const authentication = value.authentication && {
    schemes: [value.authentication.scheme],
    ...defined({ credentials: value.authentication.credentials }),
  }
  return {
    name: `tasks/${taskId}/pushNotificationConfigs/${id}`,
    pushNotificationConfig: defined({ id, url, token, authentication }),
  }
}
