// The layout of the record's file, and the steps from every older layout to the newest. A step is never edited once
// released; a new layout is a new step.

import type { DatabaseSync } from 'node:sqlite'
import { type PlainFrame, plainFrameOf } from '#shared/record/plain-frame.ts'
import { runOf } from '#shared/record/run.ts'
import { callerColumns } from './callers.ts'
import { bytesColumn, integerColumn, textColumn } from './column.ts'
import { columnsOf } from './row.ts'
import { spanTables } from './span-table.ts'
import { stateColumn } from './state-column.ts'
import {
  fillSummaries,
  summaryOfSession,
  summaryTable,
  taskStateColumn,
  traceColumn,
  wordsColumn,
} from './summary-table.ts'
import { wordPartTable } from './words.ts'

// The layout of facts and of the conversations they make, and how a file without them gets them roughly.

/**
 * A fact shows what an exchange told, once. A conversation, `conversation`, is what its facts have in common: their context with an agent,
 * or, where none is named, the exchanges and tasks that led to each other. Of each there is a part a session.
 */
const factTable = `
  CREATE TABLE context (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE
  );
  CREATE TABLE fact (
    exchange INTEGER NOT NULL,
    place INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    conversation INTEGER NOT NULL,
    agent TEXT,
    task INTEGER,
    context INTEGER,
    way TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT,
    version INTEGER NOT NULL,
    PRIMARY KEY (exchange, place)
  ) WITHOUT ROWID;
  CREATE INDEX fact_task ON fact (task, conversation, exchange) WHERE task IS NOT NULL;
  CREATE INDEX fact_conversation ON fact (conversation, way, exchange);
  -- An entry that tells of several tasks is about none.
  CREATE INDEX fact_list ON fact (task, seq) WHERE way = 'list';
  CREATE TABLE conversation (
    id INTEGER PRIMARY KEY,
    agent TEXT,
    context INTEGER
  );
  CREATE INDEX conversation_agent ON conversation (agent);
  CREATE INDEX conversation_context ON conversation (context) WHERE context IS NOT NULL;
  CREATE TABLE conversation_part (
    conversation INTEGER NOT NULL,
    session INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    exchange INTEGER NOT NULL,
    ours INTEGER NOT NULL,
    last_fact INTEGER NOT NULL,
    PRIMARY KEY (conversation, session)
  ) WITHOUT ROWID;
  CREATE INDEX conversation_part_session ON conversation_part (session);
  CREATE INDEX conversation_part_last ON conversation_part (last_fact);
  CREATE TABLE conversation_task (
    task INTEGER NOT NULL,
    conversation INTEGER NOT NULL,
    PRIMARY KEY (task, conversation)
  ) WITHOUT ROWID;
  CREATE INDEX conversation_task_conversation ON conversation_task (conversation);
  INSERT INTO counter VALUES ('facts_version', 0), ('facts_seq', 0), ('facts_end', 0);
`

/** The chats that messages were sent from: each is of one conversation, also after that became part of another. */
const chatTable = `
  CREATE TABLE chat (
    uid TEXT NOT NULL,
    agent TEXT NOT NULL,
    conversation INTEGER NOT NULL,
    PRIMARY KEY (uid, agent)
  ) WITHOUT ROWID;
  CREATE INDEX chat_conversation ON chat (conversation);
`

