// Statements that are asked again and again, made once for each store: making one takes longer than most of them run.

import type { StatementSync } from 'node:sqlite'
import { perStore } from './per-store.ts'
import type { Store } from './store.ts'

const statementsOf = perStore(() => new Map<string, StatementSync>())

export function prepared(store: Store, sql: string): StatementSync {
  const statements = statementsOf(store)
  const statement = statements.get(sql) ?? store.database.prepare(sql)
  statements.set(sql, statement)
  return statement
}
