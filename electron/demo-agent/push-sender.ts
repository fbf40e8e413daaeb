// Delivers push notifications (1.0 §4.3): the SDK's bodies, our delivery. The SDK's own sender cannot be stopped, keeps an
// unbounded backlog, and writes to standard output, which belongs to the app this agent runs in.
//
// Loopback and private addresses are allowed, unlike what a public server should do (1.0 §13.2): the receiver is usually a
// window on the same machine. Redirects are not followed.

import { setTimeout as wait } from 'node:timers/promises'
import type { StreamResponse } from '@a2a-js/sdk'
import { V03PushNotificationSerializer } from '@a2a-js/sdk/compat/v0_3/server'
import { RequestMalformedError } from '@a2a-js/sdk/errors'
import {
  type PushNotificationSender,
  type PushNotificationStore,
  type SerializedPushNotification,
  type StoredPushNotificationConfig,
  V1PushNotificationSerializer,
} from '@a2a-js/sdk/server'

const MAX_A_TASK = 10

const TIMEOUT_MS = 5000
/** A webhook that responds with a server error is retried once. */
const RETRY_MS = 500
/** Beyond this, pieces of artifacts are dropped, but no states: a receiver gets the whole task with GetTask. */
const MAX_BACKLOG = 256

export interface PushSender extends PushNotificationSender {
  close(): Promise<void>
}

export function createPushSender(webhooks: WebhookStore): PushSender {
  const stop = new AbortController()
  // One chain per task: notifications are sent in the order of the events.
  const chains = new Map<string, Promise<void>>()
  const v03 = new V03PushNotificationSerializer()
  const v10 = new V1PushNotificationSerializer()
  let backlog = 0

  const deliver = async (stored: StoredPushNotificationConfig, notification: SerializedPushNotification) => {
    if ((await post(stored, notification)) < 500) return
    await wait(RETRY_MS, undefined, { signal: stop.signal })
    await post(stored, notification)
  }

  const post = async (stored: StoredPushNotificationConfig, notification: SerializedPushNotification) => {
    const response = await fetch(stored.config.url, {
      method: 'POST',
      headers: { 'Content-Type': notification.contentType, ...credentials(stored) },
      body: notification.body,
      redirect: 'manual',
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return response.status
  }

  return {
    async send(event, _context, task) {
      const taskId = taskIdOf(event)
      const registered = await webhooks.loadWithMetadata(taskId)
      if (registered.length === 0 || stop.signal.aborted) return
      if (backlog >= MAX_BACKLOG && event.payload?.$case === 'artifactUpdate') return

      const notifications = registered.map((stored) => ({
        stored,
        body: (stored.wireVersion === '0.3' ? v03 : v10).serialize(event, task),
      }))
      backlog += 1
      const sent = (chains.get(taskId) ?? Promise.resolve()).then(async () => {
        await Promise.allSettled(notifications.map(({ stored, body }) => deliver(stored, body)))
        backlog -= 1
        if (chains.get(taskId) === sent) chains.delete(taskId)
      })
      chains.set(taskId, sent)
      await sent
    },

    async close() {
      stop.abort()
      await Promise.allSettled(chains.values())
    },
  }
}

function credentials({ config }: StoredPushNotificationConfig): Record<string, string> {
  const { authentication, token } = config
  return {
    ...(authentication?.scheme && authentication.credentials
      ? { Authorization: `${authentication.scheme} ${authentication.credentials}` }
      : {}),
    ...(token ? { 'X-A2A-Notification-Token': token } : {}),
  }
}

function taskIdOf({ payload }: StreamResponse): string {
  switch (payload?.$case) {
    case 'task':
      return payload.value.id
    case 'message':
    case 'statusUpdate':
    case 'artifactUpdate':
      return payload.value.taskId
    case undefined:
      return ''
  }
}

// The webhook registrations of tasks, in memory. Bounded twice: they are deleted with their task, and a task has few.
// Each stores the version it was registered in, as 0.3 has another body (PushNotificationStore.loadWithMetadata).

interface WebhookStore extends PushNotificationStore {
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
