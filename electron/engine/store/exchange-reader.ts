// Exchanges for a viewer: a page of those that match a filter, live by a version to wait on, and what the user put on one.

import type { ExchangeListPage } from '#shared/contract/console.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { type ExchangeFilter, filterCondition } from '#shared/filter/filter-condition.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { Changed } from './changed.ts'
import { integerColumn } from './column.ts'
import { createExchangeMatches } from './exchange-matches.ts'
import type { Store } from './store.ts'
import { rowOf, rowsOf } from './summary-rows.ts'

export interface ExchangeQuery extends ExchangeFilter {
  readonly offset: number
  readonly limit: number
  /** The version the viewer has; with `waitMs` the answer comes when there is another. */
  readonly seen?: number | undefined
  readonly waitMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export type Annotation = Omit<Inputs['console']['annotate'], 'exchangeId' | 'sessionId'>

export interface ExchangeReader {
  page(query: ExchangeQuery): Promise<ExchangeListPage>
  row(exchangeId: string): ExchangeRow | undefined
  /** Where the exchange stands among those that match; -1 when it does not. */
  position(filter: ExchangeFilter, exchangeId: string): Promise<number>
  annotate(exchangeId: string, annotation: Annotation): ExchangeRow | undefined
  /** Values that occur, in a session or in all, the latest first, to offer in a filter. */
  seenLabels(limit: number, sessionId?: string): readonly string[]
  forget(): void
}

interface ReaderDeps {
  readonly stores: () => readonly Store[]
  readonly flush: () => void
  readonly catchUp: () => Promise<void>
  readonly changed: Changed
  readonly latest: () => number
}

export function createExchangeReader({
  stores,
  flush,
  catchUp,
  changed,
  latest,
}: ReaderDeps): ExchangeReader {
  const list = createExchangeMatches()
  let annotations = 0
  const version = () => latest() + annotations

  const matching = async (filter: ExchangeFilter) => {
    flush()
    if (filter.terms.some(({ kind }) => kind === 'words')) await catchUp()
    const { sql, values } = filterCondition(filter)
    const key = JSON.stringify([sql, values])
    return stores().map((store) => ({ store, ids: list.matches(store, key, { sql, values }) }))
  }

  return {
    async page({ offset, limit, seen, waitMs = 0, signal, ...filter }) {
      const asked = performance.now()
      if (seen === version() && waitMs > 0) await changed.wait(waitMs, signal)
      const waitedMs = performance.now() - asked
      const now = version()
      const found = await matching(filter)
      const rows: ExchangeRow[] = []
      let skip = offset
      for (const { store, ids } of found) {
        if (rows.length < limit) rows.push(...rowsOf(store, ids.slice(skip, skip + limit - rows.length)))
        skip = Math.max(0, skip - ids.length)
      }
      return { rows, total: found.reduce((sum, { ids }) => sum + ids.length, 0), version: now, waitedMs }
    },

    row(exchangeId) {
      flush()
      return firstOf(stores(), (store) => rowOf(store, exchangeId))
    },

    async position(filter, exchangeId) {
      let before = 0
      for (const { store, ids } of await matching(filter)) {
        const found = store.database.prepare('SELECT id FROM exchange WHERE uid = ?').get(exchangeId)
        const index = found === undefined ? -1 : ids.indexOf(integerColumn(found, 'id'))
        if (index >= 0) return before + index
        before += ids.length
      }
      return -1
    },

    annotate(exchangeId, { pinned, mark, note }) {
      flush()
      for (const { database } of stores()) {
        const where = 'exchange = (SELECT id FROM exchange WHERE uid = ?)'
        const set = (column: string, value: string | number | null) =>
          database.prepare(`UPDATE summary SET ${column} = ? WHERE ${where}`).run(value, exchangeId)
        if (pinned !== undefined) set('pinned', pinned ? 1 : 0)
        if (mark !== undefined) set('mark', mark)
        if (note !== undefined) set('note', note === '' ? null : note)
      }
      annotations += 1
      list.forget()
      changed.wake()
      return firstOf(stores(), (store) => rowOf(store, exchangeId))
    },

    seenLabels(limit, sessionId) {
      const labels = stores().flatMap(({ database }) =>
        database
          .prepare(
            'SELECT label, max(exchange) AS newest FROM (SELECT label, exchange FROM summary WHERE ?1 IS NULL OR session = (SELECT id FROM session WHERE uid = ?1) ORDER BY exchange DESC LIMIT 5000) GROUP BY label ORDER BY newest DESC LIMIT ?2',
          )
          .all(sessionId ?? null, limit)
          .map((row) => String(row['label'])),
      )
      return [...new Set(labels)].filter((label) => label !== '').slice(0, limit)
    },

    forget: list.forget,
  }
}

function firstOf<T>(stores: readonly Store[], find: (store: Store) => T | undefined): T | undefined {
  for (const store of stores) {
    const found = find(store)
    if (found !== undefined) return found
  }
  return undefined
}
