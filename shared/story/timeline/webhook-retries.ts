// A webhook call with the body of an earlier one: where that was not accepted it is made again, and what it tells has been
// told, whatever the counting of facts without identity would say. Else it may repeat what was told.

import type { WebhookEntry } from '../../record/entry.ts'
import { isAccepted, keyOfBody } from '../webhook-call.ts'
import type { Twin } from './twins.ts'

export interface WebhookRetries {
  /** Tells what a call says, or shows what it told before once more; gives the row. */
  met(channelId: string, entry: WebhookEntry, ways: Ways): number | undefined
}

interface Ways {
  /** `before`: what the same body told. */
  tell(before?: Twin): number | undefined
  again(row: number, firstMs: number): void
  readonly ms: number
}

interface Earlier extends Twin {
  readonly accepted: boolean
}

const mostBodies = 1_000

export function createWebhookRetries(): WebhookRetries {
  const told = new Map<string, Earlier>()
  return {
    met(channelId, entry, { tell, again, ms }) {
      const body = keyOfBody(entry)
      if (body === undefined) return tell()
      const key = `${channelId} ${body}`
      const before = told.get(key)
      const isRetry = before?.accepted === false
      if (isRetry) again(before.row, before.ms)
      const row = isRetry ? before.row : tell(before)
      told.delete(key)
      if (row === undefined) return row
      told.set(key, { row, ms: before?.row === row ? before.ms : ms, accepted: isAccepted(entry) })
      const oldest = told.keys().next()
      if (told.size > mostBodies && !oldest.done) told.delete(oldest.value)
      return row
    },
  }
}
