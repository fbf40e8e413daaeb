// Received spans as they are looked at: those of a trace, traces that no exchange names, and one span in full.

import type { SpanInFull, UnknownTrace } from '#shared/contract/spans.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { KeptTrace } from '#shared/spans/answer-spans.ts'
import { type SpanDetail, spanCategories, spanKinds, spanStatuses } from '#shared/spans/received-span.ts'
import type { SpanFacts } from '#shared/spans/span-tree.ts'
import { integerColumn, textColumn } from './column.ts'
import { prepared } from './prepared.ts'
import { sessionNumber } from './session-number.ts'
import type { Store } from './store.ts'
import { rowsOf } from './summary-rows.ts'

/** What is read of one session, or, without one, of all. */
export interface SpanReader {
  exchangesOfTask(taskId: string, agentId: string | undefined, sessionId?: string): readonly ExchangeRow[]
  exchangesOfTrace(traceId: string, sessionId?: string): readonly ExchangeRow[]
  trace(traceId: string, sessionId?: string): KeptTrace
  /** Grows with what is kept of a trace, and with what is not. */
  sizeOf(traceId: string, sessionId?: string): number
  unknown(offset: number, limit: number, sessionId?: string): UnknownTraces
  span(traceId: string, spanId: string, sessionId?: string): SpanInFull | undefined
}

interface UnknownTraces {
  readonly rows: readonly UnknownTrace[]
  readonly total: number
  readonly spans: number
}

/** Exchanges about a task, or of a trace, among which spans are shown; the first ones. */
const maxTracedExchanges = 2_000
/** Programs named for a trace in the list of traces. */
const maxListedServices = 8

export function createSpanReader(stores: () => readonly Store[]): SpanReader {
  /** Of each store that has the session; without one, all. */
  const inStores = <T>(
    sessionId: string | undefined,
    read: (store: Store, session: number | null) => T,
  ): T[] =>
    stores().flatMap((store) => {
      const session = sessionId === undefined ? null : sessionNumber(store, sessionId)
      return session === undefined ? [] : [read(store, session)]
    })
  const exchanges = (store: Store, found: readonly Readonly<Record<string, unknown>>[]) =>
    rowsOf(
      store,
      found.map((row) => integerColumn(row, 'id')),
    )

  return {
    exchangesOfTask: (taskId, agentId, sessionId) =>
      inStores(sessionId, (store, session) =>
        exchanges(store, prepared(store, ofTask).all(taskId, agentId ?? null, session)),
      ).flat(),
    exchangesOfTrace: (traceId, sessionId) =>
      inStores(sessionId, (store, session) =>
        exchanges(store, prepared(store, ofTrace).all(traceId, session)),
      ).flat(),
    trace(traceId, sessionId) {
      const parts = inStores(sessionId, (store, session) => {
        const rows = prepared(store, spansOf).all(traceId, session)
        const dropped = prepared(store, sizes).get(traceId, session)
        return { spans: rows.map((row) => factsOf(traceId, row)), dropped: integerColumn(dropped, 'dropped') }
      })
      // Sent again while another session was recorded.
      const all = new Map(parts.flatMap(({ spans }) => spans).map((span) => [span.spanId, span]))
      return {
        spans: [...all.values()],
        dropped: parts.reduce((sum, { dropped }) => sum + dropped, 0),
      }
    },
    sizeOf: (traceId, sessionId) =>
      inStores(sessionId, (store, session) => {
        const row = prepared(store, sizes).get(traceId, session)
        return integerColumn(row, 'spans') + integerColumn(row, 'dropped')
      }).reduce((sum, size) => sum + size, 0),
    unknown(offset, limit, sessionId) {
      const counts = inStores(sessionId, (store, session) => prepared(store, countUnknown).get(session))
      const rows = inStores(sessionId, (store, session) =>
        prepared(store, unknownTraces)
          .all(session, offset + limit)
          .map((row) => unknownOf(store, row)),
      ).flat()
      return {
        rows: rows.toSorted((a, b) => b.receivedAt - a.receivedAt).slice(offset, offset + limit),
        total: counts.reduce((sum, row) => sum + integerColumn(row, 'traces'), 0),
        spans: counts.reduce((sum, row) => sum + integerColumn(row, 'spans'), 0),
      }
    },
    span: (traceId, spanId, sessionId) =>
      inStores(sessionId, (store, session) => {
        const row = prepared(store, oneSpan).get(traceId, session, spanId)
        return row && inFull(traceId, row)
      }).find((span) => span !== undefined),
  }
}

