import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { SpanSource } from '#shared/spans/answer-spans.ts'
import { mapStrings } from '../sessions/file/map-strings.ts'
import type { SessionRecord } from '../store/record.ts'

interface SpanSourceDeps {
  readonly record: SessionRecord
  /** Without one, all that the record has. */
  readonly sessionId: string | undefined
  readonly mask: (text: string) => string
}

/** The spans of a record, for who looks at them. */
export function spanSource({ record, sessionId, mask }: SpanSourceDeps): SpanSource {
  const { spans, exchanges } = record
  const lastOf = (rows: readonly ExchangeRow[]) =>
    rows.reduce((sum, { lastSeq }) => sum + lastSeq, rows.length)
  return {
    exchange: exchanges.row,
    exchangesOfTask: (taskId, agentId) => spans.exchangesOfTask(taskId, agentId, sessionId),
    exchangesOfTrace: (traceId) => spans.exchangesOfTrace(traceId, sessionId),
    trace: (traceId) => spans.trace(traceId, sessionId),
    stamp: (traceIds, rows) =>
      traceIds.reduce((sum, traceId) => sum + spans.sizeOf(traceId, sessionId), lastOf(rows)),
    unknown: (offset, limit) => spans.unknown(offset, limit, sessionId),
    unknownStamp: () => spans.changes() + record.latest(),
    span(traceId, spanId) {
      const found = spans.span(traceId, spanId, sessionId)
      return found && mapStrings(found, mask)
    },
    async followed({ seen, waitMs }, options, look) {
      const { signal } = options ?? {}
      const waitedMs = await spans.untilOther(() => look().version, { seen, waitMs, signal })
      return { ...look(), waitedMs }
    },
  }
}
