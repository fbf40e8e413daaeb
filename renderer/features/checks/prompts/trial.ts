// A trial of the agent's examples: it goes on while its dialog makes way for an exchange, and ends when it is stopped or another begins.

import { create } from 'zustand'
import type { Prompts } from '#shared/checks/behaviors.ts'
import type { Tried } from '#shared/contract/checks.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { messageOf } from '../../../host/message-of.ts'

interface TrialState {
  readonly agentId: string | undefined
  /** Absent before the first prompt, and when it is over. */
  readonly at: { readonly prompt: string; readonly done: number; readonly total: number } | undefined
  readonly isRunning: boolean
  readonly tried: readonly Tried[]
  readonly problem: string | undefined
  run(client: EngineClient, agentId: string, onDone: (prompts: Prompts) => void): Promise<void>
  stop(): void
}

const fresh = { at: undefined, isRunning: false, tried: [], problem: undefined } as const

export const useTrial = create<TrialState>((set, get) => {
  let stopper: AbortController | undefined
  return {
    agentId: undefined,
    ...fresh,
    async run(client, agentId, onDone) {
      stopper?.abort()
      const own = new AbortController()
      stopper = own
      const { signal } = own
      set({ ...fresh, agentId, isRunning: true })
      try {
        for await (const step of await client.checks.tryPrompts({ agentId }, { signal })) {
          if (signal.aborted) return
          switch (step.kind) {
            case 'trying':
              set({ at: { prompt: step.prompt, done: step.done, total: step.total } })
              break
            case 'tried':
              set({ tried: [...get().tried, step.tried] })
              break
            case 'done':
              onDone(step.prompts)
          }
        }
      } catch (error) {
        if (!signal.aborted) set({ problem: messageOf(error) })
      }
      if (!signal.aborted) set({ at: undefined, isRunning: false })
    },
    stop() {
      stopper?.abort()
      set({ at: undefined, isRunning: false })
    },
  }
})
