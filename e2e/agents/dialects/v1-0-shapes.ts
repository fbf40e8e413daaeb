// Writes 1.0 and its release candidate: `oneof` wrappers, upper-case enums, no `kind` (PROTOCOL.md §3.3, §3.7). Omits false and
// empty members, like ProtoJSON writers.

import type {
  Artifact,
  JsonObject,
  JsonValue,
  Message,
  Part,
  Task,
  TaskState,
  TaskStatus,
  Update,
} from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'

import type { CardFacts } from './dialect.ts'

export const states10: Readonly<Record<TaskState, string>> = {
  submitted: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  'input-required': 'TASK_STATE_INPUT_REQUIRED',
  'auth-required': 'TASK_STATE_AUTH_REQUIRED',
  completed: 'TASK_STATE_COMPLETED',
  canceled: 'TASK_STATE_CANCELED',
  failed: 'TASK_STATE_FAILED',
  rejected: 'TASK_STATE_REJECTED',
  unknown: 'TASK_STATE_UNSPECIFIED',
}

export function event10(update: Update): JsonObject {
  switch (update.kind) {
    case 'task':
      return { task: task10(update.task) }
    case 'message':
      return { message: message10(update.message) }
    case 'status': {
      const { taskId, contextId, metadata } = update.status
      return {
        statusUpdate: defined({ taskId, contextId, status: status10(update.status.status), metadata }),
      }
    }
    case 'artifact': {
      const { taskId, contextId, metadata, append, lastChunk } = update.artifact
      const artifact = artifact10(update.artifact.artifact)
      return {
        artifactUpdate: defined({
          taskId,
          contextId,
          artifact,
          append: append ? true : undefined,
          lastChunk: lastChunk ? true : undefined,
          metadata,
        }),
      }
    }
  }
}

export function task10(value: Task): JsonObject {
  return defined({
    id: value.id,
    contextId: value.contextId,
    status: status10(value.status),
    artifacts: value.artifacts?.map(artifact10),
    history: value.history?.map(message10),
    metadata: value.metadata,
  })
}

function status10(value: TaskStatus): JsonObject {
  return defined({
    state: states10[value.state],
    message: value.message && message10(value.message),
    timestamp: value.timestamp,
  })
}

function message10(value: Message): JsonObject {
  return defined({
    messageId: value.messageId,
    contextId: value.contextId,
    taskId: value.taskId,
    role: value.role === 'user' ? 'ROLE_USER' : 'ROLE_AGENT',
    parts: value.parts.map(part10),
    metadata: value.metadata,
    extensions: value.extensions,
    referenceTaskIds: value.referenceTaskIds,
  })
}

function artifact10(value: Artifact): JsonObject {
  return defined({
    artifactId: value.artifactId,
    name: value.name,
    description: value.description,
    parts: value.parts.map(part10),
    metadata: value.metadata,
  })
}

function part10(value: Part): JsonValue {
  if (value.kind === 'unknown') return value.raw
  const { filename, mediaType, metadata } = value
  switch (value.kind) {
    case 'text':
      return defined({ text: value.text, metadata, filename, mediaType })
    case 'file-bytes':
      return defined({ raw: value.base64, metadata, filename, mediaType })
    case 'file-url':
      return defined({ url: value.url, metadata, filename, mediaType })
    case 'data':
      return defined({ data: value.data, metadata, filename, mediaType })
  }
}

export function card10(facts: CardFacts): JsonObject {
  return {
    name: facts.name,
    description: facts.description,
    supportedInterfaces: facts.interfaces.map(({ url, binding, protocolVersion }) => ({
      url,
      protocolBinding: binding,
      protocolVersion: protocolVersion.split('.').slice(0, 2).join('.'),
    })),
    version: '1.0.0',
    capabilities: {
      streaming: true,
      pushNotifications: true,
      ...(facts.extendedCard ? { extendedAgentCard: true } : {}),
    },
    defaultInputModes: ['*/*'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'kit', name: 'Kit', description: 'Does what its first word says', tags: ['test'] }],
  }
}
