// Sessions are stored until the user deletes them; deletion returns the space to the disk. It runs in slices, each a
// transaction, and the whole record is readable in between. A session that is marked as discarded is deleted further
// after a restart (delete-session.ts). Each generator yields its progress from 0 to 1.

import { integerColumn, textColumn } from './column.ts'
import {
  createDropWords,
  type DropWords,
  deleteRows,
  hideConversations,
  mergeParts,
  type RowsGone,
} from './delete-rows.ts'
import { countSome } from './figures.ts'
import { prepared, sessionNumber } from './statements.ts'
import type { Store } from './store.ts'
import { droppedParts, wordParts } from './words.ts'
import { gatherParts } from './write-conversations.ts'
import { dropSomeSpans } from './write-spans.ts'

const usesAtATime = 500
/** Of 256 KB each. */
const partsAtATime = 16

const rowsAtATime = 500

const dropParts = `DELETE FROM body_part WHERE rowid IN (SELECT rowid FROM body_part WHERE hash = ? LIMIT ${partsAtATime})`

export type Slices<Result = void> = Generator<number, Result, void>

/** Pages of 4 KB that a slice moves to the front of the file. */
const pagesAtATime = 100

export interface DeletionNews {
  /** The session is in no list of conversations any more. */
  onHidden(): void
  onGone(rows: RowsGone): void
}

/**
 * Deletes what is left of the session, also after an interrupted deletion; its row goes last. If it was canceled
 * meanwhile, the rest becomes a session again and the result is false.
 */
export function* deletionOf(store: Store, sessionId: string, news: DeletionNews): Slices<boolean> {
  const id = sessionNumber(store, sessionId)
  if (id === undefined) return true
  const isCanceled = () => integerColumn(prepared(store, canceled).get(id), 'is') === 1
  while (!isCanceled() && hideConversations(store, id)) yield 0
  news.onHidden()
  // Progress needs the counts.
  while (!isCanceled() && countSome([store], sessionId)) yield 0
  const words = createDropWords(store, id)
  if (!isCanceled()) yield* scaled(rowsOf(store, id, words, news, isCanceled), 0, 0.8)
  const isKept = isCanceled() && (yield* at(0.8, restoringOf(store, id, words, news.onGone)))
  if (!isKept) yield* scaled(dropBodies(store, id), 0.8, 0.85)
  yield* at(0.85, dropSpans(store, id))
  yield* scaled(mergeParts(store, droppedParts(store)), 0.85, 0.95)
  yield* scaled(giveBack(store), 0.95, 1)
  if (isKept) {
    prepared(store, again).run(id)
    news.onHidden()
    checkpoint(store)
    return false
  }
  while (Number(prepared(store, someTasks).run(id).changes) > 0) yield 1
  prepared(store, 'DELETE FROM session WHERE id = ?').run(id)
  checkpoint(store)
  return true
}

const canceled = "SELECT coalesce(json_extract(facts, '$.canceled'), 0) AS 'is' FROM session WHERE id = ?"
const again = `UPDATE session SET figures = NULL, facts = json_remove(facts, '$.discarded', '$.canceled') WHERE id = ?`
const mark = `UPDATE session SET facts = json_set(facts, '$.partlyDeleted', json('true')) WHERE id = ?`

function* rowsOf(
  store: Store,
  id: number,
  words: DropWords,
  news: DeletionNews,
  isCanceled: () => boolean,
): Slices {
  const all = countOf(store, id)
  prepared(store, mark).run(id)
  for (let count = 0; !isCanceled(); ) {
    const deleted = deleteRows(store, id, words)
    if (deleted === undefined) return
    news.onGone(deleted)
    count += deleted.count
    yield Math.min(1, count / Math.max(1, all))
    for (const _ of words.dropParts()) yield Math.min(1, count / Math.max(1, all))
  }
}

/** As far as it was counted. */
function countOf(store: Store, id: number): number {
  const sql = "SELECT json_extract(figures, '$.entries') AS n FROM session WHERE id = ?"
  return integerColumn(prepared(store, sql).get(id), 'n')
}

