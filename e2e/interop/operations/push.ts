// Push notifications: the four operations on a configuration, and what then arrives at a webhook on this machine.

import type { PushConfig } from '#shared/a2a/model.ts'
import { type WebhookReceiver, webhookReceiver } from '../../agents/webhook-receiver.ts'
import { type Caller, message } from '../caller.ts'
import { expect, Mismatch } from '../verdict.ts'
import { type Case, taskIn, words } from './case.ts'

const token = 'interop-token'

export const push: readonly Case[] = [
  {
    name: 'push set',
    run: (caller) =>
      withConfig(caller, async ({ config, url }) => {
        expect([config.url, config.id], [url, 'hook-1'], 'the configuration answered')
      }),
  },
  {
    name: 'push get',
    run: (caller) =>
      withConfig(caller, async ({ taskId, url }) => {
        const result = await caller.ask({ kind: 'push-get', taskId, configId: 'hook-1' })
        if (result.kind !== 'push-config') throw new Mismatch(`a ${result.kind} came`)
        expect([result.config.url, result.config.id, result.config.token], [url, 'hook-1', token], 'it')
      }),
  },
  {
    name: 'push list',
    run: (caller) =>
      withConfig(caller, async ({ taskId, url }) => {
        expect(await listed(caller, taskId), [['hook-1', url]], 'the list')
      }),
  },
  {
    name: 'push delete',
    run: (caller) =>
      withConfig(caller, async ({ taskId }) => {
        const result = await caller.ask({ kind: 'push-delete', taskId, configId: 'hook-1' })
        expect(result.kind, 'nothing', 'the answer')
        const error = await caller.ask({ kind: 'push-get', taskId, configId: 'hook-1' }).then(
          () => undefined,
          (reason: unknown) => reason,
        )
        if (!(error instanceof Mismatch)) throw new Mismatch('the configuration is still there')
      }),
  },
  {
    name: 'push received',
    run: (caller) =>
      withConfig(caller, async ({ taskId, contextId, receiver }) => {
        const place = { taskId, ...(contextId && { contextId }) }
        await caller.ask({ kind: 'send', message: message(words('the red one'), place) })
        for (let count = 1; ; count++) {
          const post = (await receiver.received(count)).at(-1)
          const header = post?.headers.find(([name]) => name.toLowerCase() === 'x-a2a-notification-token')
          expect(header?.[1], token, 'the token of the webhook call')
          const decoded = caller.way.dialect.decodeWebhook(JSON.parse(post?.body.toString('utf8') ?? ''))
          if (decoded.kind !== 'result') throw new Mismatch('the webhook call cannot be read')
          const update = decoded.result
          if (update.kind === 'task') {
            expect(update.task.id, taskId, 'the task of the webhook call')
            if (update.task.status.state === 'completed') return
          }
          if (update.kind === 'status' && update.status.status.state === 'completed') {
            expect(update.status.taskId, taskId, 'the task of the webhook call')
            return
          }
        }
      }),
  },
]

interface Configured {
  readonly taskId: string
  readonly contextId: string | undefined
  readonly url: string
  readonly config: PushConfig
  readonly receiver: WebhookReceiver
}

/** A task that waits for input, with one configuration for it. */
async function withConfig(caller: Caller, use: (made: Configured) => Promise<void>): Promise<void> {
  const receiver = await webhookReceiver()
  try {
    const { id: taskId, contextId } = taskIn(
      await caller.ask({ kind: 'send', message: message(words('ask')) }),
    )
    const { url } = receiver
    const result = await caller.ask({ kind: 'push-create', taskId, config: { id: 'hook-1', url, token } })
    if (result.kind !== 'push-config') throw new Mismatch(`a ${result.kind} came`)
    await use({ taskId, contextId, url, config: result.config, receiver })
  } finally {
    await receiver.close()
  }
}

async function listed(caller: Caller, taskId: string) {
  const result = await caller.ask({ kind: 'push-list', taskId })
  if (result.kind !== 'push-configs') throw new Mismatch(`a ${result.kind} came where a list should`)
  return result.page.configs.map(({ id, url }) => [id, url])
}
