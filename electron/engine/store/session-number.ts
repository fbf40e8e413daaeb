import { integerColumn } from './column.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'

/** What its rows say in place of its id; undefined where there is no such session. */
export function sessionNumber(store: Store, sessionId: string): number | undefined {
  const row = prepared(store, 'SELECT id FROM session WHERE uid = ?').get(sessionId)
  return row === undefined ? undefined : integerColumn(row, 'id')
}
