// Writes received spans, a slice at a time: each to its trace, and the trace to its session.

import { createHash } from 'node:crypto'
import { memoByObject } from '#shared/collections/memo.ts'
import { integerColumn } from './column.ts'
import { prepared, sessionNumber } from './statements.ts'
import type { Store } from './store.ts'

export interface SpanResource {
  readonly service: string
  /** As JSON. */
  readonly attributes: string
}

export interface SpanToWrite {
  readonly resource: SpanResource
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  /** Numbers of `spanKinds`, `spanStatuses` and `spanCategories`. */
  readonly kind: number
  readonly status: number
  readonly category: number
  readonly start: number
  readonly end: number
  /** As JSON. */
  readonly detail: string
}

export interface SpansWritten {
  readonly received: number
  readonly repeated: number
  readonly dropped: number
}

// Spans written in one go.
export const maxSpanSlice = 250
/** Spans of one trace; further ones are counted, and not stored. */
const maxTraceSpans = 50_000
/** Spans of all traces; the oldest traces that no exchange names are deleted for new ones, which are otherwise refused. */
const maxKeptSpans = 1_000_000
// Bytes of the same spans; beyond it, the same applies.
const maxKeptSpanBytes = 1024 * 1024 * 1024

interface Place {
  readonly store: Store
  readonly session: number
  readonly isStored: boolean
}

interface SpanWriterDeps {
  /** The first store with an exchange of a trace takes its spans. */
  readonly stores: () => readonly Store[]
  /** The session for spans of unknown traces; undefined while nothing is recorded. */
  readonly current: () => { readonly store: Store; readonly sessionId: string } | undefined
  readonly traceSpans?: number
}

export function createSpanWriter({ traceSpans = maxTraceSpans, ...deps }: SpanWriterDeps) {
  let totalOf = memoByObject(countAll)

  const writeTo = (store: Store, traces: ReadonlyMap<string, Traced>, at: number, missing: number) => {
    const sums = { received: 0, repeated: 0, dropped: 0 }
    const total = totalOf(store)
    store.transact(() => {
      const requested = [...traces.values()].reduce((sum, { spans }) => sum + spans.length, 0)
      sums.dropped += makeRoom(store, total, requested)
      const isFull = total.spans + requested > maxKeptSpans || total.bytes > maxKeptSpanBytes
      for (const [traceId, { place, spans }] of traces) {
        const trace = traceNumber(store, traceId, place, spans, at)
        const written = isFull
          ? { received: 0, repeated: 0, bytes: 0 }
          : writeSpans(store, trace, spans, traceSpans)
        const dropped = spans.length - written.received - written.repeated
        prepared(store, addToTrace).run(
          ...[written.received, written.bytes, dropped],
          ...[Math.min(...spans.map(({ start }) => start)), Math.max(...spans.map(({ end }) => end)), at],
          ...[missing, trace.id],
        )
        sums.received += written.received
        sums.repeated += written.repeated
        sums.dropped += dropped
        total.spans += written.received
        total.bytes += written.bytes
      }
    })
    return sums
  }

  return {
    /** Throws what the disk refuses. `into`: the session of a file, which retains its spans and lacks `missing`. */
    write(spans: readonly SpanToWrite[], at: number, into?: string, missing: number = 0): SpansWritten {
      const byStore = new Map<Store, Map<string, Traced>>()
      let dropped = 0
      for (const [traceId, its] of Map.groupBy(spans, (span) => span.traceId)) {
        const place = placeOf(deps, traceId, into)
        if (place === undefined) {
          dropped += its.length
          continue
        }
        const traces = byStore.get(place.store) ?? new Map<string, Traced>()
        byStore.set(place.store, traces)
        traces.set(traceId, { place, spans: its })
      }
      const sums = { received: 0, repeated: 0, dropped }
      for (const [store, traces] of byStore) {
        const written = writeTo(store, traces, at, missing)
        sums.received += written.received
        sums.repeated += written.repeated
        sums.dropped += written.dropped
      }
      return sums
    },
    /** Spans were deleted elsewhere. */
    recount() {
      totalOf = memoByObject(countAll)
    },
  }
}

function placeOf(
  { stores, current }: SpanWriterDeps,
  traceId: string,
  into: string | undefined,
): Place | undefined {
  if (into !== undefined) return placeIn(stores(), into, traceId)
  for (const store of stores()) {
    const named = prepared(store, sessionNaming).get(traceId)
    if (named) return { store, session: integerColumn(named, 'session'), isStored: true }
  }
  for (const store of stores()) {
    const observed = prepared(store, sessionHaving).get(traceId)
    if (observed) return { store, session: integerColumn(observed, 'session'), isStored: false }
  }
  const now = current()
  const session = now && sessionNumber(now.store, now.sessionId)
  return now && session !== undefined ? { store: now.store, session, isStored: false } : undefined
}

function placeIn(stores: readonly Store[], sessionId: string, traceId: string): Place | undefined {
  for (const store of stores) {
    const session = sessionNumber(store, sessionId)
    if (session === undefined) continue
    const named = prepared(store, 'SELECT 1 FROM summary WHERE trace = ? AND session = ? LIMIT 1')
    return { store, session, isStored: named.get(traceId, session) !== undefined }
  }
  return undefined
}

interface Traced {
  readonly place: Place
  readonly spans: readonly SpanToWrite[]
}

interface TraceRow {
  readonly id: number
  readonly spans: number
}

