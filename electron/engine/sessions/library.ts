import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { CompactStep, SessionPage, SessionView } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import type { Agents } from '../agents.ts'
import { recordFileName } from '../store/open-database.ts'
import type { SessionFacts, SessionRecord, StoredSession } from '../store/record.ts'
import type { Archive } from './archive.ts'
import { transferSteps } from './file/format.ts'
import type { RecordingService } from './recording.ts'

export interface LibraryDeps {
  readonly archive: Archive
  readonly recording: RecordingService
  readonly viewOf: ViewOf
  readonly dataDir: string
}

export type Library = ReturnType<typeof createLibrary>

export function createLibrary({ archive, recording, viewOf, dataDir }: LibraryDeps) {
  /** Every start of Parley begins a session; one without exchanges is not listed. */
  const listed = () =>
    archive.records().flatMap((record) => {
      const inUse = record.sessionIdsInUse()
      return record
        .sessions()
        .filter(({ sessionId }) => inUse.has(sessionId) || recording.isCurrent(sessionId))
        .map((row) => ({ record, row }))
    })
  const leaving = () =>
    archive.records().flatMap((record) => record.discarded().map((each) => ({ record, ...each })))

  return {
    async list({ after, limit }: Inputs['sessions']['list']): Promise<SessionPage> {
      const placed = [...listed(), ...leaving()].map((each) => ({
        ...{ part: undefined, isLeft: true },
        ...each,
        place: placeOf(each.row),
      }))
      const rows = placed.toSorted((a, b) => (a.place < b.place ? 1 : -1))
      const first = after === undefined ? 0 : rows.findIndex(({ place }) => place < after)
      const page = first < 0 ? [] : rows.slice(first, first + limit)
      const last = page.at(-1)
      for (const record of archive.records()) await record.exchanges.tallied()
      for (const { record, row, part } of page) if (part === undefined) await record.counted(row.sessionId)
      return {
        sessions: page.map(({ record, row, part, isLeft }) => ({
          ...viewOf(record, row),
          ...(part !== undefined && { deleted: part, ...(isLeft && cancelingOf(row)) }),
        })),
        ...(last !== undefined && first + limit < rows.length && { next: last.place }),
      }
    },

    async find(named: string): Promise<SessionView> {
      const newest = listed()
        .filter(({ row }) => !recording.isCurrent(row.sessionId))
        .toSorted((a, b) => b.row.createdAt - a.row.createdAt)
      const match =
        newest.find(({ row }) => row.sessionId === named || row.title === named) ??
        (named === 'last' ? newest[0] : undefined)
      if (match === undefined) throw new Fault('not-found', `No saved recording is called “${named}”.`)
      await match.record.counted(match.row.sessionId)
      return viewOf(match.record, match.row)
    },

    edit(sessionId: string, { name, note, pinned }: Inputs['sessions']['edit']['changes']): SessionView {
      const { record, row } = archive.find(sessionId)
      const { note: noted, pinned: wasPinned, ...others } = row.facts ?? {}
      const text = note ?? noted ?? ''
      const facts: SessionFacts = {
        ...others,
        ...(text !== '' && { note: text }),
        ...((pinned ?? wasPinned) && { pinned: true }),
      }
      const edited = record.editSession(sessionId, { ...defined({ title: name }), facts })
      return viewOf(record, edited ?? row)
    },

    ...createSessionRemoval({ archive, recording }),

    compacting: (signal?: AbortSignal): AsyncGenerator<CompactStep> =>
      transferSteps<CompactStep>(async (stopped, onProgress) => {
        const beforeBytes = sizeOnDisk(dataDir)
        const records = archive.records()
        for (const [place, record] of records.entries()) {
          await record.compact((part) => onProgress(place + part, records.length), stopped)
        }
        return { kind: 'done', beforeBytes, afterBytes: sizeOnDisk(dataDir) }
      }, signal),
  }
}

/** An incomplete import is always deleted. */
function cancelingOf({ facts }: StoredSession): Pick<SessionView, 'canceling'> {
  if (facts?.discarded === 'draft') return {}
  return { canceling: facts?.canceled ? 'begun' : 'possible' }
}

