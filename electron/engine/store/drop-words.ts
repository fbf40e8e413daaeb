// Words of a session that is being deleted. A part of the index that has nothing of others goes as a whole once the last entry in it is
// gone, in no time; elsewhere words go entry by entry, and leave the disk when the part is merged, which the file knows it has to be.

import { maxInRun } from '#shared/bounded.ts'
import { integerColumn } from './column.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'
import { closePart, dropPart, holds, markDropped, mergeSome, type WordPart, wordParts } from './words.ts'

export type DropWords = ReturnType<typeof createDropWords>

export function createDropWords(store: Store, session: number) {
  const own = ownParts(store, session)
  // What is indexed from now on comes into another part.
  const last = wordParts(store).at(-1)
  if (last && own.has(last.low)) closePart(store, last)
  return {
    /** Of rows that are deleted in the same transaction. */
    drop(rows: readonly { readonly seq: number; readonly n: number }[]) {
      const parts = wordParts(store).filter(({ low }) => !own.has(low))
      for (const part of parts) {
        const its = rows.filter(({ seq, n }) => part.low < seq + n && part.high >= seq)
        if (its.length === 0) continue
        markDropped(store, part, 1)
        for (const { seq, n } of its) {
          const drop = prepared(store, `DELETE FROM ${part.table} WHERE rowid = ?`)
          const last = Math.min(seq + n - 1, part.high)
          // By each number alone: FTS5 goes through all it has to find the ends of a range.
          for (let each = Math.max(seq, part.low); each <= last; each += 1) drop.run(each)
        }
      }
    },
    /** Parts of which nothing is needed any more, a slice each. */
    *dropParts(): Generator<void> {
      for (const part of wordParts(store)) {
        if (!own.has(part.low) || !isEmpty(store, part)) continue
        store.transact(() => dropPart(store, part))
        yield
      }
    },
    /** Words of entries that are gone from parts that would have gone as a whole, where the deletion was canceled. */
    *tidy(): Generator<void> {
      for (const part of wordParts(store)) if (own.has(part.low)) yield* tidyPart(store, part)
    },
  }
}

const tidiedAtATime = 400

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

/** By where they begin: nothing of another session is in them. */
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

/** Pages of the index that a slice writes anew. */
const mergedPages = 4

/** Takes words that were dropped off the disk; answers how far it is. */
export function* mergeParts(store: Store, parts: readonly WordPart[]): Generator<number> {
  for (const [place, part] of parts.entries()) {
    for (const done of mergePart(store, part)) yield (place + done) / parts.length
    markDropped(store, part, 0)
  }
}

function* mergePart(store: Store, part: WordPart): Generator<number> {
  const count = prepared(store, `SELECT count(*) AS n FROM ${part.table}_idx`)
  const pages = integerColumn(count.get(), 'n')
  // The first step takes all that is there as what is to become one.
  for (let written = 0, wanted = -mergedPages; mergeSome(store, part, wanted); wanted = mergedPages) {
    written += mergedPages
    yield Math.min(1, written / pages)
  }
}
