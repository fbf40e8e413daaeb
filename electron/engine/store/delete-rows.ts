// Deletes one slice of a session's rows: entries, their words, and names that only they used.

import type { DatabaseSync } from 'node:sqlite'
import { maxInRun } from '#shared/bounded.ts'
import { integerColumn } from './column.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'
import { closePart, dropPart, holds, markDropped, mergeSome, type WordPart, wordParts } from './words.ts'

const partsAtATime = 500

const tidiedAtATime = 400

/** Pages of the index that a slice rewrites. */
const mergedPages = 4

// Entries that a slice deletes: a few milliseconds of work, whatever the rows contain.
const maxSliceEntries = 400
// Bytes that a slice deletes; the next slice continues.
const maxSliceBytes = 2 * 1024 * 1024

export interface RowsGone {
  /** Numbers of the exchanges that left the lists, and of the entries. */
  readonly exchanges: readonly number[]
  readonly entries: readonly number[]
  /** More than the rows, as a run has several entries. */
  readonly count: number
}

/**
 * Returns undefined when nothing was left. Exchanges are deleted in the order of their beginnings, each from its end:
 * so a partly deleted exchange has the first entries left, and is in no list any more. `begun` deletes partly deleted
 * exchanges alone.
 */
export function deleteRows(
  store: Store,
  session: number,
  words: DropWords,
  which: 'all' | 'begun' = 'all',
): RowsGone | undefined {
  const matches = prepared(store, firstExchanges)
    .all(session)
    .map((row) => integerColumn(row, 'exchange'))
  const first = [...new Set(matches)].filter((exchange) => which === 'all' || isBegun(store, exchange))
  const rows = rowsOf(store, session, first)
  if (rows.length === 0) return undefined
  const exchanges = [...new Set(rows.map(({ exchange }) => exchange))]
  const tasks = new Set(rows.map(({ task }) => task))
  let gone: readonly Row[] = []
  store.transact(() => {
    // An exchange belongs to one session, so it leaves the lists complete, with its facts.
    for (const exchange of exchanges) prepared(store, 'DELETE FROM summary WHERE exchange = ?').run(exchange)
    const { dropped, isAll } = dropFacts(store, exchanges, maxSliceEntries)
    for (const { task } of dropped) tasks.add(task)
    if (isAll) gone = rows
    for (const { seq } of gone) prepared(store, 'DELETE FROM entry WHERE seq = ?').run(seq)
    words.drop(gone)
    for (const exchange of exchanges) prepared(store, unnamed).run(exchange)
    for (const task of tasks) prepared(store, untold).run(task)
  })
  store.forgetNames()
  return {
    exchanges: exchanges.toSorted((a, b) => a - b),
    entries: gone.map(({ seq }) => seq).toSorted((a, b) => a - b),
    count: gone.reduce((sum, { n }) => sum + n, 0),
  }
}

interface Row {
  readonly seq: number
  readonly n: number
  readonly exchange: number
  readonly task: number
  readonly bytes: number
}

function rowsOf(store: Store, session: number, exchanges: readonly number[]): readonly Row[] {
  const rows: Row[] = []
  let entries = 0
  let bytes = 0
  for (const exchange of exchanges) {
    for (const lastRow of prepared(store, lastRows).iterate(exchange, session)) {
      const row = lastRow as unknown as Row
      entries += row.n
      bytes += row.bytes
      if (rows.length > 0 && (entries > maxSliceEntries || bytes > maxSliceBytes)) return rows
      rows.push(row)
    }
    // The last rows of an exchange that has more than a slice.
    if (entries >= maxSliceEntries) return rows
  }
  return rows
}

function isBegun(store: Store, exchange: number): boolean {
  return prepared(store, 'SELECT 1 FROM summary WHERE exchange = ?').get(exchange) === undefined
}

