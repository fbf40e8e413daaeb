// Statements that are requested again and again, made once for each store: making one takes longer than most of them run.

import type { StatementSync } from 'node:sqlite'
import { memoByKey, memoByObject } from '#shared/collections/memo.ts'
import { integerColumn } from './column.ts'
import type { Store } from './store.ts'

const statementsOf = memoByObject((store: Store) => memoByKey((sql: string) => store.database.prepare(sql)))

export function prepared(store: Store, sql: string): StatementSync {
  return statementsOf(store)(sql)
}

/** Of the first store that has it. */
export function firstIn<T>(stores: readonly Store[], find: (store: Store) => T | undefined): T | undefined {
  return stores
    .values()
    .map(find)
    .find((match) => match !== undefined)
}

/** What its rows say in place of its id; undefined where there is no such session. */
export function sessionNumber(store: Store, sessionId: string): number | undefined {
  const row = prepared(store, 'SELECT id FROM session WHERE uid = ?').get(sessionId)
  return row === undefined ? undefined : integerColumn(row, 'id')
}

/** Asks each store that has the session; without one, all of them. */
export function createInStores(stores: () => readonly Store[]) {
  return <T>(sessionId: string | undefined, read: (store: Store, session: number | null) => T): T[] =>
    stores().flatMap((store) => {
      const session = sessionId === undefined ? null : sessionNumber(store, sessionId)
      return session === undefined ? [] : [read(store, session)]
    })
}