/** From the summaries: what each exchange told first. The version of such facts is older than any that is read from entries. */
const fillFacts = `
  CREATE TEMP TABLE rough AS
  SELECT y.exchange, y.session, y.first_seq, y.last_seq, y.agent, k.id AS task, y.context,
    CASE WHEN y.kind = 'webhook' THEN 'push' WHEN y.operation = 'get' THEN 'poll' WHEN y.operation LIKE 'push-%' THEN 'asked'
      WHEN y.operation = 'subscribe' OR y.frames > y.comments THEN 'stream' ELSE 'reply' END AS way,
    coalesce(y.operation, '') IN ('send', 'stream') AS sent
  FROM summary y LEFT JOIN task k ON k.uid = y.task
  WHERE y.operation IN ('send', 'stream') OR (coalesce(y.operation, '') <> 'list' AND coalesce(y.task, y.context) IS NOT NULL);
  CREATE INDEX temp.rough_task ON rough (task) WHERE task IS NOT NULL;

  UPDATE rough SET agent = (SELECT o.agent FROM rough o WHERE o.task = rough.task AND o.agent IS NOT NULL LIMIT 1)
  WHERE agent IS NULL AND task IS NOT NULL;
  UPDATE rough SET context = (SELECT o.context FROM rough o
    WHERE o.task = rough.task AND o.agent IS rough.agent AND o.context IS NOT NULL LIMIT 1)
  WHERE context IS NULL AND task IS NOT NULL;

  INSERT INTO context (uid) SELECT DISTINCT context FROM rough WHERE context IS NOT NULL;
  ALTER TABLE temp.rough ADD COLUMN conversation INTEGER;
  ALTER TABLE temp.rough ADD COLUMN key TEXT;
  UPDATE rough SET key = coalesce('c ' || context, 't ' || task, 'x ' || exchange);
  CREATE TEMP TABLE named (conversation INTEGER PRIMARY KEY, key TEXT, agent TEXT, context TEXT);
  INSERT INTO named (key, agent, context) SELECT DISTINCT key, agent, context FROM rough;
  CREATE INDEX temp.named_key ON named (key, agent);
  UPDATE rough SET conversation = (SELECT conversation FROM named n WHERE n.key = rough.key AND n.agent IS rough.agent);

  INSERT INTO conversation SELECT n.conversation, n.agent, c.id FROM named n LEFT JOIN context c ON c.uid = n.context;
  INSERT INTO fact
  SELECT r.exchange, 0, r.first_seq, r.conversation, r.agent, NULL, NULL, 'sent', 'message', NULL, 0 FROM rough r WHERE r.sent
  UNION ALL
  SELECT r.exchange, 1, r.last_seq, r.conversation, r.agent, r.task, c.id, r.way,
    CASE WHEN r.task IS NULL THEN 'message' ELSE 'task' END, NULL, 0
  FROM rough r LEFT JOIN context c ON c.uid = r.context WHERE coalesce(r.task, c.id) IS NOT NULL;
  INSERT INTO conversation_part
  SELECT conversation, session, min(first_seq), min(exchange), max(sent OR way IN ('stream', 'reply')), max(last_seq)
  FROM rough GROUP BY conversation, session;
  INSERT INTO conversation_task SELECT DISTINCT task, conversation FROM rough WHERE task IS NOT NULL;
  UPDATE counter SET value = (SELECT value FROM counter WHERE name = 'last_seq') WHERE name = 'facts_end';
  DROP TABLE temp.named;
  DROP TABLE temp.rough;
`

/** Marks a SQLite file as ours, so that another program's database is not taken for a damaged record. */
export const applicationId = 0x50415243

type Step = string | ((database: DatabaseSync) => void)

