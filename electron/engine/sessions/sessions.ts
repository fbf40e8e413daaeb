// Sessions: kept, opened, searched, carried out and in. Wires the parts of this room and answers the contract.

import { basename } from 'node:path'
import type { WorkingTexts } from '#shared/contract/chat.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { Opening, WindowOpening } from '#shared/contract/opening.ts'
import type { Recording, SearchPage, SessionView } from '#shared/contract/sessions.ts'
import { createOutlineBuilder, type ReplayOutline } from '#shared/replay/outline.ts'
import type { Run } from '#shared/replay/runs.ts'
import type { Agents } from '../agents.ts'
import { createSlices } from '../slices.ts'
import type { SessionRecord } from '../store/record.ts'
import { entriesOf } from '../store/walk.ts'
import { openArchive } from './archive.ts'
import type { Masking } from './file/body-lines.ts'
import { createSessionFiles } from './file/session-files.ts'
import { createLibrary } from './library.ts'
import { createMockAgents } from './mock/mock-agents.ts'
import { openSession } from './opened.ts'
import { createReaders, type Readers } from './readers.ts'
import type { RecordingService } from './recording.ts'
import { createReplays } from './replay/replays.ts'
import { readRuns } from './runs.ts'
import { searchSessions } from './search.ts'
import { createViewOf } from './views.ts'

/** Agents by what they are called. */
type Named = SessionView['agents']

export interface SessionsDeps {
  readonly record: SessionRecord
  readonly recording: RecordingService
  readonly agents: Agents
  readonly dataDir: string
  /** Secrets learnt since something was recorded leave it on its way out. */
  readonly mask: Masking
  readonly reveal: (secretId: string) => string | undefined
  /** How the user reads what agents say while they work. */
  readonly workingTexts: () => WorkingTexts
  readonly version: string
  readonly pageFolder: string | undefined
  readonly makeReaders: (record: SessionRecord, of: ReadersOf) => Readers
}

interface ReadersOf {
  readonly sessionId: string | undefined
  /** That session, or the one that is recorded, or was last. */
  shownId(): string
  /** Agents can be called from where it is read: what the user thinks of them holds. */
  isLive(): boolean
  now(): number
  named(): Named
  /** Where the spans of a session that is replayed lie. */
  source(): { readonly record: SessionRecord; readonly sessionId: string } | undefined
}

export function createSessions(deps: SessionsDeps) {
  const { record, recording, agents, dataDir, mask, reveal, version, pageFolder, makeReaders } = deps
  const { workingTexts } = deps
  const archive = openArchive(record, dataDir)
  const viewOf = createViewOf(agents, recording)
  const library = createLibrary({ archive, recording, viewOf, dataDir })

  const view = (sessionId: string): SessionView => {
    const found = archive.find(sessionId)
    return viewOf(found.record, found.row)
  }
  const mocks = createMockAgents(archive, view, mask)
  const replays = createReplays(archive, dataDir)
  const recordOf = (sessionId: string | undefined): SessionRecord => {
    if (sessionId === undefined) return record
    return replays.find(sessionId)?.record ?? archive.find(sessionId).record
  }
  const nowIn = (sessionId: string | undefined): number =>
    (sessionId !== undefined && replays.find(sessionId)?.now()) || Date.now()
  const isLive = (sessionId = recording.latestSession()) => sessionId === recording.latestSession()
  const agentsIn = (sessionId: string | undefined): Named => {
    if (sessionId === undefined || isLive(sessionId)) return agents.list()
    return view(replays.find(sessionId)?.sessionId ?? sessionId).agents
  }
  const readersOf = createReaders(recordOf, (of, sessionId) =>
    makeReaders(of, {
      sessionId,
      shownId: () => sessionId ?? recording.latestSession(),
      isLive: () => isLive(sessionId),
      now: () => nowIn(sessionId),
      named: () => agentsIn(sessionId),
      source: () => replays.source(sessionId),
    }),
  )
  const countedView = async (sessionId: string): Promise<SessionView> => {
    await archive.find(sessionId).record.counted(sessionId)
    return view(sessionId)
  }
  const open = async (sessionId: string) =>
    openSession(archive.find(sessionId).record, await countedView(sessionId), workingTexts())
  const files = createSessionFiles({
    archive,
    view: countedView,
    open,
    mask,
    reveal,
    version,
    dataDir,
    pageFolder,
  })
  const now = async (): Promise<Recording> => {
    const state = recording.state()
    const shownId = recording.latestSession()
    const shown = record.session(shownId) === undefined ? {} : { shownId }
    if (state.state === 'stopped') return { state: state.state, ...shown }
    return { state: state.state, session: await countedView(state.sessionId), ...shown }
  }

  return {
    ...library,
    /** Where a call that begins now belongs. */
    currentSession: recording.currentSession,
    /** The record that has this session; the live one where none is named. */
    recordOf,
    /** What reads the live record, or one session wherever it is kept; where it is replayed, at the time it is there. */
    readersOf,
    records: archive.records,
    /** The record that has this session; all of them where none is named. */
    recordsOf: (sessionId: string | undefined): readonly SessionRecord[] =>
      sessionId === undefined ? archive.records() : [recordOf(sessionId)],
    files,
    replays,
    mocks,
    view,
    recording: now,
    record(action: 'start' | 'pause' | 'stop' | 'new'): Promise<Recording> {
      const { start, pause, stop, startNew } = recording
      const act = { start, pause, stop, new: startNew }
      act[action]()
      return now()
    },
    search: (request: Inputs['sessions']['search']): Promise<SearchPage> =>
      searchSessions(archive, view, request),
    /** A file's path stays here. */
    openingForWindow: (opening: Opening): WindowOpening =>
      opening.kind === 'file'
        ? { kind: 'file', uploadId: files.offer(opening.path), name: basename(opening.path) }
        : opening,
    open,
    runs: (sessionId: string): Promise<readonly Run[]> =>
      readRuns(archive.find(sessionId).record, sessionId, workingTexts()),
    async outline(sessionId: string): Promise<ReplayOutline> {
      const builder = createOutlineBuilder()
      const breathe = createSlices()
      const found = archive.find(sessionId)
      for (let after: number | undefined = 0; after !== undefined; ) {
        const { rows, next } = found.record.walk({ sessionId }, after)
        for (const { entry } of entriesOf(rows)) {
          builder.add(entry)
          await breathe()
        }
        after = next
      }
      return builder.outline()
    },
    async close(): Promise<void> {
      await mocks.close()
      files.close()
      replays.close()
      recording.close()
      archive.close()
    },
  }
}
