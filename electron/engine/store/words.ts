// The index of words lies in parts, each a table of its own for so many entries that follow each other: FTS5 joins all words that begin
// alike before it answers, and drops a table in one go, so a part is what one slice of time has room for. The last part grows.

import { integerColumn } from './column.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'

/** From its first entry to the last that is in it. It is identified by the first, which no other part ever begins with. */
export interface WordPart {
  readonly table: string
  readonly low: number
  readonly high: number
}

export const wordPartTable = `
  CREATE TABLE word_part (
    low INTEGER PRIMARY KEY,
    high INTEGER NOT NULL,
    chars INTEGER NOT NULL,
    -- Words were taken out of it that its next merge takes off the disk.
    dropped INTEGER NOT NULL DEFAULT 0
  );
`

/** A part is full when it has so many entries, or so much text: words that begin alike are joined in some 15 ms then. */
const fullEntries = 50_000
const fullChars = 64 * 1024 * 1024

export function wordParts(store: Store): readonly WordPart[] {
  return prepared(store, 'SELECT low, high FROM word_part ORDER BY low').all().map(partOf)
}

/** The newest that begins before an entry; some may go while one waits. */
export function partBefore(store: Store, seq: number): WordPart | undefined {
  const sql = 'SELECT low, high FROM word_part WHERE low < ? ORDER BY low DESC LIMIT 1'
  const row = prepared(store, sql).get(seq)
  return row && partOf(row)
}

export function isThere(store: Store, { low }: WordPart): boolean {
  return prepared(store, 'SELECT 1 FROM word_part WHERE low = ?').get(low) !== undefined
}

/** What one look at the index takes in, so that the rows it leads to are few enough as well. */
const stretchEntries = 25_000

/** The next stretch of the index from an entry on, up to another; some of the index may go while one waits for the next. */
export function stretchFrom(store: Store, from: number, to: number): WordPart | undefined {
  const row = prepared(store, 'SELECT low, high FROM word_part WHERE high >= ? ORDER BY low LIMIT 1').get(
    from,
  )
  const part = row && partOf(row)
  const low = Math.max(from, part?.low ?? 0)
  if (part === undefined || low > to) return undefined
  return { ...part, low, high: Math.min(to, part.high, low + stretchEntries - 1) }
}

/** The last entry that has its words in the index. */
export function indexedUpTo(store: Store): number {
  return integerColumn(prepared(store, "SELECT value FROM counter WHERE name = 'indexed_seq'").get(), 'value')
}

/** Entries of one table, `f`, each with the row that holds it. */
export function foundIn(table: string): string {
  return `${table} f JOIN entry e ON ${holds('f.rowid')}`
}

/** Of a row `e`, in SQL: rows do not overlap, so the one that holds an entry is the last one to begin before it. */
export function holds(seq: string): string {
  return `e.seq = (SELECT max(seq) FROM entry WHERE seq <= ${seq}) AND e.seq + e.n > ${seq}`
}

/** The part in which entries from here on belong, within a transaction. */
export function partFor(store: Store, from: number): WordPart {
  const last = prepared(store, 'SELECT low, high, chars FROM word_part ORDER BY low DESC LIMIT 1').get()
  const isOpen =
    last && integerColumn(last, 'chars') < fullChars && from - integerColumn(last, 'low') < fullEntries
  if (isOpen) return partOf(last)
  const part = partOf({ low: from, high: from - 1 })
  const add = 'INSERT INTO word_part (low, high, chars) VALUES (?, ?, 0)'
  prepared(store, add).run(part.low, part.high)
  const { table } = part
  store.database.exec(`CREATE VIRTUAL TABLE ${table} USING fts5(text, content='', contentless_delete=1)`)
  for (const [key, value] of mergedByHand) {
    store.database.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('${key}', ${value})`)
  }
  return part
}

/** FTS5 would merge the segments of an index within a commit, for seconds. It is done in slices. */
const mergedByHand = Object.entries({ automerge: 0, crisismerge: 1999, deletemerge: 0 })

export function grow(store: Store, { low }: WordPart, high: number, chars: number): void {
  prepared(store, 'UPDATE word_part SET high = ?, chars = chars + ? WHERE low = ?').run(high, chars, low)
}

/** Nothing more is put into it. */
export function closePart(store: Store, { low }: WordPart): void {
  prepared(store, 'UPDATE word_part SET chars = ? WHERE low = ?').run(fullChars, low)
}

/** Words were taken out of it, or none of those are on the disk any more. */
export function markDropped(store: Store, { low }: WordPart, dropped: 0 | 1): void {
  prepared(store, 'UPDATE word_part SET dropped = ? WHERE low = ?').run(dropped, low)
}

export function droppedParts(store: Store): readonly WordPart[] {
  return prepared(store, 'SELECT low, high FROM word_part WHERE dropped = 1 ORDER BY low').all().map(partOf)
}

export function dropPart(store: Store, { low, table }: WordPart): void {
  store.database.exec(`DROP TABLE ${table}`)
  prepared(store, 'DELETE FROM word_part WHERE low = ?').run(low)
}

/** Below zero: all that is there is to become one segment. False when nothing was left to do. */
export function mergeSome(store: Store, { table }: WordPart, pages: number): boolean {
  const changes = () => integerColumn(prepared(store, 'SELECT total_changes() AS n').get(), 'n')
  const before = changes()
  prepared(store, `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`).run(pages)
  // https://sqlite.org/fts5.html#the_merge_command: fewer than two changes report it.
  return changes() - before >= 2
}

function partOf(row: Readonly<Record<string, unknown>>): WordPart {
  const low = integerColumn(row, 'low')
  return { table: `words_${low}`, low, high: integerColumn(row, 'high') }
}
