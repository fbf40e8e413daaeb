// Calls of this window that are under way, and what could not be done at all. What a call brings comes back through the record.

import { create } from 'zustand'
import type { PollStep } from '#shared/contract/tasks.ts'

type CallKind = 'send' | 'get' | 'subscribe' | 'cancel' | 'poll'

export interface RunningCall {
  readonly id: number
  readonly kind: CallKind
  readonly agentId: string
  /** When it began, on this window's clock. */
  readonly since: number
  /** Of a call about a task. */
  readonly taskKey?: string
  /** Of a message on its way: the task it leads to is learned from the record. */
  readonly messageId?: string
  /** Of polls: how often, and what the last one brought. */
  readonly intervalMs?: number
  readonly step?: PollStep
  /** When the next poll goes out, on this window's clock. */
  readonly nextAt?: number | undefined
  stop(): void
}

interface RunningState {
  readonly calls: readonly RunningCall[]
  /** By agent, and by task where the call was about one: the sentence of the last fault. */
  readonly faults: Readonly<Record<string, string>>
  begin(call: RunningCall): void
  stepped(id: number, step: PollStep): void
  end(id: number): void
  setFault(about: string, fault: string | undefined): void
}

export const useRunningCalls = create<RunningState>((set) => ({
  calls: [],
  faults: {},
  begin: (call) => set(({ calls }) => ({ calls: [...calls, call] })),
  stepped(id, step) {
    const nextAt = step.waitMs === undefined ? undefined : Date.now() + step.waitMs
    set(({ calls }) => ({ calls: calls.map((call) => (call.id === id ? { ...call, step, nextAt } : call)) }))
  },
  end: (id) => set(({ calls }) => ({ calls: calls.filter((call) => call.id !== id) })),
  setFault: (about, fault) =>
    set(({ faults }) => {
      const { [about]: _gone, ...others } = faults
      return { faults: fault === undefined ? others : { ...others, [about]: fault } }
    }),
}))
