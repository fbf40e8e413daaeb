// Plays one scene a turn. Owns the turns that are running, their cancellation and their end when the agent closes;
// what happens in a turn is the scene's business.

import { TaskState } from '@a2a-js/sdk'
import { AgentEvent, type AgentExecutor } from '@a2a-js/sdk/server'
import { createStage, type House } from './live-stage.ts'
import { isStreamingCall } from './request-handler.ts'
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
