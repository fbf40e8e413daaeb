// Whether an agent continues the trace that a call named, judging by its spans. An agent need not: so it is reported only where
// no other explanation is left.

import type { Finding } from '../a2a/finding.ts'
import { createReport, note } from '../a2a/rules/report.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { shorten } from '../shorten.ts'
import { urlParts } from '../url.ts'
import type { SpanAttributes } from './received-span.ts'

/** A server's span that begins a trace which no exchange names. */
export interface TopSpan {
  readonly traceId: string
  readonly name: string
  readonly service: string
  readonly start: number
  readonly end: number
  readonly attributes: SpanAttributes
}

export interface Beside {
  /** All exchanges open at that time, and webhook calls. */
  readonly exchanges: readonly ExchangeRow[]
  /** Other servers' spans at that time that begin a trace and may be of the same request. */
  readonly others: readonly TopSpan[]
  /** Number of spans in the trace that an exchange names. */
  spansOf(traceId: string): number
}

/** A span on this machine may seem to begin before its call, or end after it, by this much. */
const clockSlackMs = 5

/** The call of the span, if it named a trace and no other is possible. */
export function callNotContinued(
  span: TopSpan,
  { exchanges, others, spansOf }: Beside,
): ExchangeRow | undefined {
  const port = portOf(span.attributes)
  if (port === undefined) return undefined
  const path = pathOf(span.attributes)
  const [call, ...more] = exchanges.filter(
    (exchange) =>
      exchange.kind !== 'webhook' &&
      portIn(exchange.url) === port &&
      (path === undefined || pathIn(exchange.url) === path) &&
      isWithin(span, exchange),
  )
  if (call === undefined || more.length > 0 || call.state === 'open') return undefined
  const { traceId, traceContinued } = call
  if (traceId === undefined || traceContinued || spansOf(traceId) > 0) return undefined
  return others.some(({ attributes }) => (portOf(attributes) ?? port) === port) ? undefined : call
}

function isWithin({ start, end }: TopSpan, { startedAt, endedMs = Infinity }: ExchangeRow): boolean {
  return start >= startedAt - clockSlackMs && end <= startedAt + endedMs + clockSlackMs
}

export function notContinued({ traceId = '' }: ExchangeRow, span: TopSpan): readonly Finding[] {
  const report = createReport('')
  const service = span.service === '' ? 'the agent' : `“${shorten(span.service)}”`
  note(
    report,
    'PARLEY-TRACE-001',
    undefined,
    `The request named the trace ${traceId}; the span “${shorten(span.name)}” of ${service} for it begins the trace ${span.traceId}.`,
  )
  return report.findings ?? []
}

/** The server's port, by the current conventions for HTTP and gRPC and by earlier ones. */
function portOf(attributes: SpanAttributes): number | undefined {
  for (const name of ['server.port', 'net.host.port', 'http.server.port']) {
    const port = Number(attributes[name] ?? Number.NaN)
    if (Number.isInteger(port) && port > 0) return port
  }
  for (const name of ['url.full', 'http.url']) {
    const url = attributes[name]
    const port = typeof url === 'string' ? portIn(url) : undefined
    if (port !== undefined) return port
  }
  const host = attributes['http.host']
  return typeof host === 'string' ? portIn(`http://${host}`) : undefined
}

/** Also of an address in gRPC's form, without a scheme. */
function portIn(url: string): number | undefined {
  return urlParts(url.includes('://') ? url : `http://${url}`).port
}

function pathIn(url: string): string {
  return urlParts(url).path || '/'
}

function pathOf(attributes: SpanAttributes): string | undefined {
  for (const name of ['url.path', 'http.target', 'url.full', 'http.url']) {
    const value = attributes[name]
    if (typeof value === 'string') return pathIn(value)
  }
  return undefined
}
