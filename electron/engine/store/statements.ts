// Prepared statements, cached per store: preparing one takes longer than running most of them.

import type { StatementSync } from 'node:sqlite'
import { memoByKey, memoByObject } from '#shared/collections/memo.ts'
import { integerColumn } from './column.ts'
import type { Store } from './store.ts'

const statementsOf = memoByObject((store: Store) => memoByKey((sql: string) => store.database.prepare(sql)))

export function prepared(store: Store, sql: string): StatementSync {
  return statementsOf(store)(sql)
}

/** From the first store that returns one. */
export function firstMatch<T>(
  stores: readonly Store[],
  find: (store: Store) => T | undefined,
): T | undefined {
  return stores
    .values()
    .map(find)
    .find((match) => match !== undefined)
}

/** The number of a session in rows; undefined where the store lacks it. */
export function sessionNumber(store: Store, sessionId: string): number | undefined {
  const row = prepared(store, 'SELECT id FROM session WHERE uid = ?').get(sessionId)
  return row === undefined ? undefined : integerColumn(row, 'id')
}

/** Reads from each store with the session; without one, from all. */
export function createInStores(stores: () => readonly Store[]) {
  return <T>(sessionId: string | undefined, read: (store: Store, session: number | null) => T): T[] =>
    stores().flatMap((store) => {
      const session = sessionId === undefined ? null : sessionNumber(store, sessionId)
      return session === undefined ? [] : [read(store, session)]
    })
}
