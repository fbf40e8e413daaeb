// Writes the JSON-Schema shapes of 0.2.5, 0.2.6 and 0.3: `kind` discriminators, lower-case states (PROTOCOL.md §3.3, §6.1,
// §6.2).

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

import type { CardFacts, Result } from './dialect.ts'
import { finalOf } from './model-parts.ts'

export function writeKind(result: Result): JsonValue {
  switch (result.kind) {
    case 'update':
      return kindEvent(result.update)
    case 'task':
      return task(result.task)
    case 'push-config':
      return pushConfig(result.config)
    case 'push-configs':
      return result.configs.map(pushConfig)
    case 'card':
      return result.card
    case 'tasks':
      return result.tasks.map(task)
    case 'nothing':
      return null
  }
}

export function kindEvent(update: Update): JsonObject {
  switch (update.kind) {
    case 'task':
      return task(update.task)
    case 'message':
      return message(update.message)
    case 'status': {
      const { taskId, contextId, metadata } = update.status
      return defined({
        kind: 'status-update',
        taskId,
        contextId,
        status: status(update.status.status),
        final: finalOf(update.status),
        metadata,
      })
    }
    case 'artifact': {
      const { taskId, contextId, metadata, append, lastChunk } = update.artifact
      return defined({
        kind: 'artifact-update',
        taskId,
        contextId,
        artifact: artifact(update.artifact.artifact),
        append,
        lastChunk,
        metadata,
      })
    }
  }
}

export function wholeKindTask(update: Update, snapshot: Task | undefined): JsonValue {
  return snapshot === undefined ? kindEvent(update) : task(snapshot)
}

function task(value: Task): JsonObject {
  return defined({
    kind: 'task',
    id: value.id,
    contextId: value.contextId,
    status: status(value.status),
    history: value.history?.map(message),
    artifacts: value.artifacts?.map(artifact),
    metadata: value.metadata,
  })
}

function status(value: TaskStatus): JsonObject {
  return defined({
    state: value.state,
    message: value.message && message(value.message),
    timestamp: value.timestamp,
  })
}

function message(value: Message): JsonObject {
  return defined({
    kind: 'message',
    messageId: value.messageId,
    role: value.role,
    parts: value.parts.map(part),
    contextId: value.contextId,
    taskId: value.taskId,
    metadata: value.metadata,
    extensions: value.extensions,
    referenceTaskIds: value.referenceTaskIds,
  })
}

function artifact(value: Artifact): JsonObject {
  return defined({
    artifactId: value.artifactId,
    name: value.name,
    description: value.description,
    parts: value.parts.map(part),
    metadata: value.metadata,
  })
}

function part(value: Part): JsonValue {
  const { metadata } = value
  switch (value.kind) {
    case 'text':
      return defined({ kind: 'text', text: value.text, metadata })
    case 'file-bytes':
      return defined({
        kind: 'file',
        file: defined({ bytes: value.base64, mimeType: value.mediaType, name: value.filename }),
        metadata,
      })
    case 'file-url':
      return defined({
        kind: 'file',
        file: defined({ uri: value.url, mimeType: value.mediaType, name: value.filename }),
        metadata,
      })
    case 'data':
      return defined({ kind: 'data', data: value.data, metadata })
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
    taskId: value.taskId,
    pushNotificationConfig: defined({ url: value.url, token: value.token, authentication, id: value.id }),
  })
}

/** `protocolVersion` and `preferredTransport` at the top: 0.2.5 to 0.3 (§2.1). */
export function kindCard(facts: CardFacts, protocolVersion: string): JsonObject {
  const [main, ...others] = facts.interfaces
  return defined({
    name: facts.name,
    description: facts.description,
    url: main?.url,
    version: '1.0.0',
    protocolVersion,
    preferredTransport: main?.binding,
    additionalInterfaces:
      others.length === 0 ? undefined : others.map(({ url, binding }) => ({ url, transport: binding })),
    capabilities: { streaming: true, pushNotifications: true, stateTransitionHistory: false },
    defaultInputModes: ['*/*'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'kit', name: 'Kit', description: 'Does what its first word says', tags: ['test'] }],
    supportsAuthenticatedExtendedCard: facts.extendedCard ? true : undefined,
  })
}
