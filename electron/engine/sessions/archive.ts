// Two records behind one face: what this Parley recorded, and what came from files. Imported sessions lie in a file of their
// own, so that a live window, which follows the end of the record, never meets them there.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '#shared/contract/fault.ts'
import { openRecord, type SessionRecord, type StoredSession } from '../store/record.ts'

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
    /** Opened when it is first needed. */
    imported: openImported,
    /** Those that exist now. */
    records,
    /** Throws a fault when there is no such session. */
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
