// The exchanges that match a filter, by time or sorted, with a version to wait for.

import type { ExchangePage } from '#shared/contract/console.ts'
import { defined } from '#shared/defined.ts'
import { type ExchangeFilter, filterCondition } from '#shared/filter/filter-condition.ts'
import { matchOf, wordsOf } from '#shared/filter/words.ts'
import type { orderFacts } from '#shared/record/exchange-order.ts'
import type { ListedExchange } from '#shared/record/exchange-row.ts'
import { type Followed, waitForChange } from './change-signal.ts'
import { integerColumn } from './column.ts'
import { type Muted, unmutedRow } from './finding-rows.ts'
import type { ListQuery, Lists, Range } from './list-cache.ts'
import { type FoldedPlace, type FoldedPlaces, foldPlaces, placesIn, placesOf } from './list-places.ts'
import type { Store } from './store.ts'
import { rowsById } from './summary-table.ts'
import type { WebhookCalls } from './webhook-calls.ts'
import type { Writing } from './writing.ts'

/** The order where it is not by time. */
interface Sorting extends Pick<ReturnType<typeof orderFacts>, 'sql' | 'values'> {
  readonly descending: boolean
}

export interface ListedExchanges extends ExchangeFilter {
  readonly sorting?: Sorting | undefined
  /** Webhook calls are rows below these requests only, which are expanded. */
  readonly nested?: readonly string[] | undefined
}

export interface Counting {
  readonly counting?: 'session' | 'all' | undefined
}

interface ListDeps {
  readonly lists: Lists
  readonly webhookCalls: WebhookCalls
  readonly catchUp: () => Promise<void>
  readonly version: () => number
  readonly mutedNow: () => Muted
}

export function createExchangeList(
  { stores, flush, changed }: Writing,
  { lists, webhookCalls, catchUp, version, mutedNow }: ListDeps,
) {
  const matching = async (filter: ExchangeFilter, sorting?: Sorting) => {
    flush()
    const query = exchangesWhere(filter, sorting)
    if (query.words?.length) await catchUp()
    return lists.catchUp(query)
  }
  const placesWhere = async ({ sorting, nested, ...filter }: ListedExchanges): Promise<FoldedPlaces> => {
    const { agentId } = filter
    const isFolded = nested !== undefined || agentId !== undefined
    flush()
    if (isFolded) await Promise.all(stores().map(webhookCalls.catchUp))
    const places = placesOf(await matching(filter, sorting), sorting?.descending)
    const folds = (isFolded ? stores() : []).map((store) => ({
      store,
      byRequest: nested ? webhookCalls.byRequest(store) : new Map(),
      left: agentId === undefined ? [] : webhookCalls.ofOthers(store, agentId),
      open: new Set((nested ?? []).flatMap((exchangeId) => numberOf(store, exchangeId) ?? [])),
    }))
    return foldPlaces(places, folds)
  }
  const outsideOf = async (filter: ListedExchanges, counting: 'session' | 'all'): Promise<number> => {
    const { agentId: _, sessionId, nested: __, sorting: ___, ...rest } = filter
    const wider = await matching({ ...rest, ...(counting === 'session' && defined({ sessionId })) })
    const inside = await placesWhere({ ...filter, nested: undefined, sorting: undefined })
    return wider.total - inside.length
  }
  const rowsAt = (places: readonly FoldedPlace[]): readonly ListedExchange[] => {
    const { rules } = mutedNow()
    const rows = new Map(
      [...Map.groupBy(places, ({ store }) => store)].map(([store, there]) => {
        const ids = there.map(({ id }) => id)
        return [store, rowsById(store, ids)] as const
      }),
    )
    return places.flatMap(({ store, id, ...within }) => {
      const row = rows.get(store)?.get(id)
      return row === undefined ? [] : { ...unmutedRow(store, row, rules), ...within }
    })
  }

  return {
    async page(query: ListedExchanges & Range & Followed & Counting): Promise<ExchangePage> {
      const { offset, limit, seen, waitMs, signal, counting, ...filter } = query
      const waitedMs = await waitForChange(changed, version, { seen, waitMs, signal })
      const now = version()
      const places = await placesWhere(filter)
      const rows = rowsAt(placesIn(places, { offset, limit }))
      const outside = counting && (await outsideOf(filter, counting))
      return { rows, total: places.length, ...defined({ outside }), version: now, waitedMs }
    },
    /** Counts the matches, without nesting. */
    lengthOf: async (filter: ExchangeFilter): Promise<number> => (await placesWhere(filter)).length,
    /** The position of an exchange, or of the request it is nested in; -1 where it does not match. */
    async position(filter: ListedExchanges, exchangeId: string): Promise<number> {
      const places = await placesWhere(filter)
      for (const store of stores()) {
        const id = numberOf(store, exchangeId)
        const index = id === undefined ? -1 : places.indexOf(store, id)
        if (index >= 0) return index
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
    rows: 'exchanges',
    sql: `SELECT y.exchange AS id, y.last_seq AS at, coalesce((${sql}), 0) AS hit${sort} FROM summary y 
      WHERE y.last_seq > :after ORDER BY y.last_seq LIMIT :limit`,
    values: [...values, ...(sorting?.values ?? [])],
    words: matchesOf(filter),
    isSorted: sorting !== undefined,
  }
}

/** The filter's words, as FTS5 queries. */
function matchesOf({ terms }: ExchangeFilter): readonly string[] {
  const words = terms.flatMap((term) => (term.kind === 'words' ? [wordsOf(term.text)] : []))
  return [...new Set(words.filter((each) => each.length > 0).map(matchOf))]
}
