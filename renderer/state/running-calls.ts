// Calls of this window that are under way, and what could not be done at all. What a call brings returns through the record.

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
  /** Of polls that go on while the task waits for authorization: how long. */
  readonly authorizationMs?: number | undefined
  stop(): void
}

interface RunningState {
  readonly calls: readonly RunningCall[]
  /** The newest message that this window sent, until its task was selected. */
  readonly sent: string | undefined
  /** By agent, and by task where the call was about one: the sentence of the last fault. */
  readonly faults: Readonly<Record<string, string>>
  /** Messages of this window whose calls have ended, and of whose tasks nothing was done since. */
  readonly ended: readonly string[]
  /** Tasks, by key, that waited for authorization for so long that nothing listens to them any longer. */
  readonly gaveUp: readonly string[]
  begin(call: RunningCall): void
  stepped(id: number, step: PollStep): void
  end(id: number): void
  messageEnded(messageId: string): void
  /** Whether one of them had ended; it is requested once. */
  takeEnded(messageIds: readonly string[]): boolean
  setGaveUp(taskKey: string, gaveUp: boolean): void
  setFault(about: string, fault: string | undefined): void
}

// Messages whose end is remembered, for their tasks to be listened to; the latest.
const maxEndedMessages = 100

export const useRunningCalls = create<RunningState>((set, get) => ({
  calls: [],
  sent: undefined,
  faults: {},
  ended: [],
  gaveUp: [],
  begin: (call) => set(({ calls, sent }) => ({ calls: [...calls, call], sent: call.messageId ?? sent })),
  stepped(id, step) {
    const nextAt = step.waitMs === undefined ? undefined : Date.now() + step.waitMs
    set(({ calls }) => ({ calls: calls.map((call) => (call.id === id ? { ...call, step, nextAt } : call)) }))
  },
  end: (id) => set(({ calls }) => ({ calls: calls.filter((call) => call.id !== id) })),
  messageEnded: (messageId) =>
    set(({ ended }) => ({ ended: [...ended, messageId].slice(-maxEndedMessages) })),
  takeEnded(messageIds) {
    const left = get().ended.filter((each) => !messageIds.includes(each))
    if (left.length === get().ended.length) return false
    set({ ended: left })
    return true
  },
  setGaveUp: (taskKey, isSo) =>
    set(({ gaveUp }) => {
      const others = gaveUp.filter((each) => each !== taskKey)
      return { gaveUp: isSo ? [...others, taskKey] : others }
    }),
  setFault: (about, fault) =>
    set(({ faults }) => {
      const { [about]: _gone, ...others } = faults
      return { faults: fault === undefined ? others : { ...others, [about]: fault } }
    }),
}))
