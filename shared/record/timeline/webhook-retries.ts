// A call that was not accepted is made again with the same body: what it tells has been told, whatever the counting of
// facts without identity would say.

import type { WebhookEntry } from '../entry.ts'
import { isAccepted, keyOfBody } from '../webhook-call.ts'

export interface WebhookRetries {
  /** The row an earlier, refused call with this body made, and when. */
  refused(channelId: string, entry: WebhookEntry): Told | undefined
  told(channelId: string, entry: WebhookEntry, told: Told | undefined): void
}

interface Told {
  readonly row: number
  readonly ms: number
}

const mostBodies = 1_000

export function createWebhookRetries(): WebhookRetries {
  const refused = new Map<string, Told>()
  const keyOf = (channelId: string, entry: WebhookEntry) => {
    const body = keyOfBody(entry)
    return body === undefined ? undefined : `${channelId} ${body}`
  }
  return {
    refused(channelId, entry) {
      const key = keyOf(channelId, entry)
      return key === undefined ? undefined : refused.get(key)
    },
    told(channelId, entry, told) {
      const key = keyOf(channelId, entry)
      if (key === undefined) return
      refused.delete(key)
      if (told === undefined || isAccepted(entry)) return
      refused.set(key, told)
      const oldest = refused.keys().next()
      if (refused.size > mostBodies && !oldest.done) refused.delete(oldest.value)
    },
  }
}
