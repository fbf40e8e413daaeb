// Spans as an OpenTelemetry SDK sends them: OTLP/JSON, written by hand.

export interface SentSpan {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId?: string
  /** Milliseconds since 1970. */
  readonly start: number
  readonly end: number
  readonly kind?: number
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  readonly events?: readonly {
    readonly name: string
    readonly at: number
    readonly attributes?: Attributes
  }[]
  readonly error?: string
}

type Attributes = Readonly<Record<string, string | number | boolean>>

export const kinds = { internal: 1, server: 2, client: 3 } as const

export function newSpanId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 16)
}

export function newTraceId(): string {
  return crypto.randomUUID().replaceAll('-', '')
}

/** Returns the status of the response. */
export async function sendSpans(
  endpoint: string,
  {
    service,
    traceId,
    spans,
  }: { readonly service: string; readonly traceId: string; readonly spans: readonly SentSpan[] },
): Promise<number> {
  const resource = { attributes: attributesOf({ 'service.name': service, 'process.pid': 4_711 }) }
  const scope = { name: 'kit', version: '1.0' }
  const body = {
    resourceSpans: [
      { resource, scopeSpans: [{ scope, spans: spans.map((span) => otlpSpan(traceId, span)) }] },
    ],
  }
  const response = await fetch(`${endpoint}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response.status
}

function otlpSpan(
  traceId: string,
  { start, end, attributes = {}, events = [], error, kind = 1, ...ids }: SentSpan,
) {
  return {
    traceId,
    ...ids,
    kind,
    startTimeUnixNano: nanos(start),
    endTimeUnixNano: nanos(end),
    attributes: attributesOf(attributes),
    events: events.map(({ name, at, attributes: own = {} }) => ({
      name,
      timeUnixNano: nanos(at),
      attributes: attributesOf(own),
    })),
    status: error === undefined ? {} : { code: 2, message: error },
  }
}

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : typeof value === 'boolean'
          ? { boolValue: value }
          : { intValue: String(value) },
  }))
}

function nanos(ms: number): string {
  return String(BigInt(Math.max(0, Math.round(ms * 1_000))) * 1_000n)
}
