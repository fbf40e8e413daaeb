// The layout of the exchanges' summaries, and how a file without them gets them.

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
 * One row an exchange, in the order in which they began, since `exchange` numbers grow. Clock values named `_mono` are on
 * the entries' monotonic clock.
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
    note TEXT
  );
  CREATE INDEX summary_last ON summary (last_seq);
`

/** What there is of a session, so that one that is being deleted can report whether anything of it can be kept. */
export const summaryOfSession = 'CREATE INDEX summary_session ON summary (session);'

/**
 * From the entries of a file that was written before there were summaries. What only decoding tells is taken from bodies
 * that lie in their entry. Kinds are numbers of `entryKinds`: 0 request, 1 response, 2 frame, 3 end, 4 failure, 6 webhook.
 */
export const fillSummaries = `
  INSERT INTO summary (exchange, session, first_seq, last_seq, at, mono, frames, received, frame_mono)
  SELECT e.exchange, min(e.session), min(e.seq), max(e.seq + e.n - 1), min(e.at), min(e.mono),
    sum(CASE WHEN e.kind = 2 THEN e.n ELSE 0 END),
    sum(CASE WHEN e.kind <> 2 THEN 0 WHEN e.raw IS NULL THEN coalesce(json_extract(e.rest, '$.raw.sizeBytes'), 0)
      ELSE length(CAST(e.raw AS BLOB)) END),
    min(CASE WHEN e.kind = 2 THEN e.mono END)
  FROM entry e GROUP BY e.exchange;

  UPDATE summary SET task = t.uid
  FROM (SELECT exchange, task, min(seq) FROM entry WHERE task IS NOT NULL GROUP BY exchange) f
  JOIN task t ON t.id = f.task WHERE f.exchange = summary.exchange;

  UPDATE summary SET comments = c.n
  FROM (SELECT exchange, count(*) AS n FROM entry
    WHERE kind = 2 AND rest IS NOT NULL AND json_extract(rest, '$.framing') = 'sse-comment' GROUP BY exchange) c
  WHERE c.exchange = summary.exchange;

  UPDATE summary SET
    kind = json_extract(r.rest, '$.call.purpose'), agent = json_extract(r.rest, '$.call.agentId'),
    label = coalesce(json_extract(r.rest, '$.call.label'), ''), operation = json_extract(r.rest, '$.call.operation'),
    dialect = json_extract(r.rest, '$.call.dialect'), binding = json_extract(r.rest, '$.call.binding'),
    method = coalesce(json_extract(r.rest, '$.method'), ''), url = coalesce(json_extract(r.rest, '$.url'), ''),
    sent = coalesce(json_extract(r.rest, '$.body.sizeBytes'), 0), at = r.at, mono = r.mono
  FROM entry r WHERE r.kind = 0 AND r.exchange = summary.exchange;

  UPDATE summary SET status = json_extract(r.rest, '$.status'),
    head_ms = coalesce(json_extract(r.rest, '$.timings.firstByteMs'), r.mono - summary.mono),
    connected_ms = coalesce(json_extract(r.rest, '$.timings.tlsMs'), json_extract(r.rest, '$.timings.connectMs'))
  FROM entry r WHERE r.kind = 1 AND r.exchange = summary.exchange;

  UPDATE summary SET state = CASE r.kind WHEN 4 THEN 'failed' ELSE 'done' END, end_mono = r.mono,
    received = max(received, coalesce(json_extract(r.rest, '$.receivedBytes'), 0)),
    failure = json_extract(r.rest, '$.failure'),
    code = coalesce(nullif(json_extract(r.rest, '$.grpcStatus.code'), 0),
      CASE WHEN json_valid(json_extract(r.rest, '$.body.text'))
        THEN json_extract(json_extract(r.rest, '$.body.text'), '$.error.code') END),
    problem = coalesce(json_extract(r.rest, '$.message'), nullif(json_extract(r.rest, '$.grpcStatus.message'), ''))
  FROM entry r WHERE r.kind IN (3, 4) AND r.exchange = summary.exchange;

  UPDATE summary SET kind = 'webhook', state = 'done', end_mono = r.mono,
    method = coalesce(json_extract(r.rest, '$.method'), ''), url = coalesce(json_extract(r.rest, '$.path'), ''),
    label = coalesce(json_extract(r.rest, '$.method') || ' ' || json_extract(r.rest, '$.path'), ''),
    status = json_extract(r.rest, '$.answeredStatus'), dialect = json_extract(r.rest, '$.dialect'),
    received = coalesce(json_extract(r.rest, '$.body.sizeBytes'), 0)
  FROM entry r WHERE r.kind = 6 AND r.exchange = summary.exchange;

  UPDATE summary SET errors = f.errors, warnings = f.warnings, infos = f.infos, rules = f.rules
  FROM (SELECT e.exchange,
      sum(json_extract(each.value, '$.severity') = 'error') AS errors,
      sum(json_extract(each.value, '$.severity') = 'warning') AS warnings,
      sum(json_extract(each.value, '$.severity') = 'info') AS infos,
      coalesce(' ' || group_concat(DISTINCT lower(json_extract(each.value, '$.rule'))), '') AS rules
    FROM entry e, json_each(e.rest, '$.findings') each
    WHERE e.severity IS NOT NULL AND e.rest IS NOT NULL GROUP BY e.exchange) f
  WHERE f.exchange = summary.exchange;
`

/** The first words of the message it sends; those written before this column have none. */
export const wordsColumn = 'ALTER TABLE summary ADD COLUMN words TEXT'

/** The last state in it of the task it is about; those written before this column have none. */
export const taskStateColumn = 'ALTER TABLE summary ADD COLUMN task_state TEXT'

/** The trace that each request names. */
export const traceColumn = `
  ALTER TABLE summary ADD COLUMN trace TEXT;
  UPDATE summary SET trace = t.id
  FROM (SELECT r.exchange, substr(trim(h.value ->> 1), 4, 32) AS id
    FROM entry r, json_each(r.rest, '$.headers') h
    WHERE r.kind IN (0, 6) AND lower(h.value ->> 0) = 'traceparent'
      AND trim(h.value ->> 1) LIKE '__-________________________________-________________-__%') t
  WHERE t.exchange = summary.exchange;
`

// Summaries as they cross to a viewer.

type SqlRow = Readonly<Record<string, unknown>>

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
  // Columns are written by summaries.ts alone; what it does not know is null there and absent here.
  return Object.fromEntries(
    Object.entries(existing).filter(([, value]) => value !== null),
  ) as unknown as ExchangeRow
}
