// The trace that a request begins, as the W3C's trace context names it. Its ids are those of the spans that Parley makes of the
// exchange, so what the agent writes hangs under them.

import type { HeaderList } from '#shared/a2a/dialect.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import { exchangeSpanIds } from '#shared/traces/span-ids.ts'
import { spanDigest } from '../traces/span-digest.ts'
import type { ConnectionProfile } from './profile.ts'

/** None where the request belongs to a trace already. */
export function traceHeaders(
  { traceparent }: ConnectionProfile,
  exchangeId: string,
  headers: HeaderList,
): HeaderList {
  if (!traceparent || headerOf(headers, 'traceparent') !== undefined) return []
  const { traceId, transport } = exchangeSpanIds(spanDigest, exchangeId)
  return [['traceparent', `00-${traceId}-${transport}-01`]]
}
