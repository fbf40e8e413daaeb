// 0.1: `tasks/send`, parts with a `type`, tasks named by the client, artifacts by number (PROTOCOL.md §3).

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
import { defined } from '#shared/defined.ts'

import type { CardFacts, Dialect, Result } from './dialect.ts'
import { restError0x, rpcError0x } from './errors.ts'
import { finalOf } from './model-parts.ts'
import { read01 } from './v0-1-requests.ts'

export const v01: Dialect = {
  name: '0.1',
  protocolVersion: '0.1.0',
  binding: 'JSONRPC',
  cardPaths: ['/.well-known/agent.json'],
  needsVersionHeader: false,
  methods: {
    'tasks/send': 'send',
    'tasks/sendSubscribe': 'stream',
    'tasks/get': 'get',
    'tasks/cancel': 'cancel',
    'tasks/resubscribe': 'subscribe',
    'tasks/pushNotification/set': 'push-create',
    'tasks/pushNotification/get': 'push-get',
  },
  routes: [],
  read: read01,
  write,
  event,
  webhook: (update, snapshot) => (snapshot === undefined ? event(update) : task(snapshot)),
  rpcError: rpcError0x,
  restError: restError0x,
  card,
}

function write(result: Result): JsonValue {
  switch (result.kind) {
    case 'update':
      return event(result.update)
    case 'task':
      return task(result.task)
    case 'push-config':
      return pushConfig(result.config)
    case 'card':
      return result.card
    case 'push-configs':
      return result.configs.map(pushConfig)
    case 'tasks':
      return result.tasks.map(task)
    case 'nothing':
      return null
  }
}

/** 0.1 has no direct message, so it becomes a completed task. */
function event(update: Update): JsonObject {
  switch (update.kind) {
    case 'task':
      return task(update.task)
    case 'message':
      return defined({
        id: update.message.taskId ?? update.message.messageId,
        sessionId: update.message.contextId,
        status: { state: 'completed', message: message(update.message) },
      })
    case 'status': {
      const { taskId, metadata } = update.status
      return defined({
        id: taskId,
        status: status(update.status.status),
        final: finalOf(update.status),
        metadata,
      })
    }
    case 'artifact': {
      const { taskId, metadata, append, lastChunk } = update.artifact
      const chunk = { ...artifact(update.artifact.artifact), append, lastChunk }
      return defined({ id: taskId, artifact: chunk, metadata })
    }
  }
}

function task(value: Task): JsonObject {
  return defined({
    id: value.id,
    sessionId: value.contextId,
    status: status(value.status),
    artifacts: value.artifacts?.map((made, index) => artifact(made, index)),
    history: value.history?.map(message),
    metadata: value.metadata,
  })
}

function status(value: TaskStatus): JsonObject {
  const output = value.message && message(value.message)
  return defined({ state: value.state, message: output, timestamp: value.timestamp })
}

function message(value: Message): JsonObject {
  return defined({ role: value.role, parts: value.parts.map(part), metadata: value.metadata })
}

/** 0.1 numbers its artifacts: `aN` becomes N, beginning with `a1`. */
function artifact(value: Artifact, position?: number): JsonObject {
  const numbered = Number(/(\d+)$/.exec(value.artifactId)?.[1] ?? 1)
  return defined({
    name: value.name,
    description: value.description,
    parts: value.parts.map(part),
    index: position ?? numbered - 1,
    metadata: value.metadata,
  })
}

function part(value: Part): JsonValue {
  const { metadata } = value
  switch (value.kind) {
    case 'text':
      return defined({ type: 'text', text: value.text, metadata })
    case 'file-bytes': {
      const file = defined({ name: value.filename, mimeType: value.mediaType, bytes: value.base64 })
      return defined({ type: 'file', file, metadata })
    }
    case 'file-url': {
      const file = defined({ name: value.filename, mimeType: value.mediaType, uri: value.url })
      return defined({ type: 'file', file, metadata })
    }
    case 'data':
      return defined({ type: 'data', data: value.data, metadata })
    case 'unknown':
      return value.raw
  }
}

function pushConfig(value: PushConfig): JsonObject {
  const authentication = value.authentication && {
    schemes: [value.authentication.scheme],
    ...defined({ credentials: value.authentication.credentials }),
  }
  return defined({
    id: value.taskId,
    pushNotificationConfig: defined({ url: value.url, token: value.token, authentication }),
  })
}

function card(facts: CardFacts): JsonObject {
  return defined({
    name: facts.name,
    description: facts.description,
    url: facts.interfaces[0]?.url,
    version: '1.0.0',
    authentication: { schemes: [] },
    capabilities: { streaming: true, pushNotifications: true, stateTransitionHistory: false },
    defaultInputModes: ['text'],
    defaultOutputModes: ['text'],
    skills: [{ id: 'kit', name: 'Kit', description: 'Does what its first word says', tags: ['test'] }],
  })
}
