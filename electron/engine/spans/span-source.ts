// Reads the spans of a record. A replayed session has its spans in its source, and shows them at the time they arrived.

import { mapStrings } from '#shared/json/map-strings.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { type CallLinks, callLinks } from '#shared/spans/span-nodes.ts'
import type { SpanSource } from '#shared/spans/spans-api.ts'
import type { SessionRecord } from '../store/record.ts'

interface SpanSourceDeps {
  readonly record: SessionRecord
  /** Without it, all spans of the record. */
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
      const keptTrace = from.record.spans.trace(traceId, from.sessionId)
      if (received === undefined) return keptTrace
      return { ...keptTrace, spans: keptTrace.spans.filter(({ end }) => end <= now()) }
    },
    stamp: (traceIds, rows) =>
      traceIds.reduce(
        (sum, traceId) => sum + from.record.spans.sizeOf(traceId, from.sessionId),
        lastOf(rows) + shownAt(),
      ),
    unknown: (offset, limit) => from.record.spans.unknown(offset, limit, from.sessionId),
    unknownStamp: () => from.record.spans.changes() + from.record.latest(),
    span(traceId, spanId) {
      const spanInFull = from.record.spans.span(traceId, spanId, from.sessionId)
      return spanInFull && mapStrings(spanInFull, mask)
    },
    async followed({ seen, waitMs }, options, look) {
      const { signal } = options ?? {}
      const waitedMs = await spans.waitForChange(() => look().version, { seen, waitMs, signal })
      return { ...look(), waitedMs }
    },
  }
}

// Assigns each call that continues a trace to the call that caused it, by spans; traces that changed are read again.

interface Place {
  readonly record: SessionRecord
  readonly sessionId: string
}

interface LinkSubject extends Place {
  /** The source of the spans of a replayed session. */
  readonly received?: Place | undefined
}

/** The same value until the links change. */
export function createFollowLinks(): (linkSubject: LinkSubject) => CallLinks {
  let existing: { readonly subject: LinkSubject; readonly at: string; readonly links: CallLinks } | undefined
  const byTrace = new Map<string, { readonly size: number; readonly links: CallLinks }>()

  const ofTrace = ({ received, ...own }: LinkSubject, traceId: string): CallLinks => {
    const { record, sessionId } = received ?? own
    const exchanges = own.record.spans.exchangesOfTrace(traceId, own.sessionId)
    const size = record.spans.sizeOf(traceId, sessionId) + exchanges.length
    const before = byTrace.get(traceId)
    if (before?.size === size) return before.links
    const above = exchanges
      .filter(({ traceContinued }) => traceContinued)
      .flatMap(({ traceSpanId = '' }) => record.spans.above(traceId, traceSpanId, sessionId))
    const unique = new Map(above.map((span) => [span.spanId, span]))
    const links = callLinks([...unique.values()], exchanges)
    byTrace.set(traceId, { size, links })
    return links
  }
  const allOf = (linkSubject: LinkSubject): CallLinks => {
    const links = new Map<string, string>()
    for (const traceId of linkSubject.record.spans.continued(linkSubject.sessionId))
      for (const [below, above] of ofTrace(linkSubject, traceId)) links.set(below, above)
    return links
  }

  return (linkSubject) => {
    const { record, sessionId, received } = linkSubject
    const latest = received === undefined ? '' : record.latest()
    const at = [(received ?? linkSubject).record.spans.changes(), record.deletions(), latest].join(' ')
    const before =
      existing?.subject.record === record && existing.subject.sessionId === sessionId ? existing : undefined
    if (before?.at === at) return before.links
    if (before === undefined) byTrace.clear()
    const links = allOf(linkSubject)
    existing = {
      subject: linkSubject,
      at,
      links: before !== undefined && isEqual(before.links, links) ? before.links : links,
    }
    return existing.links
  }
}

function isEqual(one: CallLinks, other: CallLinks): boolean {
  return one.size === other.size && [...one].every(([below, above]) => other.get(below) === above)
}
