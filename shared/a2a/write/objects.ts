// Writes model objects as JSON of one version. Members of `extra` are written back in their place, unless the model has the
// same member.

import type {
  Artifact,
  ArtifactUpdate,
  JsonObject,
  Message,
  StatusUpdate,
  Task,
  TaskStatus,
  Update,
} from '../model.ts'
import { type Maybe, over, type Spelling } from './spelling.ts'

export interface ObjectWriter {
  message(message: Message): JsonObject
  task(task: Task): JsonObject
  /** As in the answer to a send and in a stream, without any JSON-RPC envelope. */
  update(update: Update): JsonObject
}

export function createObjectWriter(spelling: Spelling): ObjectWriter {
  const contextMember = spelling.first ? 'sessionId' : 'contextId'
  const taskMember = spelling.first ? 'id' : 'taskId'
  const wrap = (name: string, inner: JsonObject): JsonObject => (spelling.wraps ? { [name]: inner } : inner)

  const message = (message: Message): JsonObject => writeMessage(message, spelling)
  const artifact = (made: Artifact, marks: Maybe): JsonObject => writeArtifact(made, marks, spelling)
  const status = (status: TaskStatus): JsonObject =>
    over(status.extra, {
      state: spelling.state[status.state],
      message: status.message === undefined ? undefined : message(status.message),
      timestamp: status.timestamp,
      metadata: status.metadata,
    })

  const task = (task: Task): JsonObject =>
    over(task.extra, {
      kind: spelling.kinds ? 'task' : undefined,
      id: task.id,
      [contextMember]: task.contextId,
      status: status(task.status),
      artifacts: task.artifacts?.map((item) => artifact(item, {})),
      history: task.history?.map(message),
      metadata: task.metadata,
    })

  const statusUpdate = (update: StatusUpdate): JsonObject =>
    over(update.extra, {
      kind: spelling.kinds ? 'status-update' : undefined,
      [taskMember]: update.taskId,
      contextId: spelling.first ? undefined : update.contextId,
      status: status(update.status),
      final: spelling.final ? update.final : undefined,
      metadata: update.metadata,
    })

  const artifactUpdate = (update: ArtifactUpdate): JsonObject => {
    const marks = {
      append: update.append ? true : undefined,
      lastChunk: update.lastChunk ? true : undefined,
    }
    return over(update.extra, {
      kind: spelling.kinds ? 'artifact-update' : undefined,
      [taskMember]: update.taskId,
      contextId: spelling.first ? undefined : update.contextId,
      artifact: artifact(update.artifact, spelling.first ? marks : {}),
      ...(spelling.first ? {} : marks),
      metadata: update.metadata,
    })
  }

  return {
    message,
    task,
    update: (update) => {
      switch (update.kind) {
        case 'task':
          return wrap('task', task(update.task))
        case 'message':
          return wrap('message', message(update.message))
        case 'status':
          return wrap('statusUpdate', statusUpdate(update.status))
        case 'artifact':
          return wrap('artifactUpdate', artifactUpdate(update.artifact))
      }
    },
  }
}

function writeMessage(message: Message, spelling: Spelling): JsonObject {
  return over(message.extra, {
    kind: spelling.kinds ? 'message' : undefined,
    ...(spelling.first ? {} : references(message, spelling)),
    role: spelling.role[message.role],
    [spelling.messageParts]: message.parts.map(spelling.part),
    metadata: message.metadata,
  })
}

function references(message: Message, spelling: Spelling): Maybe {
  const { messageId, contextId, taskId, extensions } = message
  const referenceTaskIds = spelling.references ? message.referenceTaskIds : undefined
  return { messageId, contextId, taskId, extensions, referenceTaskIds }
}

function writeArtifact(artifact: Artifact, marks: Maybe, spelling: Spelling): JsonObject {
  const index = spelling.first ? numberOf(artifact.artifactId) : undefined
  return over(artifact.extra, {
    artifactId: index === undefined ? artifact.artifactId : undefined,
    index,
    name: artifact.name,
    description: artifact.description,
    parts: artifact.parts.map(spelling.part),
    metadata: artifact.metadata,
    extensions: spelling.first ? undefined : artifact.extensions,
    ...marks,
  })
}

function numberOf(artifactId: string): number | undefined {
  const index = artifactId.startsWith('index:') ? Number(artifactId.slice('index:'.length)) : Number.NaN
  return Number.isInteger(index) ? index : undefined
}