const firstExchanges = `SELECT exchange FROM entry WHERE session = ? ORDER BY seq LIMIT ${maxSliceEntries}`
const lastRows = `SELECT seq, n, exchange, task, coalesce(octet_length(raw), 0) + coalesce(octet_length(rest), 0) AS bytes
  FROM entry WHERE exchange = ? AND session = ? ORDER BY seq DESC LIMIT ${maxSliceEntries}`
const unnamed = 'DELETE FROM exchange WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE exchange = ?1)'
const untold =
  'DELETE FROM task WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE task = ?1) AND NOT EXISTS (SELECT 1 FROM fact WHERE task = ?1)'

// Removes the words of a session that is being deleted. A part of the index with words of this session alone is dropped
// as a whole once its last entry is gone, which takes no time. Words in other parts are removed entry by entry, and
// leave the disk when the part is merged; the file notes which parts need that.

export type DropWords = ReturnType<typeof createDropWords>

export function createDropWords(store: Store, session: number) {
  const own = ownParts(store, session)
  // New words are indexed in another part.
  const last = wordParts(store).at(-1)
  if (last && own.has(last.low)) closePart(store, last)
  return {
    /** Rows deleted in the same transaction. */
    drop(rows: readonly { readonly seq: number; readonly n: number }[]) {
      const parts = wordParts(store).filter(({ low }) => !own.has(low))
      for (const part of parts) {
        const its = rows.filter(({ seq, n }) => part.low < seq + n && part.high >= seq)
        if (its.length === 0) continue
        markDropped(store, part, 1)
        for (const { seq, n } of its) {
          const drop = prepared(store, `DELETE FROM ${part.table} WHERE rowid = ?`)
          const last = Math.min(seq + n - 1, part.high)
          // One delete per number: FTS5 scans everything to find the ends of a range.
          for (let each = Math.max(seq, part.low); each <= last; each += 1) drop.run(each)
        }
      }
    },
    /** Drops parts that are no longer needed, one per slice. */
    *dropParts(): Generator<void> {
      for (const part of wordParts(store)) {
        if (!own.has(part.low) || !isEmpty(store, part)) continue
        store.transact(() => dropPart(store, part))
        yield
      }
    },
    /** After a canceled deletion: removes words of deleted entries from parts that would have been dropped. */
    *tidy(): Generator<void> {
      for (const part of wordParts(store)) if (own.has(part.low)) yield* tidyPart(store, part)
    },
  }
}

function* tidyPart(store: Store, part: WordPart): Generator<void> {
  const { table } = part
  const gone = `SELECT d.id FROM ${table}_docsize d WHERE d.id BETWEEN ? AND ?
    AND NOT EXISTS (SELECT 1 FROM entry e WHERE ${holds('d.id')})`
  for (let from = part.low; from <= part.high; from += tidiedAtATime) {
    store.transact(() => {
      const drop = prepared(store, `DELETE FROM ${table} WHERE rowid = ?`)
      const rows = prepared(store, gone).all(from, from + tidiedAtATime - 1)
      for (const row of rows) drop.run(integerColumn(row, 'id'))
      if (rows.length > 0) markDropped(store, part, 1)
    })
    yield
  }
}

/** By the first entry of each part; they have no words of another session. */
function ownParts(store: Store, session: number): ReadonlySet<number> {
  const others = `SELECT 1 FROM session s WHERE s.id <> ?1 AND EXISTS (SELECT 1 FROM entry e WHERE e.session = s.id
    AND e.seq BETWEEN ?2 - ${maxInRun} AND ?3 AND e.seq + e.n > ?2)`
  const own = wordParts(store).filter(
    ({ low, high }) => prepared(store, others).get(session, low, high) === undefined,
  )
  return new Set(own.map(({ low }) => low))
}

function isEmpty(store: Store, { low, high }: WordPart): boolean {
  const last = prepared(
    store,
    'SELECT seq + n - 1 AS high FROM entry WHERE seq <= ? ORDER BY seq DESC LIMIT 1',
  ).get(high)
  return last === undefined || integerColumn(last, 'high') < low
}

