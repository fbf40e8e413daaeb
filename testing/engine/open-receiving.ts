// A window with an agent and a receiver.

import { values } from '#shared/collections/list.ts'
import type { PushConfiguration, PushOptions } from '#shared/contract/push.ts'
import type { WebhookEntry } from '#shared/record/entry.ts'
import { foldRecord } from './fold-record.ts'
import { openWindow, type TestWindow } from './open-window.ts'

export const loopback = { reach: { kind: 'loopback' }, port: 0 } as const

export interface Receiving {
  readonly window: TestWindow
  readonly agentId: string
  readonly agentUrl: string
  /** Starts the receiver, and prepares a configuration that is not at any agent. */
  prepared(options?: PushOptions): Promise<PushConfiguration>
  /** Calls to configurations, in order. */
  calls(): Promise<readonly WebhookEntry[]>
  /** A task of the agent that waits for input. */
  startedTask(): Promise<{ readonly agentId: string; readonly taskId: string }>
  /** Closes the engine and opens another on the same folder. */
  reopened(): Promise<Receiving>
  close(): Promise<void>
}

interface Fake {
  readonly url: string
  close(): Promise<void>
}

/** Closes the agent, too. */
export async function openReceiving(fake: Fake): Promise<Receiving> {
  const window = await openWindow()
  await window.connect(fake.url)
  const agentId = await window.idOf(fake.url)

  const receivingOf = (window: TestWindow): Receiving => ({
    window,
    agentId,
    agentUrl: fake.url,
    async prepared(options = {}) {
      await window.client.receiver.start(loopback)
      return window.client.push.prepare({ agentId, options })
    },
    async calls() {
      window.engine.record.flush()
      const filter = { kinds: ['webhook' as const] }
      const { entries } = await window.engine.record.read({ after: 0, limit: 5_000, filter })
      return entries.filter((entry): entry is WebhookEntry => entry.kind === 'webhook')
    },
    async startedTask() {
      await window.client.conversation.send({ agentId, text: 'ask', stream: false })
      const [task] = values((await foldRecord(window.engine)).tasks)
      if (task === undefined) throw new Error('The agent began no task.')
      return { agentId, taskId: task.taskId }
    },
    reopened: async () => receivingOf(await window.reopen()),
    async close() {
      await window.close()
      await fake.close()
    },
  })
  return receivingOf(window)
}

export const working = JSON.stringify({
  statusUpdate: { taskId: 't-1', contextId: 'c-1', status: { state: 'TASK_STATE_WORKING' } },
})
