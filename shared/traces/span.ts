// An OpenTelemetry span, before it is written as JSON or protobuf.

import type { HeaderList } from '../a2a/dialect.ts'
import { headerOf } from '../a2a/header-of.ts'

/** Longest `tracestate` that W3C requires to forward; a longer one is left out of a trace. */
const maxTraceStateChars = 512

const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/

const traceIdDigits = 32
const spanIdDigits = 16

export type AttributeValue = string | number | boolean | readonly string[]
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>

export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
}

export interface SpanEvent {
  readonly name: string
  /** Milliseconds since 1970, as all times here. */
  readonly atMs: number
  readonly attributes: Attributes
}

export interface Span extends SpanContext {
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client'
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  readonly events: readonly SpanEvent[]
  readonly droppedEvents: number
  readonly links: readonly SpanContext[]
  readonly droppedLinks: number
  /** Absent without an error. */
  readonly error?: string
}

/** A span without its place among others. */
export type SpanContent = Pick<Span, 'name' | 'kind' | 'attributes' | 'error'>

/** Events of one span, as many as OpenTelemetry's own SDKs keep; the span counts the others. */
export const maxSpanEvents = 128
/** Links of one span, as many as OpenTelemetry's own SDKs keep; the span counts the others. */
export const maxSpanLinks = 128

// Ids of the spans of an exchange or a task. They are derived from Parley's own ids, so that a session exported twice is the
// same trace, and a header can name a span before it exists.

/** At least 32 hexadecimal digits, equal for equal text. */
export type Digest = (text: string) => string

export function exchangeSpanIds(digest: Digest, exchangeId: string) {
  const spanId = (name: string) => digest(`${name} span of exchange ${exchangeId}`).slice(0, spanIdDigits)
  return {
    traceId: digest(`trace of exchange ${exchangeId}`).slice(0, traceIdDigits),
    /** For a forwarded call, the incoming one. */
    incoming: spanId('incoming'),
    operation: spanId('operation'),
    transport: spanId('transport'),
  }
}

export function taskSpanIds(digest: Digest, sessionId: string, taskId: string) {
  const name = `task ${taskId} in session ${sessionId}`
  return {
    traceId: digest(`trace of ${name}`).slice(0, traceIdDigits),
    spanId: digest(`span of ${name}`).slice(0, spanIdDigits),
  }
}

// The W3C's trace context: the trace of a request, and its parent span.

/** Undefined where the header is missing or invalid. */
export function traceContextIn(
  headers: HeaderList | undefined,
): (SpanContext & Pick<Span, 'traceState'>) | undefined {
  const [, traceId, spanId] = traceparent.exec(headerOf(headers, 'traceparent')?.trim() ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  const traceState = headerOf(headers, 'tracestate') ?? ''
  const isKept = traceState !== '' && traceState.length <= maxTraceStateChars
  return { traceId, spanId, ...(isKept && { traceState }) }
}
