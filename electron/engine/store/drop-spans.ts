// Spans of a session that is being deleted: those of all traces that none of its exchanges names any more.

import { integerColumn } from './column.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'
import { dropSomeSpans } from './write-spans.ts'

const spansAtATime = 400

export function* dropSpans(store: Store, session: number): Generator<void> {
  for (;;) {
    const trace = prepared(store, nextTrace).get(session)
    if (!trace) return
    store.transact(() => void dropSomeSpans(store, integerColumn(trace, 'id'), spansAtATime))
    yield
  }
}

const nextTrace = `SELECT id FROM trace t WHERE session = ?
  AND NOT EXISTS (SELECT 1 FROM summary y WHERE y.trace = t.uid AND y.session = t.session) LIMIT 1`
