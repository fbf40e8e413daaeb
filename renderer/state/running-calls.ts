// Calls of this window in progress, and faults of those that could not be sent. Their results arrive through the record.

import { create } from 'zustand'
import type { PollStep } from '#shared/contract/tasks.ts'

type CallKind = 'send' | 'get' | 'subscribe' | 'cancel' | 'poll'

export interface RunningCall {
  readonly id: number
  readonly kind: CallKind
  readonly agentId: string
  /** When it began, by this window's clock. */
  readonly since: number
  /** Of a call about a task. */
  readonly taskKey?: string
  /** Of a message being sent: the record shows which task it leads to. */
  readonly messageId?: string
  /** For polling: the interval, and the result of the last poll. */
  readonly intervalMs?: number
  readonly step?: PollStep
  /** When the next poll is sent, by this window's clock. */
  readonly nextAt?: number | undefined
  /** For polling that continues while the task waits for authorization: for how long. */
  readonly authorizationMs?: number | undefined
  stop(): void
}

interface RunningState {
  readonly calls: readonly RunningCall[]
  /** The newest message that this window sent, until its task is selected. */
  readonly sent: string | undefined
  /** The message of the last fault, by agent, or by task for calls about one. */
  readonly faults: Readonly<Record<string, string>>
  /** Messages of this window whose calls have ended, and for whose tasks nothing was done since. */
  readonly ended: readonly string[]
  /** Keys of tasks that waited for authorization for so long that this window no longer polls or subscribes. */
  readonly gaveUp: readonly string[]
  begin(call: RunningCall): void
  stepped(id: number, step: PollStep): void
  end(id: number): void
  messageEnded(messageId: string): void
  /** Whether one of the messages is in `ended`; removes it. */
  takeEnded(messageIds: readonly string[]): boolean
  setGaveUp(taskKey: string, gaveUp: boolean): void
  setFault(about: string, fault: string | undefined): void
}

// Ended messages that are remembered, to follow their tasks; the latest.
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
