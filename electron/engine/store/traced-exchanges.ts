// Exchanges that spans are shown with, or held against.

import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { integerColumn, textColumn } from './column.ts'
import { prepared } from './prepared.ts'
import { createInStores } from './session-number.ts'
import type { Store } from './store.ts'
import { rowsOf } from './summary-rows.ts'

/** Of one session, or, without one, of all. */
export interface TracedExchanges {
  exchangesOfTask(taskId: string, agentId: string | undefined, sessionId?: string): readonly ExchangeRow[]
  exchangesOfTrace(traceId: string, sessionId?: string): readonly ExchangeRow[]
  /** Under way at some time between, by Parley’s clock: of the newest. */
  exchangesAt(start: number, end: number): readonly ExchangeRow[]
  /** Traces that calls of other programs are in. */
  continued(sessionId: string): readonly string[]
}

/** Exchanges about a task, or of a trace, among which spans are shown; the first ones. */
const maxTracedExchanges = 2_000
/** Clocks of agents are not quite Parley’s. */
const slackMs = 50

export function createTracedExchanges(stores: () => readonly Store[]): TracedExchanges {
  const inStores = createInStores(stores)
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
    exchangesAt: (start, end) =>
      inStores(undefined, (store) => exchanges(store, prepared(store, atTime).all(start, end))).flat(),
    continued: (sessionId) =>
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