/** Takes removed words off the disk; yields the progress. */
export function* mergeParts(store: Store, parts: readonly WordPart[]): Generator<number> {
  for (const [place, part] of parts.entries()) {
    for (const done of mergePart(store, part)) yield (place + done) / parts.length
    markDropped(store, part, 0)
  }
}

function* mergePart(store: Store, part: WordPart): Generator<number> {
  const count = prepared(store, `SELECT count(*) AS n FROM ${part.table}_idx`)
  const pages = integerColumn(count.get(), 'n')
  // The first step marks all segments for merging into one.
  for (
    let written = 0, requested = -mergedPages;
    mergeSome(store, part, requested);
    requested = mergedPages
  ) {
    written += mergedPages
    yield Math.min(1, written / pages)
  }
}

// Deletes facts, and what only they named: conversations, contexts and tasks.

/** The subjects of deleted facts. */
interface Dropped {
  readonly exchange: number
  readonly conversation: number
  readonly task: number
  readonly way: string
}

/** Deletes up to `atMost` facts of these exchanges; `isAll` if none is left. */
function dropFacts(
  store: Store,
  exchanges: readonly number[],
  atMost: number,
): { readonly dropped: readonly Dropped[]; readonly isAll: boolean } {
  const named = '(SELECT value FROM json_each(?))'
  const some = `SELECT exchange, place, conversation, task, way FROM fact WHERE exchange IN ${named} LIMIT ?`
  const rows = prepared(store, some).all(JSON.stringify(exchanges), atMost)
  const drop = prepared(store, 'DELETE FROM fact WHERE exchange = ? AND place <= ?')
  const upTo = new Map(rows.map((row) => [integerColumn(row, 'exchange'), integerColumn(row, 'place')]))
  for (const [exchange, place] of upTo) drop.run(exchange, place)
  const droppedRows = rows.map(droppedOf)
  dropConversations(store.database, droppedRows)
  return { dropped: droppedRows, isAll: droppedRows.length < atMost }
}

function droppedOf(row: Readonly<Record<string, unknown>>): Dropped {
  return {
    exchange: integerColumn(row, 'exchange'),
    conversation: integerColumn(row, 'conversation'),
    task: integerColumn(row, 'task'),
    way: String(row['way']),
  }
}

/** Deletes conversations, and their tasks, that have no fact left. */
function dropConversations(database: DatabaseSync, dropped: readonly Dropped[]): void {
  const dropTask = database.prepare(
    'DELETE FROM conversation_task WHERE task = ?1 AND conversation = ?2 AND NOT EXISTS (SELECT 1 FROM fact WHERE task = ?1 AND conversation = ?2)',
  )
  const tasks = new Map(dropped.map((each) => [`${each.task} ${each.conversation}`, each]))
  for (const { task, conversation } of tasks.values()) dropTask.run(task, conversation)
  const unused = 'AND NOT EXISTS (SELECT 1 FROM fact WHERE conversation = ?1)'
  const dropParts = database.prepare(`DELETE FROM conversation_part WHERE conversation = ?1 ${unused}`)
  const dropWhole = database.prepare(`DELETE FROM conversation WHERE id = ?1 ${unused} RETURNING context`)
  const dropChats = database.prepare('DELETE FROM chat WHERE conversation = ?')
  const dropContext = database.prepare(
    'DELETE FROM context WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM conversation WHERE context = ?1)',
  )
  for (const conversation of new Set(dropped.map((each) => each.conversation))) {
    dropParts.run(conversation)
    for (const row of dropWhole.all(conversation)) {
      dropChats.run(conversation)
      dropContext.run(integerColumn(row, 'context'))
    }
  }
}

/** Removes some conversations of the session from the lists, before anything else is deleted; true while there may be more. */
export function hideConversations(store: Store, session: number): boolean {
  const hide = prepared(
    store,
    `DELETE FROM conversation_part WHERE session = ?1
      AND conversation IN (SELECT conversation FROM conversation_part WHERE session = ?1 LIMIT ${partsAtATime})`,
  )
  return Number(hide.run(session).changes) > 0
}
