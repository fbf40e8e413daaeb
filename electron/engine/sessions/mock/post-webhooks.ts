// Sends recorded webhook calls on, one after another to each address, as the agent did: the same body, with the token and the
// credentials that the registered configuration asks for. What the receiver answers is not looked at, and nothing is followed.

import type { RawHeaders } from '#shared/record/entry.ts'
import { wholeBody } from '../../store/whole-body.ts'
import type { RecordedWebhook } from './causes.ts'
import type { MockOptions } from './recorded-calls.ts'
import { type Registration, repeatedAs } from './registrations.ts'

/** Webhook calls of a mock that wait for one receiver; further ones are not sent. */
const maxWaitingHooks = 1_000
// Time for a receiver to take a mock's webhook call; the next one is sent then.
const maxHookMs = 10_000

export function createWebhookPost(
  { record, mask }: Pick<MockOptions, 'record' | 'mask'>,
  closing: AbortSignal,
) {
  const queues = new Map<string, { waiting: number; last: Promise<void> }>()

  async function post(webhook: RecordedWebhook, registration: Registration): Promise<void> {
    if (closing.aborted) return
    try {
      const bytes =
        webhook.body === undefined ? Buffer.alloc(0) : Buffer.from(wholeBody(record, webhook.body))
      const body = repeatedAs(registration)(mask.bytes(bytes).toString('utf8'))
      const response = await fetch(registration.asked.url, {
        method: 'POST',
        headers: headersFor(webhook, registration),
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing, AbortSignal.timeout(maxHookMs)]),
      })
      await response.body?.cancel()
    } catch {
      // Nobody there, or the recorded body is gone: as with the agent itself, the call is lost.
    }
  }

  return {
    send(webhook: RecordedWebhook, registration: Registration) {
      const { url } = registration.asked
      const queue = queues.get(url) ?? { waiting: 0, last: Promise.resolve() }
      if (queue.waiting >= maxWaitingHooks) return
      queues.set(url, queue)
      queue.waiting += 1
      queue.last = queue.last.then(async () => {
        await post(webhook, registration)
        queue.waiting -= 1
        if (queue.waiting === 0) queues.delete(url)
      })
    },
  }
}

const tokenHeader = /^x-a2a-notification-token$/i

/** An agent that forgot what it had been asked to show forgets it again. */
function headersFor({ headers }: RecordedWebhook, { recorded, asked }: Registration): Record<string, string> {
  const shown = (name: RegExp) => headers.some(([each]) => name.test(each))
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? 'application/json'
  const { token, authentication } = asked
  const showsToken = recorded.token === undefined || shown(tokenHeader)
  const showsCredentials = recorded.authentication?.credentials === undefined || shown(/^authorization$/i)
  return {
    ...kept(headers),
    'Content-Type': type,
    ...(token !== undefined && showsToken && { 'X-A2A-Notification-Token': token }),
    ...(authentication?.credentials !== undefined &&
      showsCredentials && { Authorization: `${authentication.scheme} ${authentication.credentials}` }),
  }
}

/** What says something about the call and nothing about its connection or its sender's secrets. */
function kept(headers: RawHeaders): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => /^(a2a-|x-a2a-(?!notification-token))/i.test(name)))
}
