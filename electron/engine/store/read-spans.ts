// Reads received spans: those of a trace, traces that no exchange names, one span in full, and the exchanges that belong to spans.

import type { SpanInFull, UnknownTrace, UnknownTraces } from '#shared/contract/spans.ts'
import { defined } from '#shared/defined.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import {
  type SpanAttributes,
  type SpanDetail,
  spanCategories,
  spanKinds,
  spanStatuses,
} from '#shared/spans/received-span.ts'
import { maxLotSpans, type SpanBatch } from '#shared/spans/span-batch.ts'
import type { SpanFacts } from '#shared/spans/span-tree.ts'
import type { KeptTrace } from '#shared/spans/spans-api.ts'
import { reportInternalError } from '../platform/guarded.ts'
import { type Followed, waitForChange } from './change-signal.ts'
import { integerColumn, textColumn } from './column.ts'
import { isOfDisk } from './problem.ts'
import { createInStores, prepared } from './statements.ts'
import type { Store } from './store.ts'
import { rowsOf } from './summary-table.ts'
import { createSpanWriter, type SpansWritten, type SpanToWrite } from './write-spans.ts'
import type { Writing } from './writing.ts'

// Spans between a call and the one that caused it; beyond, other reasons are looked for.
const maxSpansAbove = 200
/** Services listed for a trace in the list of traces. */
const maxListedServices = 8

