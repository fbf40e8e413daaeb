// Statements that are asked again and again, made once for each store: making one takes longer than most of them run.

import type { StatementSync } from 'node:sqlite'
import type { Store } from './store.ts'

const known = new WeakMap<Store, Map<string, StatementSync>>()

export function prepared(store: Store, sql: string): StatementSync {
  const statements = known.get(store) ?? new Map<string, StatementSync>()
  known.set(store, statements)
  const statement = statements.get(sql) ?? store.database.prepare(sql)
  statements.set(sql, statement)
  return statement
}
