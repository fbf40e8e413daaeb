// One task as the agent stores it: updates fold in, it returns snapshots.

import type {
  Artifact,
  ArtifactUpdate,
  JsonObject,
  Message,
  Part,
  PushConfig,
  Task,
  TaskStatus,
} from '#shared/a2a/model.ts'
import { isSettled } from '#shared/a2a/task-states.ts'
import { defined } from '#shared/defined.ts'

interface KeptArtifact {
  readonly about: Omit<Artifact, 'parts'>
  readonly parts: Part[]
}

export interface KeptTask {
  readonly id: string
  readonly contextId: string
  readonly pushConfigs: Map<string, PushConfig>
  readonly status: TaskStatus
  readonly terminal: boolean
  addMessage(message: Message): void
  setStatus(status: TaskStatus): void
  setMetadata(metadata: JsonObject): void
  addArtifact(update: ArtifactUpdate): void
  /** Deletes all but the last `count` messages. */
  forget(count: number): void
  /** With the last `historyLength` messages, by default all. */
  snapshot(view?: { readonly historyLength?: number; readonly artifacts?: boolean }): Task
}

export function createTask(id: string, contextId: string, begun: TaskStatus): KeptTask {
  const history: Message[] = []
  const artifacts = new Map<string, KeptArtifact>()
  let status = begun
  let metadata: JsonObject | undefined

  return {
    id,
    contextId,
    pushConfigs: new Map(),
    get status() {
      return status
    },
    get terminal() {
      return isSettled(status.state)
    },
    addMessage(message) {
      history.push(message)
    },
    setStatus(next) {
      if (status.message) history.push(status.message)
      status = next
    },
    setMetadata(next) {
      metadata = next
    },
    addArtifact({ artifact, append }) {
      const { parts, ...about } = artifact
      const keptArtifact = artifacts.get(artifact.artifactId)
      if (append && keptArtifact) keptArtifact.parts.push(...parts)
      else artifacts.set(artifact.artifactId, { about, parts: [...parts] })
    },
    forget(count) {
      history.splice(0, Math.max(0, history.length - count))
    },
    snapshot(view = {}) {
      const { historyLength = history.length } = view
      const messages = historyLength > 0 ? history.slice(-historyLength) : []
      const made = [...artifacts.values()].map(({ about, parts }) => ({ ...about, parts: [...parts] }))
      return {
        id,
        contextId,
        status,
        ...defined({
          artifacts: made.length > 0 && view.artifacts !== false ? made : undefined,
          history: messages.length > 0 ? messages : undefined,
          metadata,
        }),
      }
    },
  }
}