/** Reads the spans of one session or, without one, of all. */
function createSpanReader(stores: () => readonly Store[]) {
  const inStores = createInStores(stores)
  return {
    trace(traceId: string, sessionId?: string): KeptTrace {
      const parts = inStores(sessionId, (store, session) => {
        const rows = prepared(store, spansOf).all(traceId, session)
        const dropped = prepared(store, sizes).get(traceId, session)
        return { spans: rows.map((row) => factsOf(traceId, row)), dropped: integerColumn(dropped, 'dropped') }
      })
      // A span that was sent again during another session counts once.
      const all = new Map(parts.flatMap(({ spans }) => spans).map((span) => [span.spanId, span]))
      return {
        spans: [...all.values()],
        dropped: parts.reduce((sum, { dropped }) => sum + dropped, 0),
      }
    },
    /** Increases with the stored and the dropped spans of a trace. */
    sizeOf: (traceId: string, sessionId?: string): number =>
      inStores(sessionId, (store, session) => {
        const row = prepared(store, sizes).get(traceId, session)
        return integerColumn(row, 'spans') + integerColumn(row, 'dropped')
      }).reduce((sum, size) => sum + size, 0),
    unknown(offset: number, limit: number, sessionId?: string): UnknownTraces {
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
    span: (traceId: string, spanId: string, sessionId?: string): SpanInFull | undefined =>
      inStores(sessionId, (store, session) => {
        const row = prepared(store, oneSpan).get(traceId, session, spanId)
        return row && inFull(traceId, row)
      }).find((span) => span !== undefined),
    /** A span and its ancestors, the innermost first. */
    above: (traceId: string, spanId: string, sessionId: string): readonly SpanFacts[] =>
      inStores(sessionId, (store, session) =>
        prepared(store, spansAbove)
          .all(traceId, session, spanId)
          .map((row) => factsOf(traceId, row)),
      ).flat(),
    *batches(traceId: string, sessionId: string): Generator<SpanBatch> {
      yield* inStores(sessionId, (store, session) => [...batchesIn(store, traceId, session)]).flat()
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

function* batchesIn(store: Store, traceId: string, session: number | null): Generator<SpanBatch> {
  const dropped = integerColumn(prepared(store, sizes).get(traceId, session), 'dropped')
  for (let after = ''; ; ) {
    const rows = prepared(store, someSpans).all(traceId, session, after)
    for (const sources of Map.groupBy(rows, (row) => row['source']).values()) {
      const [first] = sources
      if (!first) continue
      const resource: SpanAttributes = JSON.parse(textColumn(first, 'resource'))
      const spans = sources.map((row) => {
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

/** Exchanges of a task or a trace that spans are shown with; later ones are left out. */
const maxTracedExchanges = 2_000
/** Tolerance between the clocks of agents and Parley's. */
const slackMs = 50

/** Exchanges that spans are shown with or compared to, of one session or, without one, of all. */
function createTracedExchanges(stores: () => readonly Store[]) {
  const inStores = createInStores(stores)
  const exchanges = (store: Store, matches: readonly Readonly<Record<string, unknown>>[]) =>
    rowsOf(
      store,
      matches.map((row) => integerColumn(row, 'id')),
    )
  return {
    exchangesOfTask: (
      taskId: string,
      agentId: string | undefined,
      sessionId?: string,
    ): readonly ExchangeRow[] =>
      inStores(sessionId, (store, session) =>
        exchanges(store, prepared(store, ofTask).all(taskId, agentId ?? null, session)),
      ).flat(),
    exchangesOfTrace: (traceId: string, sessionId?: string): readonly ExchangeRow[] =>
      inStores(sessionId, (store, session) =>
        exchanges(store, prepared(store, ofTrace).all(traceId, session)),
      ).flat(),
    /** The newest exchanges that overlap a time range, by Parley's clock. */
    exchangesAt: (start: number, end: number): readonly ExchangeRow[] =>
      inStores(undefined, (store) => exchanges(store, prepared(store, atTime).all(start, end))).flat(),
    /** Traces that calls of other programs continue. */
    continued: (sessionId: string): readonly string[] =>
      inStores(sessionId, (store, session) =>
        prepared(store, continuedIn)
          .all(session)
          .map((row) => textColumn(row, 'trace')),
      ).flat(),
  }
}

const ofTask = `SELECT DISTINCT y.exchange AS id FROM entry e JOIN summary y ON y.exchange = e.exchange
  WHERE e.task = (SELECT id FROM task WHERE uid = ?1) AND (?2 IS NULL OR y.agent = ?2)
    AND (?3 IS NULL OR y.session = ?3) ORDER BY y.exchange LIMIT ${maxTracedExchanges}`
const ofTrace = `SELECT exchange AS id FROM summary
  WHERE trace = ?1 AND (?2 IS NULL OR session = ?2) ORDER BY exchange LIMIT ${maxTracedExchanges}`
const atTime = `SELECT exchange AS id FROM summary
  WHERE exchange > (SELECT max(exchange) FROM summary) - ${maxTracedExchanges}
    AND at <= ?2 + ${slackMs} AND (end_mono IS NULL OR at + end_mono - mono >= ?1 - ${slackMs})`
const continuedIn = `SELECT DISTINCT trace FROM summary
  WHERE session = ? AND trace_continued = 1 ORDER BY exchange DESC LIMIT ${maxTracedExchanges}`

// Received spans of a record: stored with the session of their exchanges, read by trace, with a version to wait for.

export type KeptSpans = ReturnType<typeof createKeptSpans>

export function createKeptSpans(writing: Writing, traceSpans?: number) {
  const { keeping, offRecord, flush, written: flushed, changed, onFailure } = writing
  let changes = 0
  let recorded: string | undefined
  const writer = createSpanWriter({
    // Unrecorded sessions precede, and take the spans of their calls.
    stores: () => [...offRecord.stores(), ...keeping.stores()],
    current() {
      const [store] = keeping.stores()
      return store && recorded !== undefined ? { store, sessionId: recorded } : undefined
    },
    ...defined({ traceSpans }),
  })
  const written = () => {
    changes += 1
    changed.wake()
  }
  return {
    ...createSpanReader(flushed),
    ...createTracedExchanges(flushed),
    /**
     * Undefined while the disk refuses writes: the sender must retry. Spans of traces that no exchange names go to
     * `recorded`, the session that is recorded; without one they are dropped.
     */
    write(spans: readonly SpanToWrite[], at: number, session: string | undefined): SpansWritten | undefined {
      flush()
      if (keeping.status().keeping !== 'disk') return undefined
      recorded = session
      try {
        return writer.write(spans, at)
      } catch (error) {
        if (!isOfDisk(error)) return lost(spans, error)
        onFailure(error)
        return undefined
      } finally {
        written()
      }
    },
    /** For the session of a file. `dropped` is the number of spans that the file lacks. */
    writeInto(sessionId: string, spans: readonly SpanToWrite[], at: number, dropped: number): void {
      flush()
      writer.write(spans, at, sessionId, dropped)
      written()
    },
    /** Increases with every write. */
    changes: (): number => changes,
    /** Waits for a version other than the one seen; returns for how long. */
    waitForChange: (version: () => number, followed: Followed): Promise<number> =>
      waitForChange(changed, version, followed),
    /** Spans were deleted with their session. */
    dropped(): void {
      writer.recount()
      written()
    },
  }
}

/** A bug of ours: a retry would fail again. */
function lost(spans: readonly SpanToWrite[], error: unknown): SpansWritten {
  reportInternalError({ where: 'spans', error })
  return { received: 0, repeated: 0, dropped: spans.length }
}
