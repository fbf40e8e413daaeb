// A call that was not accepted is made again with the same body: what it tells has been told, whatever the counting of
// facts without identity would say.

import type { WebhookEntry } from '../../record/entry.ts'
import { isAccepted, keyOfBody } from '../webhook-call.ts'

export interface WebhookRetries {
  /** Tells what a call says, or shows what it told before once more; gives the row. */
  met(channelId: string, entry: WebhookEntry, ways: Ways): number | undefined
}

interface Ways {
  tell(): number | undefined
  again(row: number, firstMs: number): void
  readonly ms: number
}

const mostBodies = 1_000

export function createWebhookRetries(): WebhookRetries {
  const refused = new Map<string, { readonly row: number; readonly ms: number }>()
  return {
    met(channelId, entry, { tell, again, ms }) {
      const body = keyOfBody(entry)
      const key = body === undefined ? undefined : `${channelId} ${body}`
      const before = key === undefined ? undefined : refused.get(key)
      if (before) again(before.row, before.ms)
      const row = before ? before.row : tell()
      if (key === undefined) return row
      refused.delete(key)
      if (row === undefined || isAccepted(entry)) return row
      refused.set(key, before ?? { row, ms })
      const oldest = refused.keys().next()
      if (refused.size > mostBodies && !oldest.done) refused.delete(oldest.value)
      return row
    },
  }
}
