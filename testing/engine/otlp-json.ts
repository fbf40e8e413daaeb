// Spans in the JSON of an agent's SDK, for tests.

import { randomBytes } from 'node:crypto'

export interface TestSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** OTLP's number. */
  readonly kind?: number
  readonly startMs?: number
  readonly endMs?: number
  readonly failed?: true
  readonly attributes?: Readonly<Record<string, string>>
}

export const newTraceId = () => randomBytes(16).toString('hex')
export const newSpanId = () => randomBytes(8).toString('hex')

export function otlpJson(service: string, spans: readonly TestSpan[]) {
  const attributes = attributesOf({ 'service.name': service })
  const scope = { name: 'test', version: '1' }
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope, spans: spans.map(written) }] }] }
}

function written({ startMs = Date.now(), endMs, failed, attributes = {}, kind = 1, ...ids }: TestSpan) {
  return {
    ...ids,
    kind,
    startTimeUnixNano: nanos(startMs),
    endTimeUnixNano: nanos(endMs ?? startMs + 1),
    attributes: attributesOf(attributes),
    status: failed ? { code: 2, message: 'failed' } : {},
  }
}

function attributesOf(attributes: Readonly<Record<string, string>>) {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}

function nanos(ms: number): string {
  return `${Math.round(ms * 1000)}000`
}
