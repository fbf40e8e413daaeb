// The spans of a record, for who looks at them. Of a session that is replayed they lie where it was recorded, and are shown once they
// would have come.

import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { SpanSource } from '#shared/spans/answer-spans.ts'
import { mapStrings } from '../sessions/file/map-strings.ts'
import type { SessionRecord } from '../store/record.ts'

interface SpanSourceDeps {
  readonly record: SessionRecord
  /** Without one, all that the record has. */
  readonly sessionId: string | undefined
  readonly received: { readonly record: SessionRecord; readonly sessionId: string } | undefined
  readonly now: () => number
  readonly mask: (text: string) => string
}

export function spanSource({ record, sessionId, received, now, mask }: SpanSourceDeps): SpanSource {
  const { spans, exchanges } = record
  const from = received ?? { record, sessionId }
  const lastOf = (rows: readonly ExchangeRow[]) =>
    rows.reduce((sum, { lastSeq }) => sum + lastSeq, rows.length)
  const shownAt = received === undefined ? () => 0 : () => Math.floor(now())
  return {
    exchange: exchanges.row,
    exchangesOfTask: (taskId, agentId) => spans.exchangesOfTask(taskId, agentId, sessionId),
    exchangesOfTrace: (traceId) => spans.exchangesOfTrace(traceId, sessionId),
    trace(traceId) {
      const kept = from.record.spans.trace(traceId, from.sessionId)
      if (received === undefined) return kept
      return { ...kept, spans: kept.spans.filter(({ end }) => end <= now()) }
    },
    stamp: (traceIds, rows) =>
      traceIds.reduce(
        (sum, traceId) => sum + from.record.spans.sizeOf(traceId, from.sessionId),
        lastOf(rows) + shownAt(),
      ),
    unknown: (offset, limit) => from.record.spans.unknown(offset, limit, from.sessionId),
    unknownStamp: () => from.record.spans.changes() + from.record.latest(),
    span(traceId, spanId) {
      const found = from.record.spans.span(traceId, spanId, from.sessionId)
      return found && mapStrings(found, mask)
    },
    async followed({ seen, waitMs }, options, look) {
      const { signal } = options ?? {}
      const waitedMs = await spans.untilOther(() => look().version, { seen, waitMs, signal })
      return { ...look(), waitedMs }
    },
  }
}
