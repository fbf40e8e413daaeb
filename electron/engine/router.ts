// Maps the contract to services, completely, as the compiler checks. Most services implement their area directly.

import type { Agent } from '#shared/contract/agents.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { RecordPage } from '#shared/contract/record.ts'
import { awaitServer } from './discovery/await-server.ts'
import { inspectText } from './discovery/inspect.ts'
import type { Engine } from './engine.ts'
import { type EngineRouter, everyCall, type Handlers, routerOf } from './handlers.ts'
import { abortedSignal } from './platform/async.ts'
import type { Readers } from './sessions/archive.ts'
import type { SessionRecord } from './store/record.ts'
import { shortenBody } from './store/shorten-body.ts'

export function createRouter(engine: Engine): EngineRouter {
  const { codingAgents, discovery, push, sessions, spanReceiver, traces, updates, readersOf } = engine
  const { mocks, replays } = sessions
  return routerOf({
    host: hostAnswers(engine),
    agents: agentAnswers(engine),
    access: engine.access,
    signIn: engine.signIns,
    card: {
      ...engine.questions,
      discover: ({ agentId, bypassCache }, signal) => discovery.discover(agentId, { bypassCache, signal }),
      current: ({ agentId }) => discovery.current(agentId),
      reach: ({ agentId }, signal = abortedSignal) => discovery.reach.follow(agentId, signal),
      awaitServer: ({ agentId }, signal) => awaitServer(engine.agents, agentId, signal),
      inspect: ({ text, baseUrl }) => inspectText(text, baseUrl),
      acceptChange: ({ agentId }) => discovery.acceptChange(agentId),
    },
    conversation: engine.conversation,
    tasks: engine.tasks,
    files: { fetch: engine.fetchFile },
    chat: engine.chat,
    receiver: push.receiver,
    push: { ...push.configs, ...push },
    record: {
      exchange: (input) => readExchange(sessions.recordsOf(input.sessionId), input),
      body: (input) => readBodyPiece(sessions.records(), input),
      shortened: (input) => shortenBody(sessions.records(), input),
    },
    checks: checkAnswers(engine),
    sessions: sessionAnswers(engine),
    sessionFiles: sessionFileAnswers(engine),
    replays: {
      open: ({ sessionId }) => replays.open(sessionId),
      control: ({ replayId, action }) => replays.control(replayId, action),
      follow: ({ replayId }, signal) => replays.follow(replayId, signal),
    },
    mockAgents: { ...mocks, stop: ({ address }) => mocks.stop(address) },
    taps: engine.taps,
    console: reading('console', readersOf),
    timeline: reading('timeline', readersOf),
    story: reading('story', readersOf),
    together: reading('together', readersOf),
    spans: reading('spans', readersOf),
    again: engine.again,
    preferences: engine.preferences,
    demo: { start: (which) => engine.removals.added(() => engine.demo.start(which)) },
    removals: engine.removals,
    traces: {
      ...traces,
      setClientCertificate: ({ certificate }) => traces.setClientCertificate(certificate),
      follow: (_, signal = abortedSignal) => traces.follow(signal),
    },
    spanReceiver: { ...spanReceiver, follow: (_, signal = abortedSignal) => spanReceiver.follow(signal) },
    updates: { ...updates, follow: (_, signal = abortedSignal) => updates.follow(signal) },
    codingAgents: {
      follow: (_, signal = abortedSignal) => codingAgents.follow(signal),
      stop: ({ id }) => codingAgents.stop(id),
    },
  })
}

/** Readers of a stored session if one is named, else of the live record. */
function reading<Of extends keyof Readers>(area: Of, readersOf: Engine['readersOf']): Handlers<Of> {
  type Read = (input: unknown, options: { readonly signal?: AbortSignal } | undefined) => unknown
  const answers = everyCall(
    area,
    (call) => (input: { readonly sessionId?: string }, signal?: AbortSignal) => {
      const reader = readersOf(input.sessionId)[area] as unknown as Readonly<Record<string, Read>>
      return reader[call]?.(input, signal && { signal })
    },
  )
  return answers as unknown as Handlers<Of>
}

function hostAnswers(engine: Engine): Handlers<'host'> {
  const { host, openings, problems, internalErrors, redirects, sessions } = engine
  return {
    capabilities: () => host.capabilities,
    openLink: ({ url }) => host.openLink(url),
    reportProblem: problems.report,
    internalErrors: (_, signal = abortedSignal) => internalErrors.follow(signal),
    menuCommands: (_, signal = abortedSignal) => host.menuCommands(signal),
    offerCommands(offer) {
      host.offerCommands(offer)
      return { offered: offer.commands.length }
    },
    async *openings(_, signal = abortedSignal) {
      for await (const opening of openings.taken(signal)) yield sessions.openingForWindow(opening)
    },
    redirects: (_, signal = abortedSignal) => redirects.waiting(signal),
    answerRedirect: async ({ questionId, answer }) => ({
      answered: await redirects.answer(questionId, answer),
    }),
  }
}

