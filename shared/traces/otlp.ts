// Spans as OTLP in JSON: ids in hexadecimal, times in nanoseconds as text, enums as numbers.

import { clip } from '../shorten.ts'
import type { Attributes, AttributeValue, Span, SpanContext } from './span.ts'

export interface OtlpValue {
  readonly stringValue?: string
  readonly boolValue?: boolean
  readonly intValue?: string
  readonly doubleValue?: number
  readonly arrayValue?: { readonly values: readonly OtlpValue[] }
}

export interface OtlpAttribute {
  readonly key: string
  readonly value: OtlpValue
}

export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly traceState?: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly OtlpAttribute[]
  readonly events?: readonly {
    readonly timeUnixNano: string
    readonly name: string
    readonly attributes: readonly OtlpAttribute[]
  }[]
  readonly droppedEventsCount?: number
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly droppedLinksCount?: number
  readonly status?: { readonly code: number; readonly message?: string }
}

export interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] }
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string; readonly version: string }
      readonly spans: readonly OtlpSpan[]
    }[]
  }[]
}

export function otlpTraces(spans: readonly OtlpSpan[], version: string): OtlpTraces {
  const resource = {
    attributes: attributesOf({ 'service.name': 'parley', 'service.version': version }, (text) => text),
  }
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'parley', version }, spans }] }] }
}

/** Of one attribute's text; it is cut there. */
const maxAttributeChars = 32_768
/** Values of one attribute; further ones are left out. */
const maxAttributeValues = 128

const kinds: Readonly<Record<Span['kind'], number>> = { internal: 1, server: 2, client: 3 }
const errorStatus = 2

type Mask = (text: string) => string

/** Masks each text in it except Parley's own. */
export function otlpSpan(span: Span, mask: Mask): OtlpSpan {
  const { traceState, parentSpanId, events, error } = span
  return {
    ...placeOf(span, mask),
    ...(traceState !== undefined && { traceState: mask(traceState) }),
    ...(parentSpanId !== undefined && { parentSpanId: mask(parentSpanId) }),
    name: clip(mask(span.name), maxAttributeChars),
    kind: kinds[span.kind],
    startTimeUnixNano: nanos(span.startMs),
    endTimeUnixNano: nanos(span.endMs),
    attributes: attributesOf(span.attributes, mask),
    ...(events.length > 0 && {
      events: events.map(({ name, atMs, attributes }) => ({
        timeUnixNano: nanos(atMs),
        name,
        attributes: attributesOf(attributes, mask),
      })),
    }),
    ...(span.droppedEvents > 0 && { droppedEventsCount: span.droppedEvents }),
    ...(span.links.length > 0 && { links: span.links.map((link) => placeOf(link, mask)) }),
    ...(span.droppedLinks > 0 && { droppedLinksCount: span.droppedLinks }),
    ...(error !== undefined && {
      status: { code: errorStatus, ...(error !== '' && { message: clip(mask(error), maxAttributeChars) }) },
    }),
  }
}

function placeOf({ traceId, spanId }: SpanContext, mask: Mask) {
  return { traceId: mask(traceId), spanId: mask(spanId) }
}

function nanos(ms: number): string {
  return `${BigInt(Math.round(ms * 1_000)) * 1_000n}`
}

function attributesOf(attributes: Attributes, mask: Mask): readonly OtlpAttribute[] {
  const list: OtlpAttribute[] = []
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) list.push({ key, value: otlpValue(value, mask) })
  return list
}

function otlpValue(value: AttributeValue, mask: Mask): OtlpValue {
  switch (typeof value) {
    case 'string':
      return { stringValue: clip(mask(value), maxAttributeChars) }
    case 'boolean':
      return { boolValue: value }
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
    default:
      return {
        arrayValue: { values: value.slice(0, maxAttributeValues).map((each) => otlpValue(each, mask)) },
      }
  }
}
