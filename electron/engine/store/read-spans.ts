// Received spans as they are looked at: those of a trace, traces that no exchange names, and one span in full.

import type { SpanInFull, UnknownTrace } from '#shared/contract/spans.ts'
import type { KeptTrace } from '#shared/spans/answer-spans.ts'
import {
  type SpanAttributes,
  type SpanDetail,
  spanCategories,
  spanKinds,
  spanStatuses,
} from '#shared/spans/received-span.ts'
import type { SpanFacts } from '#shared/spans/span-tree.ts'
import { maxLotSpans, type TraceLot } from '#shared/spans/trace-lot.ts'
import { integerColumn, textColumn } from './column.ts'
import { prepared } from './prepared.ts'
import { createInStores } from './session-number.ts'
import type { Store } from './store.ts'

/** What is read of one session, or, without one, of all. */
export interface SpanReader {
  trace(traceId: string, sessionId?: string): KeptTrace
  /** Grows with what is kept of a trace, and with what is not. */
  sizeOf(traceId: string, sessionId?: string): number
  unknown(offset: number, limit: number, sessionId?: string): UnknownTraces
  span(traceId: string, spanId: string, sessionId?: string): SpanInFull | undefined
  /** A span and those that it lies in, inside out. */
  above(traceId: string, spanId: string, sessionId: string): readonly SpanFacts[]
  /** All spans of a trace with all that they say. */
  lots(traceId: string, sessionId: string): Generator<TraceLot>
}

interface UnknownTraces {
  readonly rows: readonly UnknownTrace[]
  readonly total: number
  readonly spans: number
}

/** Between a call and the one that it was made for; with more, other reasons are looked for. */
const maxSpansAbove = 200
/** Programs named for a trace in the list of traces. */
const maxListedServices = 8

export function createSpanReader(stores: () => readonly Store[]): SpanReader {
  const inStores = createInStores(stores)
  return {
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
    above: (traceId, spanId, sessionId) =>
      inStores(sessionId, (store, session) =>
        prepared(store, spansAbove)
          .all(traceId, session, spanId)
          .map((row) => factsOf(traceId, row)),
      ).flat(),
    *lots(traceId, sessionId) {
      yield* inStores(sessionId, (store, session) => [...lotsIn(store, traceId, session)]).flat()
    },
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

function* lotsIn(store: Store, traceId: string, session: number | null): Generator<TraceLot> {
  const dropped = integerColumn(prepared(store, sizes).get(traceId, session), 'dropped')
  for (let after = ''; ; ) {
    const rows = prepared(store, someSpans).all(traceId, session, after)
    for (const of of Map.groupBy(rows, (row) => row['source']).values()) {
      const [first] = of
      if (!first) continue
      const resource: SpanAttributes = JSON.parse(textColumn(first, 'resource'))
      const spans = of.map((row) => {
        const { traceId: _, service: __, ...facts } = factsOf(traceId, row)
        const detail: SpanDetail = JSON.parse(textColumn(row, 'detail'))
        return { ...facts, detail }
      })
      yield { traceId, dropped, service: textColumn(first, 'service'), resource, spans }
    }
    const last = rows.at(-1)
    if (!last || rows.length < maxLotSpans) return
    after = textColumn(last, 'uid')
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

const traceWhere = 't.uid = ?1 AND (?2 IS NULL OR t.session = ?2)'
const facts = `s.uid, s.parent, s.name, c.service, s.kind, s.status, s.category, s.start_at, s.end_at`
const spansOf = `SELECT ${facts} FROM trace t JOIN span s ON s.trace = t.id JOIN span_source c ON c.id = s.source
  WHERE ${traceWhere}`
const oneSpan = `SELECT ${facts}, s.detail, c.attributes AS resource FROM trace t
  JOIN span s ON s.trace = t.id JOIN span_source c ON c.id = s.source WHERE ${traceWhere} AND s.uid = ?3`
const someSpans = `SELECT ${facts}, s.detail, s.source, c.attributes AS resource FROM trace t
  JOIN span s ON s.trace = t.id JOIN span_source c ON c.id = s.source
  WHERE ${traceWhere} AND s.uid > ?3 ORDER BY s.uid LIMIT ${maxLotSpans}`
const spansAbove = `WITH RECURSIVE up (uid, step) AS (
    SELECT ?3, 0 UNION
    SELECT s.parent, up.step + 1 FROM up JOIN trace t JOIN span s ON s.trace = t.id AND s.uid = up.uid
    WHERE ${traceWhere} AND s.parent IS NOT NULL AND up.step < ${maxSpansAbove})
  SELECT ${facts} FROM trace t JOIN span s ON s.trace = t.id JOIN span_source c ON c.id = s.source
  WHERE ${traceWhere} AND s.uid IN (SELECT uid FROM up)`
const sizes = `SELECT sum(spans) AS spans, sum(dropped) AS dropped FROM trace t WHERE ${traceWhere}`
const unknownWhere = 'known = 0 AND (?1 IS NULL OR session = ?1)'
const countUnknown = `SELECT count(*) AS traces, sum(spans) AS spans FROM trace WHERE ${unknownWhere}`
const unknownTraces = `SELECT * FROM trace WHERE ${unknownWhere} ORDER BY last_at DESC LIMIT ?2`
const servicesOf = `SELECT DISTINCT service FROM span_source WHERE trace = ? LIMIT ${maxListedServices}`
