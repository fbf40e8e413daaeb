// The index of words is split into parts, each a table for consecutive entries. FTS5 joins all words with a common
// prefix before it returns, and drops a table at once, so a part is as large as one slice of time permits. The last
// part grows.

import { integerColumn } from './column.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'

/** From its first to its last entry. The first identifies it, as no other part ever begins there. */
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

/** A part is full with so many entries or so much text: joining words with a common prefix then takes some 15 ms. */
const fullEntries = 50_000
const fullChars = 64 * 1024 * 1024

export function wordParts(store: Store): readonly WordPart[] {
  return prepared(store, 'SELECT low, high FROM word_part ORDER BY low').all().map(partOf)
}

/** The newest part that begins before an entry; parts may be dropped between two calls. */
export function partBefore(store: Store, seq: number): WordPart | undefined {
  const sql = 'SELECT low, high FROM word_part WHERE low < ? ORDER BY low DESC LIMIT 1'
  const row = prepared(store, sql).get(seq)
  return row && partOf(row)
}

export function isThere(store: Store, { low }: WordPart): boolean {
  return prepared(store, 'SELECT 1 FROM word_part WHERE low = ?').get(low) !== undefined
}

/** Entries of one query of the index, so that the matching rows are few enough, too. */
const stretchEntries = 25_000

/** The next stretch of the index within a range; parts may be dropped between two calls. */
export function stretchFrom(store: Store, from: number, to: number): WordPart | undefined {
  const row = prepared(store, 'SELECT low, high FROM word_part WHERE high >= ? ORDER BY low LIMIT 1').get(
    from,
  )
  const part = row && partOf(row)
  const low = Math.max(from, part?.low ?? 0)
  if (part === undefined || low > to) return undefined
  return { ...part, low, high: Math.min(to, part.high, low + stretchEntries - 1) }
}

export function indexedUpTo(store: Store): number {
  return integerColumn(prepared(store, "SELECT value FROM counter WHERE name = 'indexed_seq'").get(), 'value')
}

/** Entries of one table, `f`, each joined with its row. */
export function foundIn(table: string): string {
  return `${table} f JOIN entry e ON ${holds('f.rowid')}`
}

/** SQL: whether row `e` contains an entry. Rows do not overlap, so it is the last row that begins before it. */
export function holds(seq: string): string {
  return `e.seq = (SELECT max(seq) FROM entry WHERE seq <= ${seq}) AND e.seq + e.n > ${seq}`
}

/** The part for entries from here on; call it within a transaction. */
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

/** FTS5 would merge segments within a commit, for seconds; here it is done in slices. */
const mergedByHand = Object.entries({ automerge: 0, crisismerge: 1999, deletemerge: 0 })

export function grow(store: Store, { low }: WordPart, high: number, chars: number): void {
  prepared(store, 'UPDATE word_part SET high = ?, chars = chars + ? WHERE low = ?').run(high, chars, low)
}

/** No more entries are added to it. */
export function closePart(store: Store, { low }: WordPart): void {
  prepared(store, 'UPDATE word_part SET chars = ? WHERE low = ?').run(fullChars, low)
}

/** 1: words were removed from the part. 0: none of them is on disk any more. */
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

/** Negative `pages` marks all segments for merging into one. False when nothing was left to do. */
export function mergeSome(store: Store, { table }: WordPart, pages: number): boolean {
  const changes = () => integerColumn(prepared(store, 'SELECT total_changes() AS n').get(), 'n')
  const before = changes()
  prepared(store, `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`).run(pages)
  // https://sqlite.org/fts5.html#the_merge_command: fewer than two changes mean that.
  return changes() - before >= 2
}

function partOf(row: Readonly<Record<string, unknown>>): WordPart {
  const low = integerColumn(row, 'low')
  return { table: `words_${low}`, low, high: integerColumn(row, 'high') }
}