/** Sorts by pinned, then by age, then by id. */
function placeOf({ sessionId, createdAt, facts }: StoredSession): string {
  return `${facts?.pinned ? 1 : 0} ${createdAt.toFixed(3).padStart(18, '0')} ${sessionId}`
}

function sizeOnDisk(dataDir: string): number {
  return [dataDir, join(dataDir, 'imported')]
    .flatMap((folder) => [recordFileName, `${recordFileName}-wal`].map((name) => join(folder, name)))
    .reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
}

type ViewOf = (record: SessionRecord, row: StoredSession) => SessionView

/** A session as the contract shows it. Agents have their current names, else those stored in the session. */
export function createViewOf(agents: Agents, recording: RecordingService): ViewOf {
  return (record, { sessionId, title, createdAt, facts = {} }) => {
    const figures = record.figures(sessionId)
    const existing = new Map([
      ...(facts.agents ?? []).map(({ id, name }) => [id, name] as const),
      ...(facts.importedAt === undefined ? agents.list().map(({ id, name }) => [id, name] as const) : []),
    ])
    const now = recording.state()
    const isCurrent = now.state !== 'stopped' && now.sessionId === sessionId
    return {
      id: sessionId,
      name: title,
      note: facts.note ?? '',
      pinned: facts.pinned === true,
      origin: facts.importedAt === undefined ? 'recorded' : 'imported',
      state: isCurrent ? now.state : 'kept',
      createdAt,
      ...defined({ firstAt: figures?.firstAt, lastAt: figures?.lastAt }),
      agents: (figures?.agentIds ?? []).map((id) => ({ id, name: existing.get(id) ?? 'An agent' })),
      entries: figures?.entries ?? 0,
      exchanges: figures?.exchanges ?? 0,
      tasks: figures?.tasks ?? 0,
      findings: Math.max(0, (figures?.findings ?? 0) - record.exchanges.mutedIn(sessionId)),
      sizeBytes: figures?.bytes ?? 0,
      ...(facts.partlyDeleted && { partlyDeleted: true as const }),
    }
  }
}

// Removes sessions: at once, or hidden first, so that the removal can be undone.

interface SessionRemovalDeps {
  readonly archive: Archive
  readonly recording: RecordingService
}

export type HiddenSessions = ReturnType<typeof createSessionRemoval>['hidden']

function createSessionRemoval({ archive, recording }: SessionRemovalDeps) {
  const hiddenIn = new Map<string, SessionRecord>()
  const removable = (sessionId: string): SessionRecord => {
    if (recording.isCurrent(sessionId)) {
      throw new Fault(
        'conflict',
        'This recording is still running. Stop recording, or begin a new one, first.',
      )
    }
    if (recording.isBeside(sessionId)) {
      throw new Fault('conflict', 'Checks are running in this recording. Stop them first.')
    }
    return archive.find(sessionId).record
  }
  return {
    async remove(sessionId: string): Promise<{ readonly removed: boolean }> {
      return { removed: await removable(sessionId).deleteSession(sessionId) }
    },
    cancelRemoval: (sessionId: string): { readonly canceled: boolean } => ({
      canceled: archive.records().some((record) => record.cancelDeletion(sessionId)),
    }),
    /** Hidden sessions can't be opened, but are complete. */
    hidden: {
      refuse: (sessionId: string): void => void removable(sessionId),
      hide(sessionId: string): void {
        const record = removable(sessionId)
        record.hideSession(sessionId)
        hiddenIn.set(sessionId, record)
      },
      show(sessionId: string): void {
        hiddenIn.get(sessionId)?.showSession(sessionId)
        hiddenIn.delete(sessionId)
      },
      /** Starts the deletion; the list of sessions has its progress. The record retries failures. */
      remove(sessionId: string): void {
        hiddenIn
          .get(sessionId)
          ?.deleteSession(sessionId)
          .catch(() => undefined)
        hiddenIn.delete(sessionId)
      },
    },
  }
}
