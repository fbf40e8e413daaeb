// Rows of some exchanges in a stretch of the record.

import { maxInRun } from '#shared/bounded.ts'
import { countOf, cut, type Packed } from '#shared/record/run.ts'
import { packedOf, storedColumns, withNames } from './row.ts'
import type { Store } from './store.ts'

/** Each exchange is looked up by itself, until there are more of them than entries to go through. */
export function rowsOfExchanges(
  stores: readonly Store[],
  exchangeIds: ReadonlySet<string>,
  after: number,
  upTo: number,
): readonly Packed[] {
  const isWide = upTo - after > exchangeIds.size
  const wanted = `(SELECT id FROM exchange WHERE uid IN (SELECT value FROM json_each(?)))`
  const sql = `SELECT ${storedColumns} FROM entry e ${withNames}
    WHERE ${isWide ? '' : '+'}e.exchange IN ${wanted} AND e.seq > ? AND e.seq <= ? ORDER BY e.seq`
  const ids = JSON.stringify([...exchangeIds])
  return stores
    .flatMap(({ database }) => database.prepare(sql).all(ids, after - maxInRun, upTo))
    .flatMap((row) => within(packedOf(row), after, upTo) ?? [])
    .toSorted((one, other) => one.seq - other.seq)
}

/** What of a row lies after an entry and up to another. */
export function within(packed: Packed, after: number, upTo: number): Packed | undefined {
  const from = Math.max(packed.seq, after + 1)
  return from > packed.seq + countOf(packed) - 1 ? undefined : cut(packed, from, upTo - from + 1)
}