function traceNumber(
  store: Store,
  traceId: string,
  { session, isStored: exists }: Place,
  spans: readonly SpanToWrite[],
  at: number,
): TraceRow {
  const top = spans.find(({ parentSpanId }) => parentSpanId === undefined)
  const { name, start, end } = top ?? spans[0] ?? { name: '', start: at, end: at }
  const row = prepared(store, beginTrace).get(
    ...[session, traceId, exists ? 1 : 0, name, top ? 1 : 0, start, end, at],
  )
  return { id: integerColumn(row, 'id'), spans: integerColumn(row, 'spans') }
}

function writeSpans(store: Store, trace: TraceRow, spans: readonly SpanToWrite[], most: number) {
  const sources = new Map<SpanResource, number>()
  const insert = prepared(store, insertSpan)
  let received = 0
  let repeated = 0
  let bytes = 0
  for (const span of spans) {
    if (trace.spans + received >= most) {
      if (prepared(store, hasSpan).get(trace.id, span.spanId)) repeated += 1
      continue
    }
    const source = sources.get(span.resource) ?? sourceNumber(store, trace.id, span.resource)
    sources.set(span.resource, source)
    const { changes } = insert.run(
      ...[trace.id, span.spanId, span.parentSpanId ?? null, source, span.name],
      ...[span.kind, span.status, span.category, span.start, span.end, span.detail],
    )
    if (Number(changes) === 0) {
      repeated += 1
      continue
    }
    received += 1
    bytes += span.detail.length + span.name.length
  }
  return { received, repeated, bytes }
}

function sourceNumber(store: Store, trace: number, { service, attributes }: SpanResource): number {
  const hash = createHash('sha256').update(service).update('\0').update(attributes).digest('hex')
  const existing = prepared(store, 'SELECT id FROM span_source WHERE trace = ? AND hash = ?').get(trace, hash)
  if (existing) return integerColumn(existing, 'id')
  const insert = 'INSERT INTO span_source (trace, hash, service, attributes) VALUES (?, ?, ?, ?)'
  return Number(prepared(store, insert).run(trace, hash, service, attributes).lastInsertRowid)
}

/** Deletes spans of the oldest traces that no exchange names. Returns how many. */
function makeRoom(store: Store, total: { spans: number; bytes: number }, requested: number): number {
  let deleted = 0
  while (total.spans + requested > maxKeptSpans || total.bytes > maxKeptSpanBytes) {
    const oldest = prepared(store, 'SELECT id FROM trace WHERE known = 0 ORDER BY id LIMIT 1').get()
    if (!oldest) return deleted
    const part = dropSomeSpans(store, integerColumn(oldest, 'id'), 2 * maxSpanSlice)
    deleted += part.spans
    total.spans -= part.spans
    total.bytes -= part.bytes
    if (deleted >= 4 * maxSpanSlice) return deleted
  }
  return deleted
}

/** A trace is deleted with its last span. */
export function dropSomeSpans(store: Store, trace: number, atMost: number) {
  const some =
    'SELECT id, length(detail) + length(name) AS bytes FROM span WHERE trace = ? ORDER BY uid LIMIT ?'
  const rows = prepared(store, some).all(trace, atMost)
  const drop = prepared(store, 'DELETE FROM span WHERE id = ?')
  for (const row of rows) drop.run(integerColumn(row, 'id'))
  const bytes = rows.reduce((sum, row) => sum + integerColumn(row, 'bytes'), 0)
  if (rows.length < atMost) {
    prepared(store, 'DELETE FROM span_source WHERE trace = ?').run(trace)
    prepared(store, 'DELETE FROM trace WHERE id = ?').run(trace)
  } else {
    const less =
      'UPDATE trace SET spans = spans - ?1, bytes = bytes - ?2, dropped = dropped + ?1 WHERE id = ?3'
    prepared(store, less).run(rows.length, bytes, trace)
  }
  return { spans: rows.length, bytes }
}

function countAll(store: Store) {
  const row = prepared(store, 'SELECT sum(spans) AS spans, sum(bytes) AS bytes FROM trace').get()
  return { spans: integerColumn(row, 'spans'), bytes: integerColumn(row, 'bytes') }
}

const isThere = "json_extract(s.facts, '$.discarded') IS NULL"
const sessionNaming = `SELECT y.session FROM summary y JOIN session s ON s.id = y.session
  WHERE y.trace = ? AND ${isThere} ORDER BY y.exchange DESC LIMIT 1`
const sessionHaving = `SELECT t.session FROM trace t JOIN session s ON s.id = t.session
  WHERE t.uid = ? AND ${isThere} ORDER BY t.id DESC LIMIT 1`
const beginTrace = `INSERT INTO trace (session, uid, known, name, has_top, start_at, end_at, last_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
  ON CONFLICT (session, uid) DO UPDATE SET known = max(known, ?3), has_top = max(has_top, ?5),
    name = CASE WHEN has_top < ?5 THEN ?4 ELSE name END
  RETURNING id, spans`
const addToTrace = `UPDATE trace SET spans = spans + ?1, bytes = bytes + ?2, dropped = max(dropped + ?3, ?7),
  start_at = min(start_at, ?4), end_at = max(end_at, ?5), last_at = ?6 WHERE id = ?8`
const insertSpan = `INSERT OR IGNORE INTO span
  (trace, uid, parent, source, name, kind, status, category, start_at, end_at, detail)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const hasSpan = 'SELECT 1 FROM span WHERE trace = ? AND uid = ?'