function agentAnswers(engine: Engine): Handlers<'agents'> {
  const { agents, discovery, addAgent, forgetAgent, pending, removals } = engine
  const isRemoved = ({ id }: Pick<Agent, 'id'>) => pending.hides({ kind: 'agent', agentId: id })
  const listed = (all: readonly Agent[]) => all.filter((agent) => !isRemoved(agent))
  return {
    list: () => listed(agents.list()),
    add: (input) => removals.added(() => addAgent(input)),
    addChosen: (input) => removals.added(() => discovery.addChosen(input)),
    addCard: ({ text, baseUrl }) => discovery.addPasted(text, baseUrl),
    edit: ({ agentId, changes }) => agents.edit(agentId, changes),
    reorder: async ({ agentIds }) => listed(await agents.reorder(agentIds, isRemoved)),
    remove: ({ agentId }) => forgetAgent(agentId),
    settings: ({ agentId }) => agents.settings(agentId),
    async configure({ agentId, settings }) {
      const stored = await agents.configure(agentId, settings)
      discovery.reach.changed()
      return stored
    },
  }
}

function checkAnswers({ checks }: Engine): Handlers<'checks'> {
  const { prompts, runs } = checks
  return {
    plan: (input, signal) => checks.plan(input, signal),
    prompts: ({ agentId }) => prompts.of(agentId),
    setPrompts: ({ agentId, prompts: changed }) => prompts.set(agentId, changed),
    tryPrompts: ({ agentId }, signal) => checks.tryPrompts(agentId, signal),
    start: (input, signal) => checks.start(input, signal),
    stop: ({ sessionId }) => checks.stop(sessionId),
    read: runs.read,
    runs: ({ agentId }) => runs.past(agentId),
    report: (input) => checks.report(input),
  }
}

function sessionAnswers({ sessions }: Engine): Handlers<'sessions'> {
  return {
    list: sessions.list,
    recording: sessions.recording,
    record: ({ action }) => sessions.record(action),
    edit: ({ sessionId, changes }) => sessions.edit(sessionId, changes),
    remove: ({ sessionId }) => sessions.remove(sessionId),
    cancelRemoval: ({ sessionId }) => sessions.cancelRemoval(sessionId),
    compact: (_, signal) => sessions.compacting(signal),
    search: sessions.search,
    find: ({ named }) => sessions.find(named),
    open: ({ sessionId }) => sessions.open(sessionId),
    runs: ({ sessionId }) => sessions.runs(sessionId),
    outline: ({ sessionId }) => sessions.outline(sessionId),
  }
}

function sessionFileAnswers({ sessions: { files } }: Engine): Handlers<'sessionFiles'> {
  return {
    exporting: files.exporting,
    readExport: async ({ exportId, offset, length }) => ({
      base64: (await files.read(exportId, offset, length)).toString('base64'),
    }),
    dropExport: ({ exportId }) => ({ dropped: files.drop(exportId) }),
    beginUpload: files.beginUpload,
    upload: async ({ uploadId, base64 }) => ({
      receivedBytes: await files.append(uploadId, Buffer.from(base64, 'base64')),
    }),
    importing: files.importing,
    dropUpload: ({ uploadId }) => ({ dropped: files.drop(uploadId) }),
  }
}

// Finds entries and bodies by id or hash, in any record. Ids and hashes are unguessable or derived from content, so a
// reader need not find the session’s origin.

type RecordInputs = Inputs['record']

function readBodyPiece(records: readonly SessionRecord[], { hash, offset, length }: RecordInputs['body']) {
  for (const record of records) {
    const piece = record.body(hash, { offset, length })
    if (piece) return { base64: Buffer.from(piece.bytes).toString('base64'), sizeBytes: piece.sizeBytes }
  }
  throw new Fault('not-found', 'This body is no longer in the record.')
}

async function readExchange(
  records: readonly SessionRecord[],
  { exchangeId, after, limit }: RecordInputs['exchange'],
): Promise<RecordPage> {
  let page: RecordPage = { entries: [], next: after, latest: 0 }
  for (const record of records) {
    // The caller may just have learned that the call is over.
    record.flush()
    page = await record.read({ after, limit, filter: { exchangeId } })
    if (page.entries.length > 0) break
  }
  return page
}
