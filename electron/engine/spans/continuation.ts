// Reports calls whose agent began a separate trace though the call has one, after its spans had time to arrive.

import { type Beside, callNotContinued, notContinued, type TopSpan } from '#shared/spans/check-continued.ts'
import { type SpanDetail, spanKinds } from '#shared/spans/received-span.ts'
import type { TimeSource } from '../platform/clock.ts'
import { guarded } from '../platform/guarded.ts'
import type { SessionRecord } from '../store/record.ts'
import type { SpanToWrite } from '../store/write-spans.ts'

interface ContinuationDeps {
  readonly record: SessionRecord
  readonly clock: TimeSource
  /** Time for the spans of a call to arrive: agents send them in batches, every five seconds by default. */
  readonly settleMs?: number
}

// Spans at the root of a trace that are compared with calls; beyond that none are.
const maxTopSpans = 1_000
const usualSettleMs = 15_000

interface Pending extends TopSpan {
  readonly arrivedAt: number
  isJudged: boolean
}

export function createContinuation({ record, clock, settleMs = usualSettleMs }: ContinuationDeps) {
  let tops: Pending[] = []
  let timer: NodeJS.Timeout | undefined
  const reported = new Set<string>()

  const judge = (span: Pending): void => {
    if (record.spans.exchangesOfTrace(span.traceId).length > 0) return
    const beside: Beside = {
      exchanges: record.spans.exchangesAt(span.start, span.end),
      others: tops.filter(
        (one) => one.traceId !== span.traceId && one.start <= span.end && one.end >= span.start,
      ),
      spansOf: (traceId) => record.spans.sizeOf(traceId),
    }
    const call = callNotContinued(span, beside)
    // Unrecorded exchanges get no findings.
    if (!call || reported.has(call.id) || record.walk({ exchangeId: call.id }, 0).rows.length === 0) return
    reported.add(call.id)
    const findings = notContinued(call, span)
    const { sessionId, id: exchangeId } = call
    const place = { sessionId, exchangeId, at: clock.wallMs(), monoMs: clock.monoMs() }
    record.append({ kind: 'note', ...place, text: findings[0]?.message ?? '', findings })
  }
  const judgeSettled = (): void => {
    timer = undefined
    const now = performance.now()
    const isFull = tops.length >= maxTopSpans
    for (const span of tops) {
      if (span.isJudged || span.arrivedAt + settleMs > now) continue
      span.isJudged = true
      if (!isFull) judge(span)
    }
    // Spans of the same request may be one batch apart.
    tops = tops.filter(({ arrivedAt: firstMs }) => firstMs + 2 * settleMs > now)
    if (reported.size > maxTopSpans) reported.clear()
    if (tops.length > 0) soon()
  }
  const soon = () => {
    timer ??= setTimeout(guarded('trace continuation', judgeSettled), settleMs).unref()
  }

  return {
    /** Called with spans that were written. */
    note(spans: readonly SpanToWrite[]) {
      const nowMs = performance.now()
      for (const { kind, parentSpanId, traceId, name, resource, start, end, detail } of spans) {
        if (parentSpanId !== undefined || spanKinds[kind] !== 'server' || tops.length >= maxTopSpans) continue
        const { attributes }: SpanDetail = JSON.parse(detail)
        const span = { traceId, name, service: resource.service, start, end, attributes }
        tops.push({ ...span, arrivedAt: nowMs, isJudged: false })
      }
      if (tops.length > 0) soon()
    },
    close: (): void => clearTimeout(timer),
  }
}
