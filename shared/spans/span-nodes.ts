// Received spans and the exchanges of their traces, each with its parent. Parley’s own call names itself in `traceparent`, so
// spans below that belong to the exchange. Another program's call, through a tap or to a webhook, names the caller's span: the
// exchange is below that, and the called agent's spans are below the exchange.

import { defined } from '../defined.ts'
import { callOutcomeOf, type ExchangeRow } from '../record/exchange-row.ts'
import type { SpanFacts, SpanNode } from './span-tree.ts'

export function spanNodes(
  spans: readonly SpanFacts[],
  exchanges: readonly ExchangeRow[],
): readonly SpanNode[] {
  const byKey = new Map(spans.map((span) => [keyOf(span.traceId, span.spanId), span]))
  const named = Map.groupBy(
    exchanges.filter(({ traceId }) => traceId !== undefined).toSorted((a, b) => a.startedAt - b.startedAt),
    ({ traceId = '', traceSpanId = '' }) => keyOf(traceId, traceSpanId),
  )
  const parentOf = (span: SpanFacts): string | undefined => {
    if (span.parentSpanId === undefined) return undefined
    const key = keyOf(span.traceId, span.parentSpanId)
    const exchange = atTime(named.get(key) ?? [], span.start)
    if (!exchange) return key
    const isIts = !exchange.traceContinued || isOfCalled(span, byKey.get(key))
    return isIts ? exchangeKey(exchange.id) : key
  }
  return [
    ...exchanges.map(exchangeNode),
    ...spans.map((span): SpanNode => {
      const parentKey = parentOf(span)
      return { ...span, key: keyOf(span.traceId, span.spanId), ...defined({ parentKey }) }
    }),
  ]
}

export function exchangeKey(exchangeId: string): string {
  return `exchange ${exchangeId}`
}

function keyOf(traceId: string, spanId: string): string {
  return `${traceId} ${spanId}`
}

/** The last one that had begun, else the first, since clocks may differ. */
function atTime(exchanges: readonly ExchangeRow[], start: number): ExchangeRow | undefined {
  return exchanges.findLast(({ startedAt }) => startedAt <= start) ?? exchanges[0]
}

/** From the called agent, not from the caller. */
function isOfCalled({ kind, service }: SpanFacts, caller: SpanFacts | undefined): boolean {
  if (kind === 'server' || kind === 'consumer') return true
  return caller !== undefined && service !== caller.service
}

function exchangeNode(row: ExchangeRow): SpanNode {
  const { id, traceId = '', traceSpanId = '', traceContinued, startedAt, endedMs, agentId } = row
  const outcome = callOutcomeOf(row)
  return {
    key: exchangeKey(id),
    ...(traceContinued && { parentSpanId: traceSpanId, parentKey: keyOf(traceId, traceSpanId) }),
    traceId,
    spanId: traceSpanId,
    name: row.label,
    service: '',
    kind: row.kind === 'webhook' ? 'server' : 'client',
    status: outcome === 'error' || outcome === 'stopped' ? 'error' : 'unset',
    category: 'http',
    start: startedAt,
    end: startedAt + (endedMs ?? 0),
    exchangeId: id,
    ...defined({ agentId }),
  }
}

// The call that another one was made for, according to spans: the span that the request names is below a call, at any depth.

/** For calls that continue a trace, the exchange that they were made for. */
export type CallLinks = ReadonlyMap<string, string>

export function callLinks(spans: readonly SpanFacts[], exchanges: readonly ExchangeRow[]): CallLinks {
  const nodes = new Map(spanNodes(spans, exchanges).map((node) => [node.key, node]))
  const links = new Map<string, string>()
  for (const { exchangeId, parentKey } of nodes.values()) {
    if (exchangeId === undefined) continue
    const visited = new Set<string>()
    let above = parentKey
    while (above !== undefined && !visited.has(above)) {
      visited.add(above)
      const node = nodes.get(above)
      if (node?.exchangeId !== undefined) {
        links.set(exchangeId, node.exchangeId)
        break
      }
      above = node?.parentKey
    }
  }
  return links
}
