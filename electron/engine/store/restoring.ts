// A deletion that was canceled: what was not deleted yet becomes a session again, one that says that it is not all there. Whatever of this
// an end of Parley interrupts is done anew at the next start.

import { integerColumn } from './column.ts'
import { bodiesNamedIn, dropBodies } from './drop-bodies.ts'
import { deleteRows, type RowsGone } from './drop-rows.ts'
import type { DropWords } from './drop-words.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'
import { gatherParts } from './write-conversations.ts'

/** False when nothing is left of it. */
export function* restoringOf(
  store: Store,
  id: number,
  words: DropWords,
  onGone: (rows: RowsGone) => void,
): Generator<void, boolean> {
  for (let gone = deleteRows(store, id, words, 'begun'); gone; gone = deleteRows(store, id, words, 'begun')) {
    onGone(gone)
    yield
  }
  yield* words.dropParts()
  if (prepared(store, 'SELECT 1 FROM entry WHERE session = ? LIMIT 1').get(id) === undefined) return false
  yield* words.tidy()
  const named = yield* bodiesNamedIn(store, id)
  for (const _ of dropBodies(store, id, named)) yield
  yield* gatherConversations(store, id)
  while (Number(prepared(store, someTasks).run(id).changes) > 0) yield
  return true
}

/** Of what is counted, some of the tasks. */
export const someTasks =
  'DELETE FROM session_task WHERE session = ?1 AND task IN (SELECT task FROM session_task WHERE session = ?1 LIMIT 1000)'

const exchangesAtATime = 500

/** They were hidden before anything was deleted. */
function* gatherConversations(store: Store, id: number): Generator<void> {
  const next = prepared(
    store,
    `SELECT max(exchange) AS upTo FROM (SELECT exchange FROM summary WHERE exchange > ? ORDER BY exchange LIMIT ${exchangesAtATime})`,
  )
  const gather = prepared(store, gatherParts('y.session = ? AND y.exchange > ? AND y.exchange <= ?'))
  for (let after = 0; ; ) {
    const upTo = integerColumn(next.get(after), 'upTo')
    if (upTo === 0) return
    store.transact(() => void gather.run(id, after, upTo))
    after = upTo
    yield
  }
}
