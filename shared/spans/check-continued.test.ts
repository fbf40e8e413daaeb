import { expect, test } from 'vitest'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { type Beside, callNotContinued, type TopSpan } from './check-continued.ts'

const call = {
  ...{ id: 'x', kind: 'operation', url: 'http://127.0.0.1:9100/a2a', state: 'done' },
  ...{ traceId: 'of the call', startedAt: 1_000, endedMs: 100 },
} as ExchangeRow
const span: TopSpan = {
  ...{ traceId: 'its own', name: 'POST', service: 'agent', start: 1_010, end: 1_090 },
  attributes: { 'server.port': 9_100, 'url.path': '/a2a' },
}
const match = (change: Partial<TopSpan> = {}, beside: Partial<Beside> = {}) =>
  callNotContinued({ ...span, ...change }, { exchanges: [call], others: [], spansOf: () => 0, ...beside })?.id

test('a server’s span within a call that named another trace', () => {
  expect(match()).toBe('x')
  const conventions: readonly TopSpan['attributes'][] = [
    { 'net.host.port': 9_100, 'http.target': '/a2a?x=1' },
    { 'http.url': 'http://127.0.0.1:9100/a2a' },
    { 'url.full': 'http://localhost:9100/a2a' },
    { 'http.host': '127.0.0.1:9100' },
  ]
  for (const attributes of conventions) expect(match({ attributes })).toBe('x')
})

const other = (change: Partial<ExchangeRow>): Partial<Beside> => ({
  exchanges: [call, { ...call, ...change }],
})
const only = (change: Partial<ExchangeRow>): Partial<Beside> => ({ exchanges: [{ ...call, ...change }] })

test.each<[string, Partial<TopSpan>, Partial<Beside>?]>([
  ['another port', { attributes: { 'server.port': 9_200 } }],
  ['another path', { attributes: { ...span.attributes, 'url.path': '/health' } }],
  ['no port, so perhaps of another agent', { attributes: {} }],
  ['before the call', { start: 900, end: 950 }],
  ['longer than the call', { end: 1_200 }],
  ['a second call to the agent at that time', {}, other({ id: 'y', traceId: 'another' })],
  ['a call without a trace at that time', {}, other({ id: 'y', kind: 'card' })],
  ['a second span that begins a trace then', {}, { others: [{ ...span, traceId: 'third' }] }],
  ['spans of the call’s trace came', {}, { spansOf: () => 1 }],
  ['the call named no trace', {}, { exchanges: [(({ traceId: _, ...rest }) => rest)(call)] }],
  ['the trace is another program’s', {}, only({ traceContinued: true })],
  ['the call still runs', {}, only({ state: 'open' })],
])('nothing is said: %s', (_what, change, beside = {}) => {
  expect(match(change, beside)).toBeUndefined()
})

test('calls to other agents at that time, and their spans, leave it as it is', () => {
  const elsewhere = { ...call, id: 'y', url: 'http://127.0.0.1:9200/a2a', traceId: 'another' }
  const others = [{ ...span, traceId: 'third', attributes: { 'server.port': 9_200 } }]
  expect(match({}, { exchanges: [call, elsewhere], others })).toBe('x')
})
