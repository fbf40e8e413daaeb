// The index of words lies in parts, each a table of its own for so many entries that follow each other: FTS5 joins all words that begin
// alike before it answers, and drops a table in one go, so a part is what one slice of time has room for. The last part grows.

import { integerColumn } from './column.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'

/** From its first entry to the last that is in it. */
export interface WordPart {
  readonly id: number
  readonly table: string
  readonly low: number
  readonly high: number
}

export const wordPartTable = `
  DROP TABLE search;
  CREATE TABLE word_part (
    id INTEGER PRIMARY KEY,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    chars INTEGER NOT NULL
  );
  UPDATE counter SET value = 0 WHERE name = 'indexed_seq';
`

/** A part is full when it has so many entries, or so much text: words that begin alike are joined in some 15 ms then. */
const fullEntries = 50_000
const fullChars = 64 * 1024 * 1024

export function wordParts(store: Store): readonly WordPart[] {
  return prepared(store, 'SELECT id, low, high FROM word_part ORDER BY id').all().map(partOf)
}

/** The newest before another; some may go while one waits. */
export function partBefore(store: Store, id: number): WordPart | undefined {
  const row = prepared(
    store,
    'SELECT id, low, high FROM word_part WHERE id < ? ORDER BY id DESC LIMIT 1',
  ).get(id)
  return row && partOf(row)
}

/** What one look at the index takes in, so that the rows it leads to are few enough as well. */
const stretchEntries = 5_000

/** The index from an entry to another, a stretch at a time; some of it may go while one waits. */
export function* stretches(store: Store, low: number, high: number): Generator<WordPart> {
  for (const part of wordParts(store)) {
    const last = Math.min(high, part.high)
    for (let from = Math.max(low, part.low); from <= last; from += stretchEntries) {
      if (partBefore(store, part.id + 1)?.id !== part.id) break
      yield { ...part, low: from, high: Math.min(last, from + stretchEntries - 1) }
    }
  }
}

/** Entries of one table, `f`, each with the row that holds it: rows do not overlap, so it is the last one to begin before. */
export function foundIn(table: string): string {
  return `${table} f JOIN entry e ON e.seq = (SELECT max(seq) FROM entry WHERE seq <= f.rowid) AND e.seq + e.n > f.rowid`
}

/** The part in which entries from here on belong, within a transaction. */
export function partFor(store: Store, from: number): WordPart {
  const last = prepared(store, 'SELECT id, low, high, chars FROM word_part ORDER BY id DESC LIMIT 1').get()
  const isOpen =
    last && integerColumn(last, 'chars') < fullChars && from - integerColumn(last, 'low') < fullEntries
  if (isOpen) return partOf(last)
  const add = 'INSERT INTO word_part (low, high, chars) VALUES (?, ?, 0)'
  const id = Number(prepared(store, add).run(from, from - 1).lastInsertRowid)
  const part = partOf({ id, low: from, high: from - 1 })
  const { table } = part
  store.database.exec(`CREATE VIRTUAL TABLE ${table} USING fts5(text, content='', contentless_delete=1)`)
  for (const [key, value] of mergedByHand) {
    store.database.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('${key}', ${value})`)
  }
  return part
}

/** FTS5 would merge the segments of an index within a commit, for seconds. It is done in slices. */
const mergedByHand = Object.entries({ automerge: 0, crisismerge: 1999, deletemerge: 0 })

export function grow(store: Store, { id }: WordPart, high: number, chars: number): void {
  prepared(store, 'UPDATE word_part SET high = ?, chars = chars + ? WHERE id = ?').run(high, chars, id)
}

/** Nothing more is put into it. */
export function closePart(store: Store, { id }: WordPart): void {
  prepared(store, 'UPDATE word_part SET chars = ? WHERE id = ?').run(fullChars, id)
}

export function dropPart(store: Store, { id, table }: WordPart): void {
  store.database.exec(`DROP TABLE ${table}`)
  prepared(store, 'DELETE FROM word_part WHERE id = ?').run(id)
}

/** Below zero: all that is there is to become one segment. False when nothing was left to do. */
export function mergeSome(store: Store, { table }: WordPart, pages: number): boolean {
  const changes = () => integerColumn(prepared(store, 'SELECT total_changes() AS n').get(), 'n')
  const before = changes()
  prepared(store, `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`).run(pages)
  // https://sqlite.org/fts5.html#the_merge_command: fewer than two changes say so.
  return changes() - before >= 2
}

function partOf(row: Readonly<Record<string, unknown>>): WordPart {
  const id = integerColumn(row, 'id')
  return { id, table: `words_${id}`, low: integerColumn(row, 'low'), high: integerColumn(row, 'high') }
}
