// The service of sessions: wires this folder's parts and implements the contract.

import { basename } from 'node:path'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { isPrompt } from '#shared/a2a/operation.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { WorkingTexts } from '#shared/contract/chat.ts'
import { defaultConnectionSettings } from '#shared/contract/constants.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { Opening, WindowOpening } from '#shared/contract/opening.ts'
import type { OpenedSession, Recording, SearchPage, SessionView } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import type { EndEntry, RequestEntry, ResponseEntry } from '#shared/record/entry.ts'
import { countOf } from '#shared/record/run.ts'
import { createOutlineBuilder, type ReplayOutline } from '#shared/replay/outline.ts'
import { maxRuns, type Run, runsOf } from '#shared/replay/runs.ts'
import { Projection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import { describeAccess } from '../access/describe.ts'
import type { Agents } from '../agents.ts'
import { readCardResponse } from '../discovery/card-response.ts'
import { chosenInterface } from '../discovery/choose-interface.ts'
import { inspectJson } from '../discovery/inspect.ts'
import { createSlices } from '../platform/async.ts'
import type { SessionRecord } from '../store/record.ts'
import { entriesOf, type WalkedRow } from '../store/walk.ts'
import { textBehind, wholeBody } from '../store/whole-body.ts'
import { createReaders, openArchive, type Readers } from './archive.ts'
import type { Masking } from './file/body-lines.ts'
import { rowsOfSession } from './file/select-exchanges.ts'
import { createSessionFiles } from './file/session-files.ts'
import { createLibrary, createViewOf } from './library.ts'
import { createMockAgents } from './mock/mock-agents.ts'
import type { RecordingService } from './recording.ts'
import { createReplays } from './replay/replays.ts'
import { searchSessions } from './search.ts'

/** The newest cards of a stored session; the others are on the wire. */
const maxOpenedCards = 200

// First entries of a session that are read to compare its prompts.
const maxComparedEntries = 100_000

type Named = SessionView['agents']

export interface SessionsDeps {
  readonly record: SessionRecord
  readonly recording: RecordingService
  readonly agents: Agents
  readonly dataDir: string
  /** Masks secrets in exports that were added after the recording. */
  readonly mask: Masking
  readonly reveal: (secretId: string) => string | undefined
  /** The user's setting for texts that agents send while they work. */
  readonly workingTexts: () => WorkingTexts
  readonly version: string
  readonly pageFolder: string | undefined
  readonly makeReaders: (record: SessionRecord, source: ReadersOf) => Readers
}

interface ReadersOf {
  readonly sessionId: string | undefined
  /** That session, or the current one, or the last one. */
  shownId(): string
  /** The agents can be called, so the user's settings apply. */
  isLive(): boolean
  now(): number
  named(): Named
  /** The source of a replay, which has the spans. */
  source(): { readonly record: SessionRecord; readonly sessionId: string } | undefined
}

export function createSessions(deps: SessionsDeps) {
  const { record, recording, agents, dataDir, mask, reveal, version, pageFolder, makeReaders } = deps
  const { workingTexts } = deps
  const archive = openArchive(record, dataDir)
  const viewOf = createViewOf(agents, recording)
  const library = createLibrary({ archive, recording, viewOf, dataDir })

  const view = (sessionId: string): SessionView => {
    const place = archive.find(sessionId)
    return viewOf(place.record, place.row)
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
  const readersOf = createReaders(recordOf, (sessionRecord, sessionId) =>
    makeReaders(sessionRecord, {
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
    /** For a call that begins now. */
    currentSession: recording.currentSession,
    /** The record with this session; without one, the live record. */
    recordOf,
    /** Readers of the live record, or of one session wherever it is stored; for a replay, at its current time. */
    readersOf,
    records: archive.records,
    /** The record with this session; without one, all records. */
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
    /** The path of a file stays in the engine. */
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
      const place = archive.find(sessionId)
      for (let after: number | undefined = 0; after !== undefined; ) {
        const { rows, next } = place.record.walk({ sessionId }, after)
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

async function readRuns(
  record: SessionRecord,
  sessionId: string,
  workingTexts: WorkingTexts,
): Promise<readonly Run[]> {
  const projection = new Projection(createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) }))
  const isOfThem = firstPrompts()
  const breathe = createSlices()
  let read = 0
  for (let after: number | undefined = 0; after !== undefined && read < maxComparedEntries; ) {
    const { rows, next } = record.walk({ sessionId }, after)
    for (const row of rows) {
      if (isOfThem(row)) projection.apply([row.packed])
      read += countOf(row.packed)
      await breathe()
    }
    after = next
  }
  return runsOf(projection.snapshot(), workingTexts)
}

/** Selects exchanges that began before the limit of prompts, or are about one of their tasks. */
function firstPrompts(): (row: WalkedRow) => boolean {
  const exchanges = new Set<string>()
  const tasks = new Set<string>()
  let prompts = 0
  return ({ packed, taskId }) => {
    const { kind, exchangeId } = packed
    if (kind === 'request' && isPrompt(packed.call.operation)) prompts += 1
    const begins = kind === 'request' || kind === 'webhook'
    if (begins && (prompts <= maxRuns || tasks.has(taskId ?? ''))) exchanges.add(exchangeId)
    if (!exchanges.has(exchangeId)) return false
    if (taskId !== undefined) tasks.add(taskId)
    return true
  }
}

// What the panes of a session need besides its entries: its agents, and their cards as recorded. No agent is called.

async function openSession(
  record: SessionRecord,
  session: SessionView,
  workingTexts: WorkingTexts,
): Promise<OpenedSession> {
  const cards = await cardsOf(record, session.id)
  const firstCalled = await firstCalledIn(record, session.id)
  return {
    session,
    ...defined({ firstCalled }),
    agents: session.agents.map(({ id, name }) => {
      const card = cards.get(id)
      const discovery = card ?? notRead()
      const needs = describeAccess(discovery).sentence
      const { [id]: workingText } = workingTexts
      const agent = agentOf(id, name, session, card)
      return { agent, discovery, needs, ...defined({ workingText }) }
    }),
  }
}

function agentOf(id: string, name: string, session: SessionView, card: Discovery | undefined): Agent {
  const address = card?.found === true ? card.cardUrl : ''
  return {
    id,
    name: card?.found === true ? card.card.name || name : name,
    address,
    addedAt: session.createdAt,
  }
}

function notRead(): Discovery {
  const sentence = 'No card was read during this recording.'
  return { found: false, reason: sentence, problem: { kind: 'not-found', sentence }, attempts: [] }
}

async function firstCalledIn(record: SessionRecord, sessionId: string): Promise<string | undefined> {
  for await (const { agentId } of rowsOfSession(record, sessionId, 'kind:operation')) return agentId
  return undefined
}

async function cardsOf(record: SessionRecord, sessionId: string): Promise<ReadonlyMap<string, Discovery>> {
  const calls: { readonly id: string; readonly agentId: string }[] = []
  for await (const { id, agentId } of rowsOfSession(record, sessionId, 'kind:card')) {
    if (agentId !== undefined) calls.push({ id, agentId })
  }
  const discoveries = new Map<string, Discovery>()
  for (const { id, agentId } of calls.slice(-maxOpenedCards).reverse()) {
    const discovery = discoveries.has(agentId) ? undefined : await readCard(record, id)
    if (discovery !== undefined) discoveries.set(agentId, discovery)
  }
  return discoveries
}

async function readCard(record: SessionRecord, exchangeId: string): Promise<Discovery | undefined> {
  const { entries } = await record.read({ after: 0, limit: 50, filter: { exchangeId } })
  const request = entries.find((entry): entry is RequestEntry => entry.kind === 'request')
  const response = entries.findLast((entry): entry is ResponseEntry => entry.kind === 'response')
  const end = entries.findLast((entry): entry is EndEntry => entry.kind === 'end')
  if (request === undefined || response === undefined || end?.body === undefined) return undefined
  const redirect = entries.findLast((entry) => entry.kind === 'redirect')
  const cardUrl = redirect?.kind === 'redirect' ? redirect.to : request.url
  const { status, headers } = response
  const body = wholeBody(record, end.body)
  const answer = readCardResponse(
    { kind: 'body', status, headers, body, url: cardUrl },
    undefined,
    cardUrl,
    undefined,
  )
  if (answer.kind !== 'card') return undefined
  const inspected = inspectJson(answer.raw, answer.facts)
  if (inspected.kind !== 'card') return undefined
  const { inspection } = inspected
  const connection = chosenInterface(inspection.card, inspection.raw, defaultConnectionSettings, cardUrl)
  return {
    ...inspection,
    found: true,
    source: 'fetched',
    cardUrl,
    attempts: [],
    ...(connection && { connection: { ...connection, credentials: 'none' as const } }),
  }
}
