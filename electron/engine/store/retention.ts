// Sessions are kept until somebody deletes them; deleting gives the space back to the disk. All of it goes in slices, each of them a
// transaction that leaves the rest for the next one: what stands in between reads a whole record, and a session that is marked as
// discarded goes on being deleted after a restart (delete-session.ts). Each generator yields how far it is, from 0 to 1.

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
 * Whatever of the session is there: one that was deleted in part before is taken up again. Its own row goes last. Where it was canceled
 * meanwhile, what is left is a session again, and the answer false.
 */
export function* deletionOf(store: Store, sessionId: string, news: DeletionNews): Slices<boolean> {
  const id = sessionNumber(store, sessionId)
  if (id === undefined) return true
  const isCanceled = () => integerColumn(prepared(store, canceled).get(id), 'is') === 1
  while (!isCanceled() && hideConversations(store, id)) yield 0
  news.onHidden()
  // Progress is of what was counted.
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
    const gone = deleteRows(store, id, words)
    if (gone === undefined) return
    news.onGone(gone)
    count += gone.count
    yield Math.min(1, count / Math.max(1, all))
    for (const _ of words.dropParts()) yield Math.min(1, count / Math.max(1, all))
  }
}

/** As far as it was counted. */
function countOf(store: Store, id: number): number {
  const sql = "SELECT json_extract(figures, '$.entries') AS n FROM session WHERE id = ?"
  return integerColumn(prepared(store, sql).get(id), 'n')
}

/** Gives freed pages back to the disk. */
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

/** Until then, what was deleted is still in the file, or in its log. */
function checkpoint({ database }: Store): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** Takes out what nothing needs, and makes the file as small as it then can be. */
export function* compactionOf(store: Store): Slices {
  yield* scaled(deleteUnused(store), 0, 0.3)
  yield* scaled(mergeParts(store, wordParts(store)), 0.3, 0.6)
  yield* scaled(giveBack(store), 0.6, 1)
  checkpoint(store)
}

/** Tables, the column by which each is gone through, and what needs a row of it. What one leaves unneeded, a later one drops. */
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
    // Parts of bodies are large.
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

/** Of which nobody knows how many steps they are. */
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
 * A deletion that was canceled: what was not deleted yet becomes a session again, one that reports that it is not all there. Whatever of
 * this an end of Parley interrupts is done anew at the next start. False when nothing is left of it.
 */
function* restoringOf(
  store: Store,
  id: number,
  words: DropWords,
  onGone: (rows: RowsGone) => void,
): Generator<void, boolean> {
  for (let gone = deleteRows(store, id, words, 'begun'); gone; gone = deleteRows(store, id, words, 'begun')) {
    onGone(gone)
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

/** Of what is counted, some of the tasks. */
const someTasks =
  'DELETE FROM session_task WHERE session = ?1 AND task IN (SELECT task FROM session_task WHERE session = ?1 LIMIT 1000)'

const exchangesAtATime = 500

/** They were hidden before anything was deleted. */
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

/** Those of all traces that none of its exchanges names any more. */
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

// Bodies that a session alone has used, a few megabytes at a time: all of them, or those that nothing names which is left of it.

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

  /** The use goes last, so that what is left is found after a restart; a body that came anew meanwhile is another's. */
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

/** `bodyHashes` of all entries of a session, without parsing a million of them. A text that looks like a name keeps a body, and harms nothing. */
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
