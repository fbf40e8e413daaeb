// Spans as a file or a page carries them, and back.

import { type SpanDetail, spanCategories, spanKinds, spanStatuses } from '#shared/spans/received-span.ts'
import type { TraceLot } from '#shared/spans/trace-lot.ts'
import type { SessionRecord } from '../store/record.ts'
import type { SpanToWrite } from '../store/write-spans.ts'
import { maskTexts } from './mask-span.ts'

/** All spans of these traces that a session has, in lots; what has become known as a secret since is left out. */
export function* lotsOf(
  { spans }: Pick<SessionRecord, 'spans'>,
  sessionId: string,
  traceIds: Iterable<string>,
  mask: (text: string) => string,
): Generator<TraceLot> {
  for (const traceId of traceIds) for (const lot of spans.lots(traceId, sessionId)) yield maskTexts(lot, mask)
}

export function spansOfLot({ traceId, service, resource, spans }: TraceLot): readonly SpanToWrite[] {
  const from = { service, attributes: JSON.stringify(resource) }
  return spans.map(({ kind, status, category, parentSpanId, detail, ...span }) => ({
    ...{ ...span, traceId, parentSpanId, resource: from },
    kind: spanKinds.indexOf(kind),
    status: spanStatuses.indexOf(status),
    category: spanCategories.indexOf(category),
    detail: JSON.stringify(detail satisfies SpanDetail),
  }))
}
