// A span as OpenTelemetry has it, before it is written as JSON or protobuf.

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
  /** What went wrong; absent where nothing did. */
  readonly error?: string
}

/** What a span says, without its place among others. */
export type SpanContent = Pick<Span, 'name' | 'kind' | 'attributes' | 'error'>

/** Events of one span, as many as OpenTelemetry's own SDKs keep; the span counts the others. */
export const maxSpanEvents = 128
/** Links of one span, as many as OpenTelemetry's own SDKs keep; the span counts the others. */
export const maxSpanLinks = 128
