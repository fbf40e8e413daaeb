// The layout of facts and of the conversations they make, and how a file without them gets them roughly.

/**
 * A fact tells what an exchange told, once. A conversation, `conversation`, is what its facts have in common: their context with an agent,
 * or, where none is named, the exchanges and tasks that led to each other. Of each there is a part a session.
 */
export const factTable = `
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
export const chatTable = `
  CREATE TABLE chat (
    uid TEXT NOT NULL,
    agent TEXT NOT NULL,
    conversation INTEGER NOT NULL,
    PRIMARY KEY (uid, agent)
  ) WITHOUT ROWID;
  CREATE INDEX chat_conversation ON chat (conversation);
`

/** From the summaries: what each exchange told first. The version of such facts is older than any that is read from entries. */
export const fillFacts = `
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
