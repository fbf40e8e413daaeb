// Statements that are requested again and again, made once for each store: making one takes longer than most of them run.

import type { StatementSync } from 'node:sqlite'
import { integerColumn } from './column.ts'
import type { Store } from './store.ts'

const statementsOf = cachePerDatabase(() => new Map<string, StatementSync>())

export function prepared(store: Store, sql: string): StatementSync {
  const statements = statementsOf(store)
  const statement = statements.get(sql) ?? store.database.prepare(sql)
  statements.set(sql, statement)
  return statement
}

/** Something beside each store, made when it is first requested. */
export function cachePerDatabase<T>(make: (store: Store) => T): (store: Store) => T {
  const existing = new WeakMap<Store, T>()
  return (store) => {
    const match = existing.get(store) ?? make(store)
    existing.set(store, match)
    return match
  }
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
