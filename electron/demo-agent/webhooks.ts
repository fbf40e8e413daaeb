// The webhook registrations of tasks, in memory. Bounded twice: a task's go when the task is evicted, and a task has few.
// Each remembers the version it was registered in, because 0.3 wants another body (PushNotificationStore.loadWithMetadata).

import { RequestMalformedError } from '@a2a-js/sdk/errors'
import type { PushNotificationStore, StoredPushNotificationConfig } from '@a2a-js/sdk/server'

const MAX_A_TASK = 10

export interface WebhookStore extends PushNotificationStore {
  loadWithMetadata(taskId: string): Promise<StoredPushNotificationConfig[]>
  forget(taskId: string): void
}

export function createWebhooks(): WebhookStore {
  const byTask = new Map<string, readonly StoredPushNotificationConfig[]>()

  return {
    async save(taskId, context, config) {
      requireHttpUrl(config.url)
      // The caller reads the assigned id from the object it passed in.
      config.id ||= crypto.randomUUID()
      const others = (byTask.get(taskId) ?? []).filter((stored) => stored.config.id !== config.id)
      if (others.length >= MAX_A_TASK) {
        throw new RequestMalformedError(`A task may have at most ${MAX_A_TASK} webhooks.`)
      }
      byTask.set(taskId, [
        ...others,
        { config: structuredClone(config), wireVersion: context.requestedVersion },
      ])
    },
    async load(taskId) {
      return (byTask.get(taskId) ?? []).map(({ config }) => structuredClone(config))
    },
    async loadWithMetadata(taskId) {
      return structuredClone([...(byTask.get(taskId) ?? [])])
    },
    async delete(taskId, _context, configId = taskId) {
      const left = (byTask.get(taskId) ?? []).filter((stored) => stored.config.id !== configId)
      if (left.length > 0) byTask.set(taskId, left)
      else byTask.delete(taskId)
    },
    forget: (taskId) => void byTask.delete(taskId),
  }
}

function requireHttpUrl(url: string): void {
  const protocol = URL.parse(url)?.protocol
  if (protocol === 'http:' || protocol === 'https:') return
  throw new RequestMalformedError('The webhook url must be an absolute http or https URL.')
}
