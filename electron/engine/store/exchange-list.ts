// The list of exchanges that match a filter, by time or sorted, live by a version to wait on.

import type { ListPage } from '#shared/contract/console.ts'
import { type ExchangeFilter, filterCondition } from '#shared/filter/filter-condition.ts'
import { matchOf, wordsOf } from '#shared/filter/words.ts'
import type { orderFacts } from '#shared/record/exchange-order.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { type Followed, untilOther } from './changed.ts'
import { integerColumn } from './column.ts'
import { type Place, placesIn, placesOf } from './list-places.ts'
import type { ListQuery, Lists, Range } from './matches.ts'
import { type Muted, unmutedRow } from './muted.ts'
import type { Store } from './store.ts'
import { rowsById } from './summary-rows.ts'
import type { Writing } from './writing.ts'

/** How exchanges are sorted where that is not by their time. */
interface Sorting extends Pick<ReturnType<typeof orderFacts>, 'sql' | 'values'> {
  readonly descending: boolean
}

export interface ListedExchanges extends ExchangeFilter {
  readonly sorting?: Sorting | undefined
}

interface ListDeps {
  readonly lists: Lists
  readonly catchUp: () => Promise<void>
  readonly version: () => number
  readonly mutedNow: () => Muted
}

export function createExchangeList(
  { stores, flush, changed }: Writing,
  { lists, catchUp, version, mutedNow }: ListDeps,
) {
  const placesWhere = async ({ sorting, ...filter }: ListedExchanges) => {
    flush()
    const query = exchangesWhere(filter, sorting)
    if (query.words?.length) await catchUp()
    return placesOf(await lists.catchUp(query), sorting?.descending)
  }
  const rowsAt = (places: readonly Place[]): readonly ExchangeRow[] => {
    const { rules } = mutedNow()
    const byStore = Map.groupBy(places, ({ store }) => store)
    const rows = new Map(
      [...byStore].map(
        ([store, there]) =>
          [
            store,
            rowsById(
              store,
              there.map(({ id }) => id),
            ),
          ] as const,
      ),
    )
    return places.flatMap(({ store, id }) => {
      const row = rows.get(store)?.get(id)
      return row === undefined ? [] : unmutedRow(store, row, rules)
    })
  }

  return {
    async page(query: ListedExchanges & Range & Followed): Promise<ListPage<ExchangeRow>> {
      const { offset, limit, seen, waitMs, signal, ...filter } = query
      const waitedMs = await untilOther(changed, version, { seen, waitMs, signal })
      const now = version()
      const places = await placesWhere(filter)
      const rows = rowsAt(placesIn(places, { offset, limit }))
      return { rows, total: places.length, version: now, waitedMs }
    },
    /** Where the exchange stands among those that match; -1 when it does not. */
    async position(filter: ListedExchanges, exchangeId: string): Promise<number> {
      const places = await placesWhere(filter)
      const ids = new Map(stores().map((store) => [store, numberOf(store, exchangeId)]))
      for (let index = 0; index < places.length; index += 1) {
        const place = places.at(index)
        if (place && ids.get(place.store) === place.id) return index
      }
      return -1
    },
  }
}

function numberOf({ database }: Store, exchangeId: string): number | undefined {
  const row = database.prepare('SELECT id FROM exchange WHERE uid = ?').get(exchangeId)
  return row && integerColumn(row, 'id')
}

export function exchangesWhere(filter: ExchangeFilter, sorting?: Sorting): ListQuery {
  const { sql, values } = filterCondition(filter)
  const sort = sorting === undefined ? '' : `, ${sorting.sql} AS sort`
  return {
    of: 'exchanges',
    sql: `SELECT y.exchange AS id, y.last_seq AS at, coalesce((${sql}), 0) AS hit${sort} FROM summary y 
      WHERE y.last_seq > :after ORDER BY y.last_seq LIMIT :limit`,
    values: [...values, ...(sorting?.values ?? [])],
    words: matchesOf(filter),
    isSorted: sorting !== undefined,
  }
}

/** What is looked for in entries, in the language of FTS5. */
function matchesOf({ terms }: ExchangeFilter): readonly string[] {
  const words = terms.flatMap((term) => (term.kind === 'words' ? [wordsOf(term.text)] : []))
  return [...new Set(words.filter((each) => each.length > 0).map(matchOf))]
}
