// Sessions are kept until somebody deletes them; deleting gives the space back to the disk. All of it goes in slices, each of them a
// transaction that leaves the rest for the next one: what stands in between reads a whole record, and a session that is marked as
// discarded goes on being deleted after a restart (discarding.ts). Each generator yields how far it is, from 0 to 1.

import { integerColumn } from './column.ts'
import { dropBodies } from './drop-bodies.ts'
import { hideConversations } from './drop-facts.ts'
import { deleteRows, type RowsGone } from './drop-rows.ts'
import { countSome } from './figures.ts'
import { prepared } from './prepared.ts'
import { mergeSome } from './search.ts'
import { sessionNumber } from './session-number.ts'
import type { Store } from './store.ts'

export type Slices = Generator<number, void, void>

/** Pages of 4 KB that a slice moves to the front of the file, and of the index of words that it writes anew. */
const pagesAtATime = 100
const wordPagesAtATime = 4

export interface DeletionNews {
  /** The session is in no list of conversations any more. */
  onHidden(): void
  onGone(rows: RowsGone): void
}

/** Whatever of the session is there: one that was deleted in part before is taken up again. Its own row goes last. */
export function* deletionOf(store: Store, sessionId: string, news: DeletionNews): Slices {
  const id = sessionNumber(store, sessionId)
  if (id === undefined) return
  while (hideConversations(store, id)) yield 0
  news.onHidden()
  // Written anew, an index that is mostly gone would take its time within one step.
  while (countSome([store], sessionId)) yield 0
  if (isMostOfWords(store, id)) store.transact(() => dropWords(store))
  yield* scaled(rowsOf(store, id, news), 0, 0.8)
  yield* scaled(dropBodies(store, id), 0.8, 0.85)
  yield* scaled(mergeWords(store), 0.85, 0.95)
  yield* scaled(giveBack(store), 0.95, 1)
  while (Number(prepared(store, someTasks).run(id).changes) > 0) yield 1
  prepared(store, 'DELETE FROM session WHERE id = ?').run(id)
}

const someTasks =
  'DELETE FROM session_task WHERE session = ?1 AND task IN (SELECT task FROM session_task WHERE session = ?1 LIMIT 1000)'

function* rowsOf(store: Store, id: number, news: DeletionNews): Slices {
  const ends = 'SELECT min(seq) AS low, max(seq) AS high FROM entry WHERE session = ?'
  const row = store.database.prepare(ends).get(id)
  const [low, high] = [integerColumn(row, 'low'), integerColumn(row, 'high')]
  for (;;) {
    const gone = deleteRows(store, id)
    if (gone === undefined) return
    news.onGone(gone)
    yield (gone.upTo - low) / Math.max(1, high - low)
  }
}

/** Words of a session that is most of the record go as a whole, in no time; those of the others are indexed anew when it is quiet. */
function isMostOfWords({ database }: Store, id: number): boolean {
  const counted = "sum(json_extract(figures, '$.entries'))"
  const sql = `SELECT (SELECT ${counted} FROM session WHERE id = ?1) > coalesce((SELECT ${counted} FROM session WHERE id <> ?1), 0) AS most`
  return integerColumn(database.prepare(sql).get(id), 'most') === 1
}

function dropWords({ database }: Store): void {
  database.exec("INSERT INTO search (search) VALUES ('delete-all')")
  database.exec("UPDATE counter SET value = 0 WHERE name = 'indexed_seq'")
}

/** What was deleted leaves the index of words only when its pages are written anew. */
function* mergeWords(store: Store): Slices {
  const { database } = store
  const pages = integerColumn(database.prepare('SELECT count(*) AS n FROM search_idx').get(), 'n')
  // The first step takes all that is there as what is to become one.
  for (let written = 0, wanted = -wordPagesAtATime; mergeSome(store, wanted); wanted = wordPagesAtATime) {
    written += wordPagesAtATime
    yield Math.min(1, written / pages)
  }
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
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** Takes out what nothing needs, and makes the file as small as it then can be. */
export function* compactionOf(store: Store): Slices {
  yield* scaled(deleteUnused(store), 0, 0.3)
  yield* scaled(mergeWords(store), 0.3, 0.6)
  yield* scaled(giveBack(store), 0.6, 1)
}

interface Unused {
  readonly table: string
  readonly key: string
  readonly atATime: number
  readonly where: string
}

const unused: readonly Unused[] = [
  ...['body_part', 'body'].map((table) => ({
    table,
    key: table === 'body' ? 'hash' : 'rowid',
    atATime: table === 'body' ? 1_000 : 16,
    where: `NOT EXISTS (SELECT 1 FROM body_use u WHERE u.hash = ${table}.hash)`,
  })),
  ...[
    ['fact', 'exchange', 'NOT EXISTS (SELECT 1 FROM entry e WHERE e.exchange = fact.exchange)'],
    ['exchange', 'id', 'NOT EXISTS (SELECT 1 FROM entry e WHERE e.exchange = exchange.id)'],
    ['summary', 'exchange', 'NOT EXISTS (SELECT 1 FROM session s WHERE s.id = summary.session)'],
    [
      'conversation_part',
      'conversation',
      'NOT EXISTS (SELECT 1 FROM session s WHERE s.id = conversation_part.session)',
    ],
    ['conversation', 'id', 'NOT EXISTS (SELECT 1 FROM fact f WHERE f.conversation = conversation.id)'],
    [
      'conversation_task',
      'task',
      'NOT EXISTS (SELECT 1 FROM conversation c WHERE c.id = conversation_task.conversation)',
    ],
    ['context', 'id', 'NOT EXISTS (SELECT 1 FROM conversation c WHERE c.context = context.id)'],
    [
      'task',
      'id',
      'NOT EXISTS (SELECT 1 FROM entry e WHERE e.task = task.id) AND NOT EXISTS (SELECT 1 FROM fact f WHERE f.task = task.id)',
    ],
  ].map(([table = '', key = '', where = '']) => ({ table, key, atATime: 1_000, where })),
]

function* deleteUnused(store: Store): Slices {
  for (const [place, { table, key, atATime, where }] of unused.entries()) {
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

function* scaled(slices: Slices, from: number, to: number): Slices {
  for (const part of slices) yield from + part * (to - from)
  yield to
}