const steps: readonly Step[] = [
  `
  CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    created_at REAL NOT NULL
  );
  CREATE TABLE exchange (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE
  );
  CREATE TABLE task (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE
  );
  -- A row holds one entry, or a run of plain frames of one exchange that followed each other.
  CREATE TABLE entry (
    seq INTEGER PRIMARY KEY,
    n INTEGER NOT NULL,
    session INTEGER NOT NULL,
    exchange INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    task INTEGER,
    severity INTEGER,
    at REAL NOT NULL,
    mono REAL NOT NULL,
    idx INTEGER,
    raw TEXT,
    rest TEXT,
    run BLOB
  );
  CREATE INDEX entry_session ON entry (session, seq, n);
  CREATE INDEX entry_exchange ON entry (exchange, seq, n);
  -- Kind 2 is a frame: everything else is rare, and found without walking the frames.
  CREATE INDEX entry_rare ON entry (exchange, kind) WHERE kind <> 2;
  CREATE INDEX entry_task ON entry (task, exchange, n) WHERE task IS NOT NULL;
  CREATE INDEX entry_severity ON entry (severity) WHERE severity IS NOT NULL;
  CREATE TABLE body (
    hash TEXT PRIMARY KEY,
    size INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE body_part (
    hash TEXT NOT NULL,
    part INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (hash, part)
  );
  CREATE TABLE body_use (
    hash TEXT NOT NULL,
    session INTEGER NOT NULL,
    PRIMARY KEY (hash, session)
  ) WITHOUT ROWID;
  CREATE VIRTUAL TABLE search USING fts5(text, content='', contentless_delete=1);
  CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO counter VALUES ('last_seq', 0), ('indexed_seq', 0);
  `,
  summaryTable + fillSummaries,
  `
  -- What the user and the recording say of a session, and its figures up to some entry, both as JSON.
  ALTER TABLE session ADD COLUMN facts TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE session ADD COLUMN figures TEXT;
  UPDATE session SET title = '';
  CREATE TABLE session_task (
    session INTEGER NOT NULL,
    task INTEGER NOT NULL,
    PRIMARY KEY (session, task)
  ) WITHOUT ROWID;
  `,
  shareEnds,
  factTable + fillFacts,
  // What was being deleted before that could be canceled may have been half an import, which nobody is to keep.
  `${wordPartTable}${summaryOfSession}
  UPDATE session SET facts = json_set(facts, '$.discarded', 'draft') WHERE json_extract(facts, '$.discarded') IS NOT NULL;`,
  `
  -- What the session's checks found, as JSON.
  ALTER TABLE session ADD COLUMN checks TEXT;
  `,
  traceColumn,
  spanTables,
  stateColumn,
  callerColumns,
  chatTable,
  wordsColumn,
  taskStateColumn,
]

export const schemaVersion = steps.length

export function readVersion(database: DatabaseSync): { version: number; ours: boolean; empty: boolean } {
  const version = integerColumn(database.prepare('PRAGMA user_version').get(), 'user_version')
  const id = integerColumn(database.prepare('PRAGMA application_id').get(), 'application_id')
  const tables = integerColumn(database.prepare('SELECT count(*) AS n FROM sqlite_schema').get(), 'n')
  return { version, ours: id === applicationId, empty: tables === 0 }
}

export function migrate(database: DatabaseSync, from: number, to = schemaVersion): void {
  for (const [index, step] of steps.entries()) {
    if (index < from || index >= to) continue
    database.exec('BEGIN IMMEDIATE')
    try {
      if (typeof step === 'string') database.exec(step)
      else step(database)
      database.exec(`PRAGMA user_version = ${index + 1}`)
      database.exec(`PRAGMA application_id = ${applicationId}`)
      database.exec('COMMIT')
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }
}

const rowsAtATime = 100

/** From the layout before: the text of a run held its frames joined, and beside it stood the length and the clocks of each. */
function shareEnds(database: DatabaseSync): void {
  const next = database.prepare(
    'SELECT seq, raw, run FROM entry WHERE run IS NOT NULL AND seq > ? ORDER BY seq LIMIT ?',
  )
  const change = database.prepare('UPDATE entry SET raw = ?, run = ? WHERE seq = ?')
  for (let after = 0; ; ) {
    const rows = next.all(after, rowsAtATime)
    for (const row of rows) {
      after = integerColumn(row, 'seq')
      const { raw, run } = columnsOf(runOf(framesOf(textColumn(row, 'raw'), bytesColumn(row, 'run'))))
      change.run(raw, run, after)
    }
    if (rows.length < rowsAtATime) return
  }
}

/** Where it stands is left as it is. */
function framesOf(raw: string, run: Uint8Array): readonly PlainFrame[] {
  const facts = new Float64Array(Uint8Array.from(run).buffer)
  const frames: PlainFrame[] = []
  let from = 0
  for (let place = 0; place < facts.length; place += 3) {
    const [length = 0, at = 0, monoMs = 0] = facts.subarray(place, place + 3)
    const base = { seq: 0, sessionId: '', exchangeId: '', at, monoMs }
    frames.push(plainFrameOf(base, 0, raw.slice(from, from + length)))
    from += length
  }
  return frames
}
