// Spans of one trace from one program, as in a file or a page.

import { z } from 'zod'
import { maxNameChars } from '../bounded.ts'
import {
  isSpanId,
  isTraceId,
  maxSpanParts,
  maxSpanTextChars,
  type SpanAttributes,
  type SpanDetail,
  type SpanValue,
  spanCategories,
  spanKinds,
  spanStatuses,
} from './received-span.ts'
import type { SpanFacts } from './span-tree.ts'

// Spans in one batch; a trace may have several.
export const maxLotSpans = 100

export interface SpanBatch {
  readonly traceId: string
  /** Number of spans of the trace that arrived and are not stored. */
  readonly dropped: number
  readonly service: string
  readonly resource: SpanAttributes
  readonly spans: readonly (Omit<SpanFacts, 'traceId' | 'service' | 'exchangeId' | 'agentId'> & {
    readonly detail: SpanDetail
  })[]
}

const text = z.string().max(maxSpanTextChars)
const count = z.int().min(0)
const at = z.number()
const traceId = z.string().refine(isTraceId)
const spanId = z.string().refine(isSpanId)

const value: z.ZodType<SpanValue> = z.lazy(() =>
  z.union([text, z.number(), z.boolean(), z.null(), z.array(value), z.record(z.string(), value)]),
)
const attributes: z.ZodType<SpanAttributes> = z.record(text, value)

const detail = z.object({
  attributes,
  events: z.array(z.object({ name: text, at, attributes })).max(maxSpanParts),
  links: z.array(z.object({ traceId, spanId })).max(maxSpanParts),
  dropped: count,
  scope: text,
  message: text,
})

const span = z.object({
  spanId,
  parentSpanId: spanId.exactOptional(),
  name: text,
  kind: z.enum(spanKinds),
  status: z.enum(spanStatuses),
  category: z.enum(spanCategories),
  start: at,
  end: at,
  detail,
})

export const traceLotSchema: z.ZodType<SpanBatch> = z.object({
  traceId,
  dropped: count,
  service: z.string().max(maxSpanTextChars + maxNameChars),
  resource: attributes,
  spans: z.array(span).max(maxLotSpans),
})

export function factsIn({ traceId, service, spans }: SpanBatch): readonly SpanFacts[] {
  return spans.map(({ detail: _, ...facts }) => ({ traceId, service, ...facts }))
}