function* giveBack(store: Store): Slices {
  const { database } = store
  const free = () => integerColumn(prepared(store, 'PRAGMA freelist_count').get(), 'freelist_count')
  const all = free()
  for (let left = all; left > 0; ) {
    database.exec(`PRAGMA incremental_vacuum(${pagesAtATime})`)
    const now = free()
    if (now >= left) break
    left = now
    yield 1 - left / all
  }
}

/** Before, deleted rows are still in the file or its log. */
function checkpoint({ database }: Store): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** Deletes rows that nothing refers to, and makes the file as small as possible. */
export function* compactionOf(store: Store): Slices {
  yield* scaled(deleteUnused(store), 0, 0.3)
  yield* scaled(mergeParts(store, wordParts(store)), 0.3, 0.6)
  yield* scaled(giveBack(store), 0.6, 1)
  checkpoint(store)
}

/** Tables, the column they are scanned by, and references to their rows, which earlier tables may contain. */
const unused = [
  ['body_part', 'rowid', 'body_use u WHERE u.hash = body_part.hash'],
  ['body', 'hash', 'body_use u WHERE u.hash = body.hash'],
  ['fact', 'exchange', 'entry e WHERE e.exchange = fact.exchange'],
  ['exchange', 'id', 'entry e WHERE e.exchange = exchange.id'],
  ['summary', 'exchange', 'session s WHERE s.id = summary.session'],
  ['conversation_part', 'conversation', 'session s WHERE s.id = conversation_part.session'],
  ['conversation', 'id', 'fact f WHERE f.conversation = conversation.id'],
  ['chat', 'conversation', 'conversation c WHERE c.id = chat.conversation'],
  ['conversation_task', 'task', 'conversation c WHERE c.id = conversation_task.conversation'],
  ['context', 'id', 'conversation c WHERE c.context = context.id'],
  ['task', 'id', 'entry e WHERE e.task = task.id UNION ALL SELECT 1 FROM fact f WHERE f.task = task.id'],
] as const

function* deleteUnused(store: Store): Slices {
  for (const [place, [table, key, user]] of unused.entries()) {
    // Rows of bodies are large.
    const atATime = table === 'body_part' ? 16 : 1_000
    const where = `NOT EXISTS (SELECT 1 FROM ${user})`
    const upTo = prepared(
      store,
      `SELECT max(k) AS k FROM (SELECT ${key} AS k FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${atATime})`,
    )
    const drop = prepared(store, `DELETE FROM ${table} WHERE ${key} > ? AND ${key} <= ? AND ${where}`)
    for (let after: string | number = key === 'hash' ? '' : -1; ; ) {
      const next = upTo.get(after)?.['k'] as string | number | null
      if (next === null) break
      store.transact(() => void drop.run(after, next))
      after = next
      yield place / unused.length
    }
  }
  store.forgetNames()
}

/** For a number of steps that is unknown in advance. */
function* at<Result>(part: number, steps: Generator<unknown, Result>): Slices<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    yield part
  }
}

function* scaled(slices: Slices, from: number, to: number): Slices {
  for (const part of slices) yield from + part * (to - from)
  yield to
}

/**
 * A canceled deletion: the rest becomes a session again, marked as incomplete. The next start repeats this if it was
 * interrupted. False when nothing is left.
 */
function* restoringOf(
  store: Store,
  id: number,
  words: DropWords,
  onGone: (rows: RowsGone) => void,
): Generator<void, boolean> {
  for (
    let deleted = deleteRows(store, id, words, 'begun');
    deleted;
    deleted = deleteRows(store, id, words, 'begun')
  ) {
    onGone(deleted)
    yield
  }
  yield* words.dropParts()
  if (prepared(store, 'SELECT 1 FROM entry WHERE session = ? LIMIT 1').get(id) === undefined) return false
  yield* words.tidy()
  const named = yield* bodiesNamedIn(store, id)
  for (const _ of dropBodies(store, id, named)) yield
  yield* gatherConversations(store, id)
  while (Number(prepared(store, someTasks).run(id).changes) > 0) yield
  return true
}

/** One slice of the counted tasks. */
const someTasks =
  'DELETE FROM session_task WHERE session = ?1 AND task IN (SELECT task FROM session_task WHERE session = ?1 LIMIT 1000)'

