// The W3C's trace context: which trace a request belongs to, and which span it came from.

import type { HeaderList } from '../a2a/dialect.ts'
import { headerOf } from '../a2a/header-of.ts'
import type { SpanContext } from './span.ts'

export interface TraceContext extends SpanContext {
  readonly traceState?: string
}

/** Of a `tracestate`, as long as the W3C wants it passed on; a longer one is left out of a trace. */
const maxTraceStateChars = 512

const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/

/** Undefined where the header is missing or not valid. */
export function traceContextIn(headers: HeaderList | undefined): TraceContext | undefined {
  const [, traceId, spanId] = traceparent.exec(headerOf(headers, 'traceparent')?.trim() ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  const traceState = headerOf(headers, 'tracestate') ?? ''
  const isKept = traceState !== '' && traceState.length <= maxTraceStateChars
  return { traceId, spanId, ...(isKept && { traceState }) }
}
