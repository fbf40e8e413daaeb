// Console, timeline and story over the record that has a session. Of one session they see only that: a session imported twice has
// the same tasks twice.

import type { EngineClient } from '#shared/contract/contract.ts'
import type { SessionRecord } from '../store/record.ts'

export type Readers = Pick<EngineClient, 'console' | 'timeline' | 'story' | 'together' | 'spans'>

// Sessions held open for reading; one closed sooner is opened again.
const maxReadSessions = 16

export function createReaders(
  recordOf: (sessionId: string | undefined) => SessionRecord,
  make: (record: SessionRecord, sessionId: string | undefined) => Readers,
): (sessionId: string | undefined) => Readers {
  const live = make(recordOf(undefined), undefined)
  const known = new Map<string, { readonly record: SessionRecord; readonly readers: Readers }>()
  return (sessionId) => {
    if (sessionId === undefined) return live
    const record = recordOf(sessionId)
    const before = known.get(sessionId)
    const of = before?.record === record ? before : { record, readers: make(record, sessionId) }
    known.delete(sessionId)
    known.set(sessionId, of)
    const oldest = known.keys().next()
    if (known.size > maxReadSessions && !oldest.done) known.delete(oldest.value)
    return of.readers
  }
}
