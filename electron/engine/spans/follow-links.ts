// Which call of a session each call that continues a trace was made for, as its spans tell: read anew of traces that have changed.

import { type CallLinks, callLinks } from '#shared/spans/call-links.ts'
import type { SessionRecord } from '../store/record.ts'

interface Place {
  readonly record: SessionRecord
  readonly sessionId: string
}

interface Of extends Place {
  /** Where its spans lie, if elsewhere: those of a session that is replayed. */
  readonly received?: Place | undefined
}

/** The same value until they tell another. */
export function createFollowLinks(): (of: Of) => CallLinks {
  let known: { readonly of: Of; readonly at: string; readonly links: CallLinks } | undefined
  const byTrace = new Map<string, { readonly size: number; readonly links: CallLinks }>()

  const ofTrace = ({ received, ...own }: Of, traceId: string): CallLinks => {
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
  const allOf = (of: Of): CallLinks => {
    const links = new Map<string, string>()
    for (const traceId of of.record.spans.continued(of.sessionId))
      for (const [below, above] of ofTrace(of, traceId)) links.set(below, above)
    return links
  }

  return (of) => {
    const { record, sessionId, received } = of
    const latest = received === undefined ? '' : record.latest()
    const at = [(received ?? of).record.spans.changes(), record.deletions(), latest].join(' ')
    const before = known?.of.record === record && known.of.sessionId === sessionId ? known : undefined
    if (before?.at === at) return before.links
    if (before === undefined) byTrace.clear()
    const links = allOf(of)
    known = { of, at, links: before !== undefined && isEqual(before.links, links) ? before.links : links }
    return known.links
  }
}

function isEqual(one: CallLinks, other: CallLinks): boolean {
  return one.size === other.size && [...one].every(([below, above]) => other.get(below) === above)
}
