// The layout of the record's file, and the steps from every released layout to the newest. A step is never edited once released; a new
// layout is a new step.

import type { DatabaseSync } from 'node:sqlite'
import { integerColumn } from './column.ts'
import { spanTables } from './span-table.ts'
import { summaryTable } from './summary-table.ts'
import { wordPartTable } from './words.ts'

const entryTables = `
  CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    created_at REAL NOT NULL,
    -- As JSON: what the user and the recording note about it, its figures up to some entry, and what its checks found.
    facts TEXT NOT NULL DEFAULT '{}',
    figures TEXT,
    checks TEXT
  );
  CREATE TABLE exchange (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE
  );
  CREATE TABLE task (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE
  );
  CREATE TABLE session_task (
    session INTEGER NOT NULL,
    task INTEGER NOT NULL,
    PRIMARY KEY (session, task)
  ) WITHOUT ROWID;
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
    run BLOB,
    -- 1: frames without a task's state.
    stateless INTEGER
  );
  CREATE INDEX entry_session ON entry (session, seq, n);
  CREATE INDEX entry_exchange ON entry (exchange, seq, n);
  -- Kind 2 is a frame: everything else is rare, and found without walking the frames.
  CREATE INDEX entry_rare ON entry (exchange, kind) WHERE kind <> 2;
  CREATE INDEX entry_task ON entry (task, exchange, n) WHERE task IS NOT NULL;
  CREATE INDEX entry_severity ON entry (severity) WHERE severity IS NOT NULL;
  CREATE INDEX entry_state ON entry (exchange, seq) WHERE kind = 2 AND stateless IS NULL;
  CREATE INDEX entry_finding ON entry (exchange, seq) WHERE severity IS NOT NULL;
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
  CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO counter VALUES ('last_seq', 0), ('indexed_seq', 0);
`

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
    PRIMARY KEY (exchange, place)
  ) WITHOUT ROWID;
  CREATE INDEX fact_task ON fact (task, conversation, exchange) WHERE task IS NOT NULL;
  CREATE INDEX fact_conversation ON fact (conversation, way, exchange);
  -- The entry of a list that names several tasks is about none of them.
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

/** Marks a SQLite file as ours, so that another program's database is not taken for a damaged record. */
export const applicationId = 0x50_72_6c_79
/** The mark of files written before 0.1.0, in layouts that this Parley does not read. */
export const unreleasedApplicationId = 0x50_41_52_43

const steps: readonly string[] = [
  entryTables + summaryTable + factTable + chatTable + spanTables + wordPartTable,
]

export const schemaVersion = steps.length

export function readVersion(database: DatabaseSync) {
  const version = integerColumn(database.prepare('PRAGMA user_version').get(), 'user_version')
  const id = integerColumn(database.prepare('PRAGMA application_id').get(), 'application_id')
  const tables = integerColumn(database.prepare('SELECT count(*) AS n FROM sqlite_schema').get(), 'n')
  return { version, id, empty: tables === 0 }
}

export function migrate(database: DatabaseSync, from: number): void {
  for (const [index, step] of steps.entries()) {
    if (index < from) continue
    database.exec('BEGIN IMMEDIATE')
    try {
      database.exec(step)
      database.exec(`PRAGMA user_version = ${index + 1}`)
      database.exec(`PRAGMA application_id = ${applicationId}`)
      database.exec('COMMIT')
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }
}
