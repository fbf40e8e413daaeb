import type { TraceSending } from '#shared/contract/traces.ts'
import { createNews } from '../news.ts'
import type { Delivery } from './send-otlp.ts'

type Progress = Omit<TraceSending, 'entriesBehind'>

export type TraceProgress = ReturnType<typeof createTraceProgress>

/** How sending goes, for whoever looks. */
export function createTraceProgress(behind: () => number, mask: (text: string) => string) {
  const news = createNews()
  let now: Progress = { state: 'off', sentSpans: 0, rejectedSpans: 0, missedCalls: 0 }
  const set = (changes: Partial<Progress>) => {
    now = { ...now, ...changes }
    news.changed()
  }
  const read = (): TraceSending => {
    const isBusy = now.state === 'sending' || now.state === 'retrying'
    return { ...now, entriesBehind: isBusy ? behind() : 0 }
  }
  const fail = (message: string) => set({ lastError: { at: Date.now(), message: mask(message) } })

  return {
    read,
    change: (state: Progress['state']): void => set({ state }),
    missed: (calls: number): void => set({ missedCalls: now.missedCalls + calls }),
    fail,
    /** As the last answer came over. */
    uncheckedCertificate(isUnchecked: boolean) {
      if (isUnchecked === (now.uncheckedCertificate === true)) return
      const { uncheckedCertificate: _, ...rest } = now
      now = rest
      set(isUnchecked ? { uncheckedCertificate: true } : {})
    },
    /** What became of so many spans. */
    count(spans: number, delivery: Exclude<Delivery, { readonly kind: 'later' }>) {
      const rejected = delivery.kind === 'refused' ? spans : Math.min(spans, delivery.rejectedSpans)
      set({
        sentSpans: now.sentSpans + spans - rejected,
        rejectedSpans: now.rejectedSpans + rejected,
        ...(rejected < spans && { lastSentAt: Date.now() }),
      })
      if (delivery.message !== undefined) fail(delivery.message)
    },
    follow: (signal: AbortSignal): AsyncGenerator<TraceSending> => news.follow(read, signal),
  }
}
