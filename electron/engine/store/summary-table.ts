// The layout of the exchanges' summaries, and their rows for a viewer.

import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { Store } from './store.ts'

const columns = `x.uid AS id, s.uid AS sessionId, coalesce(y.kind, 'raw') AS kind, y.agent AS agentId, y.method, y.url, y.label, y.words,
  y.task_state AS taskState, y.operation, y.dialect, y.binding, y.state, y.failure, y.status, y.code, y.problem, y.sent AS sentBytes,
  y.received AS receivedBytes, y.at AS startedAt, y.mono AS startedMonoMs, y.connected_ms AS connectedMs, y.head_ms AS headMs,
  max(0, y.frame_mono - y.mono) AS firstFrameMs, max(0, y.end_mono - y.mono) AS endedMs, y.frames, y.comments, y.errors,
  y.warnings, y.infos, y.task AS taskId, y.context AS contextId, y.trace AS traceId, y.trace_span AS traceSpanId,
  y.trace_continued AS traceContinued, y.caller, y.program, nullif(y.caller_agent, '') AS callerAgentId,
  y.caller_guess AS callerGuess, y.pinned, y.mark, y.note, y.first_seq AS firstSeq, y.last_seq AS lastSeq
  FROM summary y JOIN session s ON s.id = y.session JOIN exchange x ON x.id = y.exchange`

/**
 * One row per exchange, in the order of their beginnings, as `exchange` numbers grow. Columns named `_mono` are on the
 * monotonic clock of the entries.
 */
export const summaryTable = `
  CREATE TABLE summary (
    exchange INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    kind TEXT,
    agent TEXT,
    method TEXT NOT NULL DEFAULT '',
    url TEXT NOT NULL DEFAULT '',
    label TEXT NOT NULL DEFAULT '',
    operation TEXT,
    dialect TEXT,
    binding TEXT,
    state TEXT NOT NULL DEFAULT 'open',
    failure TEXT,
    status INTEGER,
    code INTEGER,
    problem TEXT,
    sent INTEGER NOT NULL DEFAULT 0,
    received INTEGER NOT NULL DEFAULT 0,
    at REAL NOT NULL,
    mono REAL NOT NULL,
    connected_ms REAL,
    head_ms REAL,
    frame_mono REAL,
    end_mono REAL,
    frames INTEGER NOT NULL DEFAULT 0,
    comments INTEGER NOT NULL DEFAULT 0,
    errors INTEGER NOT NULL DEFAULT 0,
    warnings INTEGER NOT NULL DEFAULT 0,
    infos INTEGER NOT NULL DEFAULT 0,
    rules TEXT NOT NULL DEFAULT '',
    task TEXT,
    context TEXT,
    pinned INTEGER NOT NULL DEFAULT 0,
    mark TEXT,
    note TEXT,
    trace TEXT,
    trace_span TEXT,
    trace_continued INTEGER,
    caller TEXT,
    program TEXT,
    -- Empty where the caller is not an agent, null until that is found out.
    caller_agent TEXT,
    caller_guess INTEGER,
    -- The first words of the message it sends.
    words TEXT,
    -- The last state in it of the task it is about.
    task_state TEXT
  );
  CREATE INDEX summary_last ON summary (last_seq);
  CREATE INDEX summary_session ON summary (session);
  CREATE INDEX summary_trace ON summary (trace, session) WHERE trace IS NOT NULL;
  CREATE INDEX summary_caller ON summary (session, caller_agent) WHERE caller IS NOT NULL;
`

// Reads summaries as the contract's rows.

type SqlRow = Readonly<Record<string, unknown>>

/** In the order of their numbers. */
export function rowsOf(store: Store, ids: readonly number[]): readonly ExchangeRow[] {
  return [...rowsById(store, ids)].sort(([a], [b]) => a - b).map(([, row]) => row)
}

/** `ids` are numbers of the store and never input. */
export function rowsById(store: Store, ids: readonly number[]): ReadonlyMap<number, ExchangeRow> {
  if (ids.length === 0) return new Map()
  const rows = store.database
    .prepare(`SELECT y.exchange AS number, ${columns} WHERE y.exchange IN (${ids.join(',')})`)
    .all()
  return new Map(rows.map(({ number, ...row }) => [Number(number), exchangeRow(row)]))
}

export function rowOf(store: Store, exchangeId: string): ExchangeRow | undefined {
  const match = store.database.prepare(`SELECT ${columns} WHERE x.uid = ?`).get(exchangeId)
  return match === undefined ? undefined : exchangeRow(match)
}

function exchangeRow({ errors, warnings, infos, ...row }: SqlRow): ExchangeRow {
  const existing = {
    ...row,
    findings: { error: errors, warning: warnings, info: infos },
    traceContinued: row['traceContinued'] === 1 ? true : null,
    callerGuess: row['callerGuess'] === 1 ? true : null,
    pinned: row['pinned'] === 1,
  }
  // Only summaries.ts writes these columns; null stands for an absent value.
  return Object.fromEntries(
    Object.entries(existing).filter(([, value]) => value !== null),
  ) as unknown as ExchangeRow
}
