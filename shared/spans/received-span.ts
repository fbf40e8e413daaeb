// A span from an agent, within bounds: the rest is left out and counted, and an invalid span is refused.

import { clip } from '../shorten.ts'

/** Of a text in a received span: a name, a value; it is cut there. */
export const maxSpanTextChars = 4_096
/** Attributes, events or links of one received span, and attributes of one event; the span counts the others. */
export const maxSpanParts = 128
/** Values within an attribute of a received span; further ones are left out. */
export const maxSpanValues = 256
/** How deep values of a received span lie in each other; what lies deeper is left out. */
export const maxSpanDepth = 6
/** Of all texts of one received span; attributes and events there is no room for are counted. */
export const maxSpanChars = 65_536

export type SpanValue =
  | string
  | number
  | boolean
  | null
  | readonly SpanValue[]
  | { readonly [key: string]: SpanValue }
export type SpanAttributes = Readonly<Record<string, SpanValue>>

export const spanKinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const
export type SpanKind = (typeof spanKinds)[number]
export const spanStatuses = ['unset', 'ok', 'error'] as const
export type SpanStatus = (typeof spanStatuses)[number]

export interface SpanMoment {
  readonly name: string
  /** Milliseconds since 1970, with fractions, as all times here. */
  readonly at: number
  readonly attributes: SpanAttributes
}

/** Shown on a click. */
export interface SpanDetail {
  readonly attributes: SpanAttributes
  readonly events: readonly SpanMoment[]
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  /** Number of attributes, events and links that were left out. */
  readonly dropped: number
  readonly scope: string
  readonly message: string
}

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: SpanKind
  readonly status: SpanStatus
  readonly start: number
  readonly end: number
  readonly detail: SpanDetail
}

export interface ReceivedResource {
  readonly service: string
  readonly attributes: SpanAttributes
}

/** `span` is undefined where it has no valid ids. */
export interface ReadSpan {
  readonly resource: ReceivedResource
  readonly span: ReceivedSpan | undefined
}

export function spanText(value: unknown): string {
  return typeof value === 'string' ? clip(value, maxSpanTextChars) : ''
}

const traceId = /^(?!0{32})[0-9a-f]{32}$/
const spanId = /^(?!0{16})[0-9a-f]{16}$/

export function isTraceId(text: string): boolean {
  return traceId.test(text)
}

export function isSpanId(text: string): boolean {
  return spanId.test(text)
}

/** The category by OpenTelemetry's conventions: for its colour and its lane. */
export const spanCategories = ['model', 'tool', 'database', 'http', 'other'] as const
export type SpanCategory = (typeof spanCategories)[number]

const modelOperations = new Set(['chat', 'generate_content', 'text_completion', 'embeddings'])

export function categoryOf(attributes: SpanAttributes): SpanCategory {
  const operation = attributes['gen_ai.operation.name']
  if (operation === 'execute_tool' || 'gen_ai.tool.name' in attributes || 'tool.name' in attributes)
    return 'tool'
  if (typeof operation === 'string' && modelOperations.has(operation)) return 'model'
  if ('gen_ai.request.model' in attributes || 'llm.model_name' in attributes) return 'model'
  if ('db.system.name' in attributes || 'db.system' in attributes) return 'database'
  if ('http.request.method' in attributes || 'http.method' in attributes) return 'http'
  return 'other'
}
