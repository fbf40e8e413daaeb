// Spans in OTLP/JSON, from Parley's export and from stores, in one comparable form.

import { z } from 'zod'

/** Compared aspects, in the order of the report's rows. */
export const aspects = [
  'spans',
  'parents',
  'names',
  'kinds',
  'times',
  'attributes',
  'events',
  'links',
  'status',
] as const
export type Aspect = (typeof aspects)[number]

export interface SeenSpan extends Readonly<Record<Exclude<Aspect, 'spans' | 'parents'>, unknown>> {
  readonly parents: readonly string[]
  readonly traceId: string
  readonly spanId: string
}

const attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .default([])
const id = z.string().default('')
const count = z.coerce.number().default(0)
const spanSchema = z.object({
  traceId: id,
  spanId: id,
  parentSpanId: id,
  traceState: z.string().default(''),
  name: z.string(),
  kind: z.union([z.number(), z.string()]).default(0),
  startTimeUnixNano: z.coerce.string(),
  endTimeUnixNano: z.coerce.string(),
  attributes,
  events: z.array(z.object({ timeUnixNano: z.coerce.string(), name: z.string(), attributes })).default([]),
  droppedEventsCount: count,
  links: z.array(z.object({ traceId: id, spanId: id })).default([]),
  droppedLinksCount: count,
  status: z
    .object({ code: z.union([z.number(), z.string()]).default(0), message: z.string().default('') })
    .default({ code: 0, message: '' }),
})
const tracesSchema = z.object({
  resourceSpans: z
    .array(
      z.object({
        resource: z.object({ attributes }),
        scopeSpans: z.array(
          z.object({
            scope: z.object({ name: z.string(), version: z.string().default('') }),
            spans: z.array(spanSchema),
          }),
        ),
      }),
    )
    .default([]),
})

export function spansIn(traces: unknown): readonly SeenSpan[] {
  return tracesSchema.parse(traces).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span): SeenSpan => {
        const { traceId, spanId, parentSpanId, traceState, name, kind, status } = span
        return {
          traceId,
          spanId,
          parents: [parentSpanId, traceState],
          names: [name, scope],
          kinds: typeof kind === 'string' ? kindNames.indexOf(kind) : kind,
          times: [span.startTimeUnixNano, span.endTimeUnixNano],
          attributes: [byKey(resource.attributes), byKey(span.attributes)],
          events: [
            sorted(span.events.map((event) => [event.timeUnixNano, event.name, byKey(event.attributes)])),
            span.droppedEventsCount,
          ],
          links: [sorted(span.links.map((link) => [link.traceId, link.spanId])), span.droppedLinksCount],
          status: [
            typeof status.code === 'string' ? statusNames.indexOf(status.code) : status.code,
            status.message,
          ],
        }
      }),
    ),
  )
}

const kindNames = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'].map(
  (name) => `SPAN_KIND_${name}`,
)
const statusNames = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR']

/** Each event has its time, so their order does not matter. */
function sorted(list: readonly unknown[]): readonly string[] {
  return list.map((each) => JSON.stringify(each)).sort()
}

/** Without additions of Jaeger, such as that a parent is missing. */
function byKey(list: z.infer<typeof attributes>): readonly string[] {
  const own = list.filter(({ key }) => !key.startsWith('@jaeger@'))
  return own.map(({ key, value }) => `${key}=${JSON.stringify(value)}`).sort()
}

/** The differences by aspect; empty without any. */
export function differences(
  expected: readonly SeenSpan[],
  seenSpans: readonly SeenSpan[],
): ReadonlyMap<Aspect, string> {
  const matches = new Map<Aspect, string>()
  const note = (aspect: Aspect, why: string) => void (matches.has(aspect) || matches.set(aspect, why))
  const keyOf = ({ traceId, spanId }: SeenSpan) => `${traceId} ${spanId}`
  const byId = new Map(seenSpans.map((span) => [keyOf(span), span]))
  if (seenSpans.length !== expected.length) note('spans', `${seenSpans.length} spans, not ${expected.length}`)
  for (const span of expected) {
    const other = byId.get(keyOf(span))
    if (other === undefined) {
      note('spans', `${JSON.stringify(span.names)} is missing`)
      continue
    }
    for (const aspect of aspects) {
      if (aspect === 'spans') continue
      const [requested, is] = [JSON.stringify(span[aspect]), JSON.stringify(other[aspect])]
      if (requested !== is)
        note(aspect, `${JSON.stringify(span.names)}: ${short(is)}, not ${short(requested)}`)
    }
  }
  return matches
}

function short(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}
