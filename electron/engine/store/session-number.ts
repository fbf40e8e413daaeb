import { integerColumn } from './column.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'

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