const exchangesAtATime = 500

/** The conversations were hidden before the deletion started. */
function* gatherConversations(store: Store, id: number): Generator<void> {
  const next = prepared(
    store,
    `SELECT max(exchange) AS upTo FROM (SELECT exchange FROM summary WHERE exchange > ? ORDER BY exchange LIMIT ${exchangesAtATime})`,
  )
  const gather = prepared(store, gatherParts('y.session = ? AND y.exchange > ? AND y.exchange <= ?'))
  for (let after = 0; ; ) {
    const upTo = integerColumn(next.get(after), 'upTo')
    if (upTo === 0) return
    store.transact(() => void gather.run(id, after, upTo))
    after = upTo
    yield
  }
}

const spansAtATime = 400

/** Drops the spans of traces that no exchange of the session names any more. */
function* dropSpans(store: Store, session: number): Generator<void> {
  for (;;) {
    const trace = prepared(store, nextTrace).get(session)
    if (!trace) return
    store.transact(() => void dropSomeSpans(store, integerColumn(trace, 'id'), spansAtATime))
    yield
  }
}

const nextTrace = `SELECT id FROM trace t WHERE session = ?
  AND NOT EXISTS (SELECT 1 FROM summary y WHERE y.trace = t.uid AND y.session = t.session) LIMIT 1`

// Deletes bodies that only this session uses, a few megabytes at a time: all, or those that its entries do not name.

function* dropBodies(
  store: Store,
  session: number,
  stored: ReadonlySet<string> = new Set(),
): Generator<number, void, void> {
  const all = integerColumn(store.database.prepare('SELECT count(*) AS n FROM body_use').get(), 'n')
  const uses = prepared(
    store,
    `SELECT hash, session FROM body_use WHERE (hash, session) > (?, ?) ORDER BY hash, session LIMIT ${usesAtATime}`,
  )
  let count = 0
  for (let last: Use | undefined = { hash: '', session: 0 }; last; ) {
    const matches: readonly Use[] = uses.all(last.hash, last.session).map(useOf)
    for (const use of matches) if (use.session === session && !stored.has(use.hash)) yield* dropUse(use.hash)
    count += matches.length
    yield Math.min(1, count / Math.max(1, all))
    last = matches.at(-1)
  }

  /** The use is deleted last, so that a restart finds the rest; a body stored meanwhile belongs to another session. */
  function* dropUse(hash: string): Generator<number, void, void> {
    for (let isDone = false; !isDone; ) {
      store.transact(() => {
        const isOther =
          prepared(store, 'SELECT 1 FROM body_use WHERE hash = ? AND session <> ?').get(hash, session) !==
          undefined
        if (!isOther) prepared(store, 'DELETE FROM body WHERE hash = ?').run(hash)
        isDone = isOther || Number(prepared(store, dropParts).run(hash).changes) < partsAtATime
        if (isDone) prepared(store, 'DELETE FROM body_use WHERE hash = ? AND session = ?').run(hash, session)
      })
      yield Math.min(1, count / Math.max(1, all))
    }
  }
}

/** `bodyHashes` of a session, without parsing its entries. Text that looks like a hash retains a body, which is harmless. */
export function* bodiesNamedIn(store: Store, session: number): Generator<void, ReadonlySet<string>> {
  const some = prepared(
    store,
    `SELECT seq, CASE WHEN instr(rest, '"hash":"') > 0 THEN rest END AS rest FROM entry WHERE session = ? AND seq > ?
      ORDER BY seq LIMIT ${rowsAtATime}`,
  )
  const named = new Set<string>()
  for (let after = 0; ; ) {
    const rows = some.all(session, after)
    for (const { rest } of rows)
      for (const [, hash = ''] of String(rest ?? '').matchAll(/"hash":"([0-9a-f]{64})"/g)) named.add(hash)
    if (rows.length < rowsAtATime) return named
    after = integerColumn(rows.at(-1), 'seq')
    yield
  }
}

interface Use {
  readonly hash: string
  readonly session: number
}

function useOf(row: Readonly<Record<string, unknown>>): Use {
  return { hash: textColumn(row, 'hash'), session: integerColumn(row, 'session') }
}
