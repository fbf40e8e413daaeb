// Which call another one was made for, as spans tell it: the span that the request names lies, through any number of others, under a call.

import type { ExchangeRow } from '../record/exchange-row.ts'
import { spanNodes } from './span-nodes.ts'
import type { SpanFacts } from './span-tree.ts'

/** Calls by their exchanges: of those that continue a trace, the exchange that they were made for. */
export type CallLinks = ReadonlyMap<string, string>

export function callLinks(spans: readonly SpanFacts[], exchanges: readonly ExchangeRow[]): CallLinks {
  const nodes = new Map(spanNodes(spans, exchanges).map((node) => [node.key, node]))
  const links = new Map<string, string>()
  for (const { exchangeId, parentKey } of nodes.values()) {
    if (exchangeId === undefined) continue
    const seen = new Set<string>()
    let above = parentKey
    while (above !== undefined && !seen.has(above)) {
      seen.add(above)
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
