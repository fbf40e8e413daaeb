// Plays one scene per turn. Owns the running turns, their cancellation and their end when the agent closes.

import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises'
import { type Artifact, type Message, type Part, Role, type Task, TaskState } from '@a2a-js/sdk'
import {
  AgentEvent,
  type AgentExecutor,
  type ExecutionEventBus,
  type PushNotificationStore,
  type RequestContext,
} from '@a2a-js/sdk/server'
import { callerDrained } from './caller.ts'
import { PERMISSION_PATH, type Permissions } from './permissions.ts'
import { isStreamingCall } from './request-handler.ts'
import { type ArtifactDraft, type MessageContent, type Stage, textOfParts, textPart } from './scene.ts'
import { sceneFor } from './scene-table.ts'

export interface SceneExecutor extends AgentExecutor {
  close(): Promise<void>
}

export function createSceneExecutor(house: House): SceneExecutor {
  const turns = new Map<string, { readonly contextId: string; readonly stop: AbortController }>()
  const running = new Set<Promise<void>>()
  let closed = false

  return {
    async execute(request, bus) {
      if (closed) return
      turns.get(request.taskId)?.stop.abort()
      const turn = { contextId: request.contextId, stop: new AbortController() }
      turns.set(request.taskId, turn)
      const stage = createStage({
        request,
        bus,
        house,
        signal: turn.stop.signal,
        streaming: isStreamingCall(request.context),
      })
      // Later messages of a task belong to the scene that its first message began.
      const scene = sceneFor(request.task?.history[0] ?? request.userMessage)
      const playing = scene.run(stage).catch((error: unknown) => {
        if (!turn.stop.signal.aborted) throw error
      })
      running.add(playing)
      try {
        await playing
      } finally {
        running.delete(playing)
        if (turns.get(request.taskId) === turn) turns.delete(request.taskId)
      }
    },

    async cancelTask(taskId, bus) {
      const turn = turns.get(taskId)
      if (!turn) return
      turn.stop.abort()
      bus.publish(
        AgentEvent.statusUpdate({
          taskId,
          contextId: turn.contextId,
          status: {
            state: TaskState.TASK_STATE_CANCELED,
            message: undefined,
            timestamp: new Date().toISOString(),
          },
          metadata: undefined,
        }),
      )
    },

    async close() {
      closed = true
      for (const turn of turns.values()) turn.stop.abort()
      await Promise.allSettled(running)
    },
  }
}

// The stage of one turn, on the SDK's event bus. Paces the scene by the agent's and the reader's speed, and ignores
// calls once the turn is stopped; independent of bindings and versions.

/** Shared by all turns of one agent. */
interface House {
  readonly origin: string
  readonly stepMs: number
  readonly permissions: Permissions
  readonly webhooks: PushNotificationStore
}

interface StageSetting {
  readonly house: House
  readonly request: RequestContext
  readonly bus: ExecutionEventBus
  readonly signal: AbortSignal
  readonly streaming: boolean
}

function createStage(setting: StageSetting): Stage {
  const { request, bus, signal, house } = setting
  const { taskId, contextId } = request

  const agentMessage = (answer: MessageContent, task: string): Message => ({
    messageId: crypto.randomUUID(),
    contextId,
    taskId: task,
    role: Role.ROLE_AGENT,
    parts: typeof answer === 'string' ? [textPart(answer)] : [...answer],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  })

  const publish: ExecutionEventBus['publish'] = (event) => {
    signal.throwIfAborted()
    bus.publish(event)
  }

  const stage: Stage = {
    message: request.userMessage,
    text: textOfParts(request.userMessage.parts),
    task: request.task,
    references: request.referenceTasks ?? [],
    origin: house.origin,
    streaming: setting.streaming,

    reply: (answer) => publish(AgentEvent.message(agentMessage(answer, ''))),

    open: () => publish(AgentEvent.task(openingTask(request))),

    status(state, message, metadata) {
      publish(
        AgentEvent.statusUpdate({
          taskId,
          contextId,
          status: {
            state,
            message: message === undefined ? undefined : agentMessage(message, taskId),
            timestamp: new Date().toISOString(),
          },
          metadata,
        }),
      )
    },

    artifact(draft, parts, position = {}) {
      publish(
        AgentEvent.artifactUpdate({
          taskId,
          contextId,
          artifact: artifactOf(draft, parts),
          append: position.append ?? false,
          lastChunk: position.last ?? false,
          metadata: undefined,
        }),
      )
    },

    async report(draft, text) {
      const words = text.match(/\S+\s*/g) ?? []
      for (const [index, word] of words.entries()) {
        stage.artifact(draft, [textPart(word)], {
          append: index > 0,
          last: index === words.length - 1,
        })
        await stage.beat()
      }
    },

    async beat(steps = 1) {
      // The SDK's queue between bus and response has no bound; one turn of the loop empties it, so a slow reader pauses
      // the scene instead of filling memory.
      await nextTick(undefined, { signal })
      await callerDrained(request.context.user, signal)
      const ms = steps * house.stepMs
      if (ms > 0) await wait(ms, undefined, { signal })
    },

    isActive: (uri) => request.context.activatedExtensions?.includes(uri) ?? false,

    permission() {
      const verdict = house.permissions.request(taskId, signal)
      // A turn that stops before it awaits this must not leave an unhandled rejection.
      verdict.catch(() => {})
      return { url: `${house.origin}${PERMISSION_PATH}/${taskId}`, verdict }
    },

    webhookCount: async () => (await house.webhooks.load(taskId, request.context)).length,

    authenticated: request.context.user?.isAuthenticated ?? false,
  }
  return stage
}

/** A first turn starts a new task; a later one shows the stored task again, working. */
function openingTask(request: RequestContext): Task {
  const timestamp = new Date().toISOString()
  if (request.task) {
    return { ...request.task, status: { state: TaskState.TASK_STATE_WORKING, message: undefined, timestamp } }
  }
  return {
    id: request.taskId,
    contextId: request.contextId,
    status: { state: TaskState.TASK_STATE_SUBMITTED, message: undefined, timestamp },
    artifacts: [],
    history: [request.userMessage],
    metadata: undefined,
  }
}

function artifactOf(draft: ArtifactDraft, parts: readonly Part[]): Artifact {
  return {
    artifactId: draft.id,
    name: draft.name,
    description: draft.description ?? '',
    parts: [...parts],
    metadata: draft.metadata,
    extensions: [...(draft.extensions ?? [])],
  }
}
