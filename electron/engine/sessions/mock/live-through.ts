// Tells a recorded exchange again, an entry at a time, at the pace asked for; and between its entries, or after the last, that
// a webhook call came then. An answer nobody waits for any more is told no further, but webhook calls go on without it.

import { setTimeout as sleep } from 'node:timers/promises'
import type { MockPace } from '#shared/contract/mock-agents.ts'
import type { Entry } from '#shared/record/entry.ts'
import { waitMs } from '#shared/replay/pace.ts'
import type { SessionRecord } from '../../store/record.ts'
import type { RecordedWebhook } from './causes.ts'
import type { RecordedCall } from './recorded-calls.ts'

export interface LiveThrough {
  readonly record: SessionRecord
  readonly sessionId: string
  readonly call: RecordedCall
  readonly pace: MockPace
  /** Nobody waits for the answer any more. */
  readonly gone: AbortSignal
  /** The mock is no longer served. */
  readonly closing: AbortSignal
  /** False when this was all of the answer. */
  tell(entry: Entry): Promise<boolean>
  /** The session ended while the call was still open. */
  cut(): void
  sent(webhook: RecordedWebhook): void
}

const pageEntries = 500

export async function liveThrough(options: LiveThrough): Promise<void> {
  const { record, sessionId, call, pace, gone, closing, tell, cut, sent } = options
  const webhooks = [...call.webhooks]
  const silenced = AbortSignal.any([gone, closing])
  let lastMonoMs = call.startedMonoMs

  const waitUntil = async (monoMs: number, signal: AbortSignal): Promise<void> => {
    const wait =
      pace === 'at-once' ? 0 : waitMs(monoMs - lastMonoMs, { speed: 1, shorten: pace === 'shortened' })
    lastMonoMs = monoMs
    if (wait > 1) await sleep(wait, undefined, { signal }).catch(() => undefined)
  }
  const sendBefore = async (seq: number): Promise<void> => {
    for (let next = webhooks[0]; next !== undefined && next.seq < seq; next = webhooks[0]) {
      webhooks.shift()
      await waitUntil(next.monoMs, closing)
      if (!closing.aborted) sent(next)
    }
  }
  const answer = async (): Promise<void> => {
    const filter = { sessionId, exchangeId: call.exchangeId }
    for (let after = 0; !silenced.aborted; ) {
      const { entries, next } = await record.read({ after, limit: pageEntries, filter })
      for (const entry of entries) {
        await sendBefore(entry.seq)
        await waitUntil(entry.monoMs, silenced)
        if (silenced.aborted || !(await tell(entry))) return
      }
      if (entries.length === 0) return cut()
      after = next
    }
  }

  await answer()
  await sendBefore(Number.POSITIVE_INFINITY)
}
