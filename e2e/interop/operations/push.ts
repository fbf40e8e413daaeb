// Push notifications: the four operations on a configuration, and the resulting calls to a webhook on this machine.

import type { PushConfig } from '#shared/a2a/model.ts'
import { type Caller, message } from '../caller.ts'
import type { Hook } from '../hooks.ts'
import { expect, Mismatch } from '../verdict.ts'
import { type Case, taskIn, words } from './case.ts'

export const push: readonly Case[] = [
  {
    name: 'push set',
    run: (caller) =>
      withConfig(caller, async ({ config, hook }) => {
        expect([config.url, config.id], [hook.url, 'hook-1'], 'the configuration answered')
      }),
  },
  {
    name: 'push get',
    run: (caller) =>
      withConfig(caller, async ({ taskId, hook: { url, token } }) => {
        const result = await caller.ask({ kind: 'push-get', taskId, configId: 'hook-1' })
        if (result.kind !== 'push-config') throw new Mismatch(`a ${result.kind} came`)
        expect([result.config.url, result.config.id, result.config.token], [url, 'hook-1', token], 'it')
      }),
  },
  {
    name: 'push list',
    run: (caller) =>
      withConfig(caller, async ({ taskId, hook }) => {
        expect(await listed(caller, taskId), [['hook-1', hook.url]], 'the list')
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
      withConfig(caller, async ({ taskId, contextId, hook }) => {
        const place = { taskId, ...(contextId && { contextId }) }
        await caller.ask({ kind: 'send', message: message(words('the red one'), place) })
        for await (const call of hook.calls()) {
          const update = caller.heard(call)
          expect(call.verdict?.token, 'right', 'the token of the webhook call')
          if (update.kind === 'task') {
            expect(update.task.id, taskId, 'the task of the webhook call')
            if (update.task.status.state === 'completed') return
          }
          if (update.kind === 'status' && update.status.status.state === 'completed') {
            expect(update.status.taskId, taskId, 'the task of the webhook call')
            return
          }
        }
        throw new Mismatch('the receiver was closed')
      }),
  },
]

interface Configured {
  readonly taskId: string
  readonly contextId: string | undefined
  readonly hook: Hook
  readonly config: PushConfig
}

/** Starts a task that waits for input, with one configuration. */
async function withConfig(caller: Caller, use: (made: Configured) => Promise<void>): Promise<void> {
  const hook = await caller.hook('hook-1')
  const { url, token } = hook
  const { id: taskId, contextId } = taskIn(await caller.ask({ kind: 'send', message: message(words('ask')) }))
  const result = await caller.ask({ kind: 'push-create', taskId, config: { id: 'hook-1', url, token } })
  if (result.kind !== 'push-config') throw new Mismatch(`a ${result.kind} came`)
  await use({ taskId, contextId, hook, config: result.config })
}

async function listed(caller: Caller, taskId: string) {
  const result = await caller.ask({ kind: 'push-list', taskId })
  if (result.kind !== 'push-configs') throw new Mismatch(`a ${result.kind} came where a list should`)
  return result.page.configs.map(({ id, url }) => [id, url])
}
