// What a reader who begins in the middle of the record must know of what lies before: how the last exchanges that began there
// began, and how those ended that did. So much of each at most, however long it is.

import { countOf, cut, type Packed } from '#shared/record/run.ts'
import { integerColumn, textColumn } from './column.ts'
import { toClause } from './filter.ts'
import type { Store } from './store.ts'

const mostExchanges = 100
/** Of its beginning, and of its end. */
const mostEntries = 100

/** In the order of the record, nothing of it behind `place`. */
export function readBefore(
  stores: readonly Store[],
  place: number,
  sessionId: string | undefined,
): readonly Packed[] {
  return stores
    .flatMap((store) =>
      exchangesBefore(store, place, sessionId).flatMap((exchange) => endsOf(store, exchange, place)),
    )
    .toSorted((a, b) => a.seq - b.seq)
}

interface Exchange {
  readonly exchangeId: string
  readonly lastSeq: number
}

/** Those that were at work last: whatever goes on behind the place is among them. */
function exchangesBefore(
  { database }: Store,
  place: number,
  sessionId: string | undefined,
): readonly Exchange[] {
  const session = sessionId === undefined ? '' : 'AND y.session = (SELECT id FROM session WHERE uid = ?3)'
  const sql = `SELECT x.uid, y.last_seq FROM summary y JOIN exchange x ON x.id = y.exchange
    WHERE y.first_seq <= ?1 AND y.kind IN ('operation', 'raw', 'webhook') ${session} ORDER BY y.last_seq DESC LIMIT ?2`
  const rows = database
    .prepare(sql)
    .all(place, mostExchanges, ...(sessionId === undefined ? [] : [sessionId]))
  return rows.map((row) => ({ exchangeId: textColumn(row, 'uid'), lastSeq: integerColumn(row, 'last_seq') }))
}

function endsOf(store: Store, { exchangeId, lastSeq }: Exchange, place: number): readonly Packed[] {
  const clause = toClause({ exchangeId })
  const upToPlace = (packed: Packed) => cut(packed, packed.seq, place - packed.seq + 1) ?? []
  const beginning = store.selectPacked({ clause, after: 0, limit: mostEntries }).flatMap(upToPlace)
  const last = beginning.at(-1)
  // What goes on is read on from the place.
  if (last === undefined || lastSeq > place) return beginning
  const read = last.seq + countOf(last) - 1
  const after = Math.max(read, placeOfLast(store, exchangeId) - 1)
  return [...beginning, ...store.selectPacked({ clause, after, limit: mostEntries })]
}

/** Where the last entries of an exchange begin. */
function placeOfLast({ database }: Store, exchangeId: string): number {
  const sql =
    'SELECT seq, n FROM entry WHERE exchange = (SELECT id FROM exchange WHERE uid = ?) ORDER BY seq DESC LIMIT ?'
  let left = mostEntries
  let from = 0
  for (const row of database.prepare(sql).iterate(exchangeId, mostEntries)) {
    const [seq, n] = [integerColumn(row, 'seq'), integerColumn(row, 'n')]
    from = seq + Math.max(0, n - left)
    left -= n
    if (left <= 0) break
  }
  return from
}
