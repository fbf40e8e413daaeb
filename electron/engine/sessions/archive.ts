// The records of this Parley and of imported files behind one interface. Imported sessions have a separate file, so
// that a live window, which follows the end of its record, does not see them.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineClient } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import { openRecord, type SessionRecord, type StoredSession } from '../store/record.ts'

// Sessions open for reading; a closed one is opened again on demand.
const maxReadSessions = 16

export type Archive = ReturnType<typeof openArchive>

export function openArchive(recorded: SessionRecord, dataDir: string) {
  const folder = join(dataDir, 'imported')
  let imported: SessionRecord | undefined
  const openImported = () => {
    imported ??= openRecord({ dataDir: folder, mutedRules: recorded.mutedRules })
    return imported
  }
  const records = () => (existsSync(folder) ? [recorded, openImported()] : [recorded])

  return {
    recorded,
    /** Opened on first use. */
    imported: openImported,
    records,
    find(sessionId: string): { readonly record: SessionRecord; readonly row: StoredSession } {
      for (const record of records()) {
        const row = record.session(sessionId)
        if (row !== undefined) return { record, row }
      }
      throw new Fault('not-found', 'This recording is no longer kept.')
    },
    close: (): void => imported?.close(),
  }
}

// Readers of the contract over the record with a session. For one session they are limited to it, as a session that was
// imported twice has the same tasks twice.

export type Readers = Pick<EngineClient, 'console' | 'timeline' | 'story' | 'together' | 'spans'>

export function createReaders(
  recordOf: (sessionId: string | undefined) => SessionRecord,
  make: (record: SessionRecord, sessionId: string | undefined) => Readers,
): (sessionId: string | undefined) => Readers {
  const live = make(recordOf(undefined), undefined)
  const existing = new Map<string, { readonly record: SessionRecord; readonly readers: Readers }>()
  return (sessionId) => {
    if (sessionId === undefined) return live
    const record = recordOf(sessionId)
    const before = existing.get(sessionId)
    const opened = before?.record === record ? before : { record, readers: make(record, sessionId) }
    existing.delete(sessionId)
    existing.set(sessionId, opened)
    const oldest = existing.keys().next()
    if (existing.size > maxReadSessions && !oldest.done) existing.delete(oldest.value)
    return opened.readers
  }
}
