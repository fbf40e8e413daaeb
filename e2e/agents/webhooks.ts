// Posts a task's updates to its registered webhooks, with a queue for each, in the dialect of the registration (PROTOCOL.md
// §6.2). A failed post is dropped, unless a quirk has retries.

import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PushConfig, Update } from '#shared/a2a/model.ts'
import { type Channel, createChannel } from './channel.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Quirks, WebhookCall } from './quirk.ts'
import type { KeptTask } from './task.ts'

export function createWebhooks(quirks: Quirks, dialect: Dialect) {
  const queues = new Map<string, Channel<WebhookCall>>()
  const deliveries = new Set<Promise<void>>()
  const closing = new AbortController()

  function open(key: string): Channel<WebhookCall> {
    const queue = createChannel<WebhookCall>()
    queues.set(key, queue)
    const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()))
    const delivery = Promise.race([deliver(quirks.webhook(queue), quirks.retriesMs, closing.signal), closed])
    deliveries.add(delivery)
    void delivery.then(() => deliveries.delete(delivery))
    return queue
  }

  return {
    onUpdate(task: KeptTask, update: Update): void {
      for (const config of task.pushConfigs.values()) {
        const key = `${task.id} ${config.id ?? ''}`
        const queue = queues.get(key) ?? open(key)
        void queue.put({
          url: config.url,
          headers: headersOf(config),
          body: dialect.webhook(update, update.kind === 'message' ? undefined : task.snapshot()),
        })
      }
    },
    onPause(task: KeptTask): void {
      for (const [key, queue] of queues) {
        if (!key.startsWith(`${task.id} `)) continue
        queue.end()
        queues.delete(key)
      }
    },
    async close(): Promise<void> {
      closing.abort()
      for (const queue of queues.values()) queue.discard()
      await Promise.all(deliveries)
    },
  }
}

/** Both proofs, if the registration requested both. */
function headersOf(config: PushConfig): WebhookCall['headers'] {
  const { authentication, token } = config
  return [
    ['Content-Type', 'application/json'],
    ...(token === undefined ? [] : [['X-A2A-Notification-Token', token] as const]),
    ...(authentication?.credentials === undefined
      ? []
      : [['Authorization', `${authentication.scheme} ${authentication.credentials}`] as const]),
  ]
}

async function deliver(
  calls: AsyncIterable<WebhookCall>,
  retriesMs: readonly number[],
  closing: AbortSignal,
): Promise<void> {
  for await (const call of calls) {
    if (closing.aborted) return
    let accepted = await post(call, closing)
    for (const waitMs of retriesMs) {
      if (accepted) break
      await sleep(waitMs, undefined, { ref: false })
      if (closing.aborted) return
      accepted = await post(call, closing)
    }
  }
}

/** Returns whether the receiver accepted it. */
function post({ url, headers, body }: WebhookCall, signal: AbortSignal): Promise<boolean> {
  const text = JSON.stringify(body)
  return new Promise((resolve) => {
    const length = String(Buffer.byteLength(text))
    const flat = ['Host', new URL(url).host, ...headers.flat(), 'Content-Length', length]
    const call = request(url, { method: 'POST', headers: flat, agent: false, signal }, (response) => {
      response.resume()
      const { statusCode = 0 } = response
      response.on('close', () => resolve(statusCode >= 200 && statusCode < 300))
    })
    call.on('error', () => resolve(false))
    call.end(text)
  })
}
