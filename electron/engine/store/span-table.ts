// The layout of received spans.

/**
 * A trace is in one session: that of the newest exchange that names it, else the one that was recorded when it arrived.
 * `known` is 1 where an exchange of this session names it.
 */
export const spanTables = `
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

/** The first exchange that names a trace moves it to its session; traces of a file stay in theirs. */
export const claimTrace = `
  UPDATE OR IGNORE trace SET known = 1, session = ?1 WHERE uid = ?2 AND known = 0
    AND (session = ?1 OR (SELECT json_extract(facts, '$.importedAt') IS NULL FROM session WHERE id = trace.session))
`
