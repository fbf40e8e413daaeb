// The layout of received spans, and what the exchanges' summaries know of the traces they are in.

export const summarySpanColumns = `
  ALTER TABLE summary ADD COLUMN trace_span TEXT;
  ALTER TABLE summary ADD COLUMN trace_continued INTEGER;
  UPDATE summary SET trace_span = t.id, trace_continued = t.continued
  FROM (SELECT r.exchange, substr(trim(h.value ->> 1), 37, 16) AS id,
      CASE WHEN r.kind = 6 OR json_extract(r.rest, '$.call.via') IS NOT NULL THEN 1 END AS continued
    FROM entry r, json_each(r.rest, '$.headers') h
    WHERE r.kind IN (0, 6) AND lower(h.value ->> 0) = 'traceparent') t
  WHERE t.exchange = summary.exchange AND summary.trace IS NOT NULL;
  CREATE INDEX summary_trace ON summary (trace, session) WHERE trace IS NOT NULL;
`

/**
 * A trace is in one session: that of the newest exchange that names it, else the one that was recorded when it arrived. `known` reports that
 * an exchange of this session names it.
 */
export const spanTables = `
  ${summarySpanColumns}
  CREATE TABLE trace (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    uid TEXT NOT NULL,
    known INTEGER NOT NULL,
    spans INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    dropped INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL,
    has_top INTEGER NOT NULL,
    start_at REAL NOT NULL,
    end_at REAL NOT NULL,
    last_at REAL NOT NULL,
    UNIQUE (session, uid)
  );
  CREATE INDEX trace_uid ON trace (uid);
  CREATE INDEX trace_unknown ON trace (id) WHERE known = 0;
  -- The program that sent spans.
  CREATE TABLE span_source (
    id INTEGER PRIMARY KEY,
    trace INTEGER NOT NULL,
    hash TEXT NOT NULL,
    service TEXT NOT NULL,
    attributes TEXT NOT NULL,
    UNIQUE (trace, hash)
  );
  CREATE TABLE span (
    id INTEGER PRIMARY KEY,
    trace INTEGER NOT NULL,
    uid TEXT NOT NULL,
    parent TEXT,
    source INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind INTEGER NOT NULL,
    status INTEGER NOT NULL,
    category INTEGER NOT NULL,
    start_at REAL NOT NULL,
    end_at REAL NOT NULL,
    -- What one look shows, as JSON.
    detail TEXT NOT NULL,
    UNIQUE (trace, uid)
  );
`

/** The first exchange that names a trace takes it to its session; those of a file stay in theirs. */
export const claimTrace = `
  UPDATE OR IGNORE trace SET known = 1, session = ?1 WHERE uid = ?2 AND known = 0
    AND (session = ?1 OR (SELECT json_extract(facts, '$.importedAt') IS NULL FROM session WHERE id = trace.session))
`
