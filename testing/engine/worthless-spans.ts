// Requests with spans that yield none: so many parts each, of one kind.

import type { SpanRequest } from '#engine/spans/take-spans.ts'

/** A bytes field of protobuf, repeated. */
function field(number: number, bytes: Uint8Array, times = 1): Buffer {
  const length: number[] = []
  let left = bytes.byteLength
  for (; left > 127; left >>>= 7) length.push((left & 127) | 128)
  const one = Buffer.concat([Buffer.of((number << 3) | 2, ...length, left), bytes])
  return Buffer.alloc(one.byteLength * times, one)
}

const nothing = Buffer.alloc(0)
const inScope = (spans: Buffer) => field(1, field(2, spans))
const ids = Buffer.concat([field(1, Buffer.alloc(16, 1)), field(2, Buffer.alloc(8, 1))])
/** Field number 100, which OTLP does not use. */
const unknown = (times: number) => Buffer.alloc(times * 3, Buffer.of(0xa0, 0x06, 0))
const list = (count: number, one: string) => `[${Array<string>(count).fill(one).join()}]`
const jsonInScope = (spans: string) => `{"resourceSpans":[{"scopeSpans":[{"spans":${spans}}]}]}`
const jsonSpan = (more: string) =>
  jsonInScope(`[{"traceId":"${'1'.repeat(32)}","spanId":"${'1'.repeat(16)}",${more}}]`)

const asProtobuf: Readonly<Record<string, (count: number) => Buffer>> = {
  'unknown fields': unknown,
  'empty resources': (count) => field(1, nothing, count),
  'empty scopes': (count) => field(1, field(2, nothing, count)),
  'empty spans': (count) => inScope(field(2, nothing, count)),
  'unknown fields of a resource': (count) => field(1, unknown(count)),
  'unknown fields of a scope': (count) => inScope(unknown(count)),
  'unknown fields of a span': (count) => inScope(field(2, unknown(count))),
  'attributes without a name': (count) => inScope(field(2, Buffer.concat([ids, field(9, nothing, count)]))),
  'attributes of a resource': (count) => field(1, field(1, field(1, nothing, count))),
  'attributes of an event': (count) =>
    inScope(field(2, Buffer.concat([ids, field(11, field(3, nothing, count))]))),
  'links to nothing': (count) => inScope(field(2, Buffer.concat([ids, field(13, nothing, count)]))),
}

const asJson: Readonly<Record<string, (count: number) => string>> = {
  'empty resources': (count) => `{"resourceSpans":${list(count, '{}')}}`,
  'empty scopes': (count) => `{"resourceSpans":[{"scopeSpans":${list(count, '{}')}}]}`,
  'empty spans': (count) => jsonInScope(list(count, '{}')),
  'attributes without a name': (count) => jsonSpan(`"attributes":${list(count, '{}')}`),
  'attributes of a resource': (count) =>
    `{"resourceSpans":[{"resource":{"attributes":${list(count, '{}')}}}]}`,
  'attributes of an event': (count) => jsonSpan(`"events":[{"attributes":${list(count, '{}')}}]`),
  'links to nothing': (count) => jsonSpan(`"links":${list(count, '{}')}`),
}

interface WorthlessSpans {
  readonly name: string
  request(count: number): SpanRequest
}

export const worthlessSpans: readonly WorthlessSpans[] = [
  ...Object.entries(asProtobuf).map(([name, body]) => ({
    name: `${name}, as protobuf`,
    request: (count: number): SpanRequest => ({ format: 'protobuf', body: body(count) }),
  })),
  ...Object.entries(asJson).map(([name, body]) => ({
    name: `${name}, as JSON`,
    request: (count: number): SpanRequest => ({ format: 'json', body: Buffer.from(body(count)) }),
  })),
]
