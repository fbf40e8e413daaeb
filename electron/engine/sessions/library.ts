// The sessions that are kept, as a list: found, named, pinned, deleted.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { SessionPage, SessionView } from '#shared/contract/sessions.ts'
import { recordFileName } from '../store/open-database.ts'
import type { SessionFacts, StoredSession } from '../store/record.ts'
import type { Archive } from './archive.ts'
import type { RecordingService } from './recording.ts'
import type { ViewOf } from './views.ts'

export interface Library {
  list(request: Inputs['sessions']['list']): SessionPage
  find(named: string): SessionView
  edit(sessionId: string, changes: Inputs['sessions']['edit']['changes']): SessionView
  remove(sessionId: string): Promise<{ readonly removed: boolean }>
  compact(): { readonly beforeBytes: number; readonly afterBytes: number }
}

export interface LibraryDeps {
  readonly archive: Archive
  readonly recording: RecordingService
  readonly viewOf: ViewOf
  readonly dataDir: string
}

export function createLibrary({ archive, recording, viewOf, dataDir }: LibraryDeps): Library {
  const isCurrent = (sessionId: string): boolean => {
    const now = recording.state()
    return now.state !== 'stopped' && now.sessionId === sessionId
  }

  /** Starting Parley begins a session; one in which nothing happened is not worth a line. */
  const listed = () =>
    archive.records().flatMap((record) => {
      const inUse = record.sessionIdsInUse()
      return record
        .sessions()
        .filter(({ sessionId }) => inUse.has(sessionId) || isCurrent(sessionId))
        .map((row) => ({ record, row }))
    })

  return {
    list({ after, limit }) {
      const placed = listed().map(({ record, row }) => ({ record, row, place: placeOf(row) }))
      const rows = placed.toSorted((a, b) => (a.place < b.place ? 1 : -1))
      const first = after === undefined ? 0 : rows.findIndex(({ place }) => place < after)
      const page = first < 0 ? [] : rows.slice(first, first + limit)
      const last = page.at(-1)
      return {
        sessions: page.map(({ record, row }) => viewOf(record, row)),
        ...(last !== undefined && first + limit < rows.length && { next: last.place }),
      }
    },

    find(named) {
      const newest = listed()
        .filter(({ row }) => !isCurrent(row.sessionId))
        .toSorted((a, b) => b.row.createdAt - a.row.createdAt)
      const found =
        newest.find(({ row }) => row.sessionId === named || row.title === named) ??
        (named === 'last' ? newest[0] : undefined)
      if (found === undefined) throw new Fault('not-found', `No session that is kept is called “${named}”.`)
      return viewOf(found.record, found.row)
    },

    edit(sessionId, { name, note, pinned }) {
      const { record, row } = archive.find(sessionId)
      const { note: noted, pinned: wasPinned, ...others } = row.facts ?? {}
      const said = note ?? noted ?? ''
      const facts: SessionFacts = {
        ...others,
        ...(said !== '' && { note: said }),
        ...((pinned ?? wasPinned) && { pinned: true }),
      }
      const edited = record.editSession(sessionId, { ...(name !== undefined && { title: name }), facts })
      return viewOf(record, edited ?? row)
    },

    async remove(sessionId) {
      if (isCurrent(sessionId)) {
        throw new Fault(
          'conflict',
          'This session is being recorded. Stop recording, or begin a new one, first.',
        )
      }
      const { record } = archive.find(sessionId)
      await record.deleteSession(sessionId)
      return { removed: true }
    },

    compact() {
      const beforeBytes = sizeOnDisk(dataDir)
      for (const record of archive.records()) record.compact()
      return { beforeBytes, afterBytes: sizeOnDisk(dataDir) }
    },
  }
}

/** Sorts by pinned, then by age; sessions of one moment stay apart by their id. */
function placeOf({ sessionId, createdAt, facts }: StoredSession): string {
  return `${facts?.pinned ? 1 : 0} ${createdAt.toFixed(3).padStart(18, '0')} ${sessionId}`
}

function sizeOnDisk(dataDir: string): number {
  return [dataDir, join(dataDir, 'imported')]
    .flatMap((folder) => [recordFileName, `${recordFileName}-wal`].map((name) => join(folder, name)))
    .reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
}