type SqlRow = Readonly<Record<string, unknown>>

function factsOf(traceId: string, row: SqlRow): SpanFacts {
  const parent = row['parent']
  return {
    traceId,
    spanId: textColumn(row, 'uid'),
    ...(typeof parent === 'string' && { parentSpanId: parent }),
    name: textColumn(row, 'name'),
    service: textColumn(row, 'service'),
    kind: spanKinds[integerColumn(row, 'kind')] ?? 'unspecified',
    status: spanStatuses[integerColumn(row, 'status')] ?? 'unset',
    category: spanCategories[integerColumn(row, 'category')] ?? 'other',
    start: integerColumn(row, 'start_at'),
    end: integerColumn(row, 'end_at'),
  }
}

function inFull(traceId: string, row: SqlRow): SpanInFull {
  const detail: SpanDetail = JSON.parse(textColumn(row, 'detail'))
  return { ...factsOf(traceId, row), ...detail, resource: JSON.parse(textColumn(row, 'resource')) }
}

function unknownOf(store: Store, row: SqlRow): UnknownTrace {
  const services = prepared(store, servicesOf).all(integerColumn(row, 'id'))
  return {
    traceId: textColumn(row, 'uid'),
    spans: integerColumn(row, 'spans'),
    dropped: integerColumn(row, 'dropped'),
    services: services.map((each) => textColumn(each, 'service')),
    name: textColumn(row, 'name'),
    start: integerColumn(row, 'start_at'),
    end: integerColumn(row, 'end_at'),
    receivedAt: integerColumn(row, 'last_at'),
  }
}

const ofTask = `SELECT DISTINCT y.exchange AS id FROM entry e JOIN summary y ON y.exchange = e.exchange
  WHERE e.task = (SELECT id FROM task WHERE uid = ?1) AND (?2 IS NULL OR y.agent = ?2)
    AND (?3 IS NULL OR y.session = ?3) ORDER BY y.exchange LIMIT ${maxTracedExchanges}`
const ofTrace = `SELECT exchange AS id FROM summary
  WHERE trace = ?1 AND (?2 IS NULL OR session = ?2) ORDER BY exchange LIMIT ${maxTracedExchanges}`
const traceWhere = 't.uid = ?1 AND (?2 IS NULL OR t.session = ?2)'
const facts = `s.uid, s.parent, s.name, c.service, s.kind, s.status, s.category, s.start_at, s.end_at`
const spansOf = `SELECT ${facts} FROM trace t JOIN span s ON s.trace = t.id JOIN span_source c ON c.id = s.source
  WHERE ${traceWhere}`
const oneSpan = `SELECT ${facts}, s.detail, c.attributes AS resource FROM trace t
  JOIN span s ON s.trace = t.id JOIN span_source c ON c.id = s.source WHERE ${traceWhere} AND s.uid = ?3`
const sizes = `SELECT sum(spans) AS spans, sum(dropped) AS dropped FROM trace t WHERE ${traceWhere}`
const unknownWhere = 'known = 0 AND (?1 IS NULL OR session = ?1)'
const countUnknown = `SELECT count(*) AS traces, sum(spans) AS spans FROM trace WHERE ${unknownWhere}`
const unknownTraces = `SELECT * FROM trace WHERE ${unknownWhere} ORDER BY last_at DESC LIMIT ?2`
const servicesOf = `SELECT DISTINCT service FROM span_source WHERE trace = ? LIMIT ${maxListedServices}`
