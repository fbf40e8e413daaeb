import { fromBinary, toJson } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { otlpSpan, otlpTraces } from '#shared/traces/otlp.ts'
import type { Span } from '#shared/traces/span.ts'
import { otlpTable } from '#testing/engine/otlp-table.ts'
import { fullName, toRegistry } from '../wire/grpc/proto-table.ts'
import { encodeOtlp } from './encode-otlp.ts'

const [traceId, spanId, otherId] = [
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '00f067aa0ba902b7',
  '0102030405060708',
]
const span: Span = {
  traceId,
  spanId,
  parentSpanId: otherId,
  traceState: 'a=b',
  name: 'SendMessage 🙂',
  kind: 'client',
  startMs: 1_764_000_000_000.5,
  endMs: 1_764_000_000_123.25,
  attributes: {
    text: 'wörds\u0000\n',
    empty: '',
    long: 'x'.repeat(70_000),
    yes: true,
    no: false,
    count: Number.MAX_SAFE_INTEGER,
    below: -1,
    part: 0.1,
    endless: Number.POSITIVE_INFINITY,
    list: ['a', '', '🙂'],
    none: [],
    left: undefined,
  },
  events: [
    { name: 'first', atMs: 1_764_000_000_001, attributes: { 'parley.frame.index': 0 } },
    { name: 'last', atMs: 1, attributes: {} },
  ],
  droppedEvents: 4_000_000_000,
  links: [{ traceId, spanId: otherId }],
  droppedLinks: 7,
  error: 'It broke.',
}
const { traceState, parentSpanId, error, ...bare } = span
const plain: Span = { ...bare, attributes: {}, events: [], droppedEvents: 0, links: [], droppedLinks: 0 }
const asIs = (text: string) => text

/** As in protobuf's JSON. */
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
const kinds: Readonly<Record<number, string>> = { 3: 'SPAN_KIND_CLIENT' }
const expected = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return /^(?:trace|span|parentSpan)Id$/.test(name) ? base64(value) : value
  if (typeof value === 'number' && name === 'kind') return kinds[value]
  if (value === 2 && name === 'code') return 'STATUS_CODE_ERROR'
  if (value === Number.POSITIVE_INFINITY) return 'Infinity'
  if (Array.isArray(value)) return value.map((each) => expected(each))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, each]) => [key, expected(each, key)])
  // Empty lists are not written.
  return Object.fromEntries(members.filter(([, each]) => !Array.isArray(each) || each.length > 0))
}

test.each([
  ['all that a span can say', [span, { ...span, error: '' }]],
  ['no more than it must', [plain]],
  ['no spans', []],
] as const)('the bytes are what the description says: %s', (_, spans) => {
  const message = toRegistry(otlpTable).getMessage(fullName(otlpTable, 'TracesData'))
  if (!message) throw new Error('no message')
  const traces = otlpTraces(
    spans.map((each) => otlpSpan(each, asIs)),
    '1.2.3',
  )
  expect(toJson(message, fromBinary(message, encodeOtlp(traces)))).toEqual(expected(traces))
})

test('an unpaired surrogate costs no span', () => {
  const bytes = encodeOtlp(otlpTraces([otlpSpan({ ...plain, name: 'a\ud800b' }, asIs)], '1'))
  expect(Buffer.from(bytes).includes('a\ufffdb')).toBe(true)
})
