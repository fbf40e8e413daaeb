// Statements that are asked again and again, made once for each store: making one takes longer than most of them run.

import type { StatementSync } from 'node:sqlite'
import type { Store } from './store.ts'

const statementsOf = perStore(() => new Map<string, StatementSync>())

export function prepared(store: Store, sql: string): StatementSync {
  const statements = statementsOf(store)
  const statement = statements.get(sql) ?? store.database.prepare(sql)
  statements.set(sql, statement)
  return statement
}

/** Something beside each store, made when it is first asked for. */
export function perStore<T>(make: (store: Store) => T): (store: Store) => T {
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
