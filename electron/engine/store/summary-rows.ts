// Summaries as they cross to a viewer.

import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { Store } from './store.ts'

type SqlRow = Readonly<Record<string, unknown>>

const columns = `x.uid AS id, s.uid AS sessionId, coalesce(y.kind, 'raw') AS kind, y.agent AS agentId, y.method, y.url, y.label, y.words,
  y.task_state AS taskState, y.operation, y.dialect, y.binding, y.state, y.failure, y.status, y.code, y.problem, y.sent AS sentBytes,
  y.received AS receivedBytes, y.at AS startedAt, y.mono AS startedMonoMs, y.connected_ms AS connectedMs, y.head_ms AS headMs,
  max(0, y.frame_mono - y.mono) AS firstFrameMs, max(0, y.end_mono - y.mono) AS endedMs, y.frames, y.comments, y.errors,
  y.warnings, y.infos, y.task AS taskId, y.context AS contextId, y.trace AS traceId, y.trace_span AS traceSpanId,
  y.trace_continued AS traceContinued, y.caller, y.program, nullif(y.caller_agent, '') AS callerAgentId,
  y.caller_guess AS callerGuess, y.pinned, y.mark, y.note, y.first_seq AS firstSeq, y.last_seq AS lastSeq
  FROM summary y JOIN session s ON s.id = y.session JOIN exchange x ON x.id = y.exchange`

/** In the order of their numbers. */
export function rowsOf(store: Store, ids: readonly number[]): readonly ExchangeRow[] {
  return [...rowsById(store, ids)].sort(([a], [b]) => a - b).map(([, row]) => row)
}

/** By the ids, which are numbers of the store and nobody else's input. */
export function rowsById(store: Store, ids: readonly number[]): ReadonlyMap<number, ExchangeRow> {
  if (ids.length === 0) return new Map()
  const rows = store.database
    .prepare(`SELECT y.exchange AS number, ${columns} WHERE y.exchange IN (${ids.join(',')})`)
    .all()
  return new Map(rows.map(({ number, ...row }) => [Number(number), exchangeRow(row)]))
}

export function rowOf(store: Store, exchangeId: string): ExchangeRow | undefined {
  const found = store.database.prepare(`SELECT ${columns} WHERE x.uid = ?`).get(exchangeId)
  return found === undefined ? undefined : exchangeRow(found)
}

function exchangeRow({ errors, warnings, infos, ...row }: SqlRow): ExchangeRow {
  const known = {
    ...row,
    findings: { error: errors, warning: warnings, info: infos },
    traceContinued: row['traceContinued'] === 1 ? true : null,
    callerGuess: row['callerGuess'] === 1 ? true : null,
    pinned: row['pinned'] === 1,
  }
  // Columns are written by summaries.ts alone; what it does not know is null there and absent here.
  return Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== null),
  ) as unknown as ExchangeRow
}
