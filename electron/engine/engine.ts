// createEngine(deps): wires the services, nothing else. An engine is one data directory opened once.

import { randomUUID } from 'node:crypto'
import { sendOperation } from '#shared/a2a/send-operation.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { SendRequest } from '#shared/contract/conversation.ts'
import type { CallOutcome } from '#shared/contract/operation.ts'
import { defined } from '#shared/defined.ts'
import { mapStrings } from '#shared/json/map-strings.ts'
import { createSpansApi } from '#shared/spans/spans-api.ts'
import { createSequenceApi } from '#shared/story/sequence/sequence-api.ts'
import { type AccessService, createAccess } from './access/access.ts'
import { createAccessApi, createRedirectQuestions } from './access/access-api.ts'
import { createAddressVault, maskedAddress } from './access/address-vault.ts'
import { createClientCertificates } from './access/client-certificates.ts'
import { openCredentialFile } from './access/credential-file.ts'
import type { Environment } from './access/environment.ts'
import { forNow } from './access/secret-store.ts'
import type { SignIns } from './access/sign-in/sign-in.ts'
import { wireSignIns } from './access/sign-in/wire-sign-ins.ts'
import { type Agents, openAgents } from './agents.ts'
import { createRunningCalls } from './cancel-calls.ts'
import { type ChatStore, openChatMemory } from './chat-memory.ts'
import { openChecks } from './checks/checks.ts'
import { createCodingAgents } from './coding-agents.ts'
import { createConsole } from './console/console.ts'
import { type DataFolder, leaveNote } from './data-folder/data-folder.ts'
import { createDemo } from './demo.ts'
import { watchInternalErrors } from './diagnostics/internal-errors.ts'
import { createProblems } from './diagnostics/problem-report.ts'
import { openCardCache } from './discovery/card-cache.ts'
import { createDiscovery, type DiscoveryService } from './discovery/discovery.ts'
import { createCardFetcher } from './discovery/fetch-card.ts'
import { createInterfaceReach } from './discovery/interface-reach.ts'
import { createCardQuestions } from './discovery/questions.ts'
import { createFetchFile } from './fetch-file.ts'
import type { Host } from './host.ts'
import { createJudge } from './judge.ts'
import { judgeAccess } from './judge-access.ts'
import { networkProfile } from './network-profile.ts'
import { createOpenings } from './openings.ts'
import { createOperations, type Operations } from './operation.ts'
import { openPendingRemovals, type PendingRemovals } from './pending-removals.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Log } from './platform/errors.ts'
import { allWritten } from './platform/json-files.ts'
import { createOwnPorts } from './platform/net.ts'
import { type MutedRules, openMutedRules, openPreferences } from './preferences.ts'
import { openPush } from './receiver/push.ts'
import type { PushConfigs } from './receiver/push-configs.ts'
import { createRemovals } from './removals.ts'
import { createResend } from './resend.ts'
import { createSequenceFolds, type SequenceFolds } from './sequence.ts'
import { expireSessions } from './sessions/expire-sessions.ts'
import { createRecording, goOnWith } from './sessions/recording.ts'
import { createSessions, type SessionsDeps } from './sessions/sessions.ts'
import { openSpanReceiver } from './spans/span-receiver.ts'
import { spanSource } from './spans/span-source.ts'
import { openRecord, type SessionRecord } from './store/record.ts'
import { judgeInOrder, recordInOrder } from './store/record-in-order.ts'
import { createConversationFolds } from './story/conversation-folds.ts'
import { createStory } from './story/story.ts'
import { createForwarding } from './tap/forwarding.ts'
import { openTaps } from './tap/taps.ts'
import { createTasks } from './tasks.ts'
import { createTimeline } from './timeline.ts'
import { openTraceExport } from './traces/trace-export.ts'
import { openUpdates } from './updates.ts'
import { createWire, type Wire } from './wire/wire.ts'

export interface EngineDeps {
  readonly host: Host
  /** Released when the engine is closed. */
  readonly folder: DataFolder
  readonly log: Log
  /** The built parts of a page that shows a session; without them no page can be written. */
  readonly pageFolder?: string
  /** Parley's own suites of checks; without them, only the user's are run. */
  readonly suitesFolder?: string
  /** The program of the taps' thread; without it, they forward in the engine's thread. */
  readonly tapThread?: string
  /** Resolves `${env:NAME}` in credentials; by default the environment of the process. */
  readonly environment?: Environment
  /** `now`: credentials and taps apply to this process alone, and are not stored. */
  readonly credentialsFor?: 'good' | 'now'
  /** For the times of entries, and for time-outs, polls and expiries. */
  readonly clock?: Clock
  readonly demoStepMs?: number
}

export type Engine = Awaited<ReturnType<typeof openEngine>>

export async function openEngine(deps: EngineDeps) {
  const { host, folder, log, pageFolder, suitesFolder, tapThread, credentialsFor = 'good' } = deps
  const { environment = process.env } = deps
  const dataDir = folder.path
  const mutedRules = await openMutedRules(dataDir)
  const record = openRecord({ dataDir, notices: folder.notices, mutedRules: mutedRules.list })
  const isCommand = credentialsFor === 'now'
  const { unended, clock } = goOnWith(record, deps.clock ?? systemClock, isCommand)
  const version = host.capabilities.productVersion
  leaveNote(dataDir)
  const [preferences, chat, credentialFile, pending] = await Promise.all([
    openPreferences(dataDir),
    openChatMemory(dataDir),
    openCredentialFile(dataDir),
    openPendingRemovals(dataDir),
  ])
  const { file, secrets } = isCommand
    ? forNow(credentialFile, host.secrets)
    : { file: credentialFile, secrets: host.secrets }
  const certificates = createClientCertificates(host.secrets)
  const redirects = createRedirectQuestions(file)
  const reach = createInterfaceReach(() => ({ agents, discovery }))
  const judge = reach.judge(judgeAccess(createJudge(clock), (agentId) => discovery.card(agentId)))
  const profileOf = (agentId: string) => ({
    ...networkProfile(agents.network(agentId)),
    ...certificates.shown(agentId, access.approvedOrigins(agentId)),
  })
  const ownPorts = createOwnPorts()
  const forwarding = createForwarding({ clock, dataDir, program: tapThread, ownPorts })
  const inOrder = recordInOrder(record, forwarding.catchUp)
  const inTurn = { record: inOrder, judge: judgeInOrder(judge, forwarding.catchUp) }
  const wire = createWire({ ...inTurn, confirmRedirect: redirects.ask, profileOf, clock })
  const vault = createAddressVault(host.secrets, wire)
  const agents = await openAgents({ dataDir, vault, wire, usualTimeouts: () => preferences.read().calls })
  const recording = createRecording({ record, agents, unended, isCommand })
  const { currentSession } = recording
  const later = () => ({ access, discovery })
  const signIns = wireSignIns({ wire, clock, record, host, agents, certificates, currentSession, later })
  const access = createAccess({ file, secrets, environment, certificates, signIns })
  const answerMs = (agentId: string) => networkProfile(agents.network(agentId)).firstByteTimeoutMs
  const fetcher = createCardFetcher({ wire, record, access, currentSession, answerMs })
  const demo = createDemo(agents, deps.demoStepMs)
  const discovery = createDiscovery({
    agents,
    startDemo: demo.startAgain,
    ...{ access, fetcher, wire, vault, reach },
    cardCache: openCardCache(dataDir),
    preferredBinding: () => preferences.read().calls?.binding,
  })
  const questions = createCardQuestions({ wire, access, discovery, fetcher, currentSession })
  const running = createRunningCalls()
  const operations = createOperations({ wire, agents, access, discovery, running, currentSession })
  const base = { dataDir, wire, record, currentSession, discovery }
  const push = await openPush({ ...base, judge: inTurn.judge, operations, ownPorts, clock })
  const taps = await openTaps({ ...base, judge, agents, forwarding, secrets, pending }, credentialsFor)
  const sessions = createSessions({
    ...{ record, recording, agents, dataDir },
    mask: wire.leaving,
    reveal: wire.reveal,
    workingTexts: chat.workingTexts,
    version,
    pageFolder,
    makeReaders: readersMaker({
      ...{ record, agents, wire, access, discovery, signIns, version, chat, pending, mutedRules },
    }),
  })
  const again = createResend({ wire, record, access, agents, running, currentSession })
  const problems = createProblems({ dataDir, productVersion: version, log, mask: wire.leaving.text })
  const internalErrors = watchInternalErrors(problems)
  const updates = await openUpdates({ dataDir, updater: host.updater, isRecording: recording.isOn, log })
  for (const path of folder.openToOthers) log(`Other users of this machine may be able to read ${path}.`)
  for (const notice of folder.notices()) log(notice)
  const observed = { wire, record, records: sessions.records, recording, mask: wire.mask.text }
  const checked = { ...observed, dataDir, access, agents, discovery, push, version }
  const checks = await openChecks(checked, suitesFolder)
  const traces = await openTraceExport({ ...checked, wire, secrets, environment, certificates, isCommand })
  const spanReceiver = await openSpanReceiver({ ...checked, isCommand, ownPorts, clock })
  // A command deletes nothing.
  const expiry = isCommand ? undefined : expireSessions({ sessions, preferences, log, clock })
  const forgetAgent = createForgetAgent(agents, [
    ...[taps.forgetAgent, access.forget, discovery.forget, questions.forget],
    ...[push.forgetAgent, chat.forgetAgent, checks.prompts.forgetAgent],
  ])
  const removals = createRemovals({ pending, forgetAgent, taps, chat, sessions, isCommand, clock })
  return {
    host,
    agents,
    addAgent: createAddAgent(agents, forgetAgent, pending),
    ...{ forgetAgent, pending, removals },
    access: createAccessApi({ agents, access, discovery, certificates, redirects, signIns }),
    signIns,
    discovery,
    questions,
    conversation: createConversationCalls(operations, push.configs),
    tasks: createTasks({ operations, running, mask: wire.mask.text, clock }),
    fetchFile: createFetchFile({ wire, access, currentSession }),
    chat,
    push,
    taps,
    /** Ports that Parley listens on; a front adds its own. */
    ownPorts,
    record,
    again,
    sessions,
    /** Readers of the live record, or of one session wherever it is stored. */
    readersOf: sessions.readersOf,
    preferences,
    demo,
    openings: createOpenings((address) => maskedAddress(wire, address)),
    redirects,
    checks,
    updates,
    codingAgents: createCodingAgents(),
    ...{ traces, spanReceiver, problems, internalErrors },
    /** Masks secrets in text for others. */
    mask: wire.leaving.text,
    /** Flushes; true if continuing after an uncaught error loses no entry. */
    isSound: () => losesNothing(record),
    async close(): Promise<void> {
      internalErrors.close()
      await removals.close()
      await checks.close()
      await signIns.close()
      await Promise.all([push.close(), taps.close(), traces.close(), spanReceiver.close()])
      wire.close()
      await Promise.all([demo.close(), expiry?.close()])
      await sessions.close()
      record.close()
      await allWritten(dataDir)
      folder.release()
    },
  }
}

/** Flushes; false if entries had to be dropped. */
function losesNothing(record: SessionRecord): boolean {
  const { droppedEntries } = record.status()
  record.flush()
  return record.status().droppedEntries === droppedEntries
}

interface ReadersDeps {
  readonly record: SessionRecord
  readonly agents: Agents
  readonly discovery: DiscoveryService
  readonly signIns: SignIns
  readonly chat: ChatStore
  readonly pending: PendingRemovals
  readonly wire: Wire
  readonly access: AccessService
  readonly version: string
  readonly mutedRules: MutedRules
}

/** Readers of one record, the live one or another. */
function readersMaker(deps: ReadersDeps): SessionsDeps['makeReaders'] {
  const { record, agents, wire, access, discovery, signIns, version, chat, pending, mutedRules } = deps
  const foldsOf = new WeakMap<SessionRecord, SequenceFolds>()
  return (sessionRecord, { sessionId, shownId, isLive, now, named, source }) => {
    const received = source()
    const together = foldsOf.get(sessionRecord) ?? createSequenceFolds(sessionRecord, received)
    foldsOf.set(sessionRecord, together)
    const console = createConsole({
      record: sessionRecord,
      agents,
      named,
      wire,
      isOwn: sessionRecord === record,
      discovery,
      tokenSource: signIns.tokenSource,
      isShownCertificate: access.showsCertificate,
      version,
      mutedRules,
      callersNamed: together.callersNamed,
      pending,
    })
    const folds = createConversationFolds(sessionRecord, sessionId)
    return {
      console,
      timeline: createTimeline({ record: sessionRecord, folds, mask: wire.leaving.text, now }),
      story: createStory({ record: sessionRecord, folds, sessionId, isLive, console, chat, pending, agents }),
      together: createSequenceApi({
        caughtUp: () => together.look(shownId()),
        followed: folds.followed,
        masked: (value) => mapStrings(value, wire.leaving.text),
      }),
      spans: createSpansApi(
        spanSource({ record: sessionRecord, sessionId, received, now, mask: wire.leaving.text }),
      ),
    }
  }
}

// Sends the user's messages to an agent. A call resolves when its exchange is over, and an aborted call cancels it.

function createConversationCalls(operations: Operations, pushConfigs: PushConfigs) {
  return {
    async send(
      { agentId, messageId, extensions, pushConfigId, chatId, ...composed }: SendRequest,
      signal?: AbortSignal,
    ): Promise<CallOutcome> {
      const push = pushConfigId === undefined ? composed.push : pushConfigs.along(pushConfigId)
      const operation = sendOperation({ ...composed, ...defined({ push }) }, messageId ?? randomUUID())
      const performed = await operations.perform(agentId, operation, { extensions, chatId, signal })
      if (pushConfigId !== undefined) await pushConfigs.sentAlong(pushConfigId, performed)
      return performed.answer
    },
  }
}

type ForgetAgent = (agentId: string) => Promise<{ readonly removed: boolean }>
type Forget = (agentId: string) => Promise<void> | void

/** Removes an agent with everything that each service stores about it, also after an interrupted removal. */
function createForgetAgent(agents: Agents, each: readonly Forget[]): ForgetAgent {
  return async (agentId) => {
    const outcome = await agents.remove(agentId)
    for (const forget of each) await forget(agentId)
    return outcome
  }
}

/** A tentative agent that was not confirmed is replaced by the new one. */
function createAddAgent(agents: Agents, forgetAgent: ForgetAgent, pending: PendingRemovals) {
  return async ({ address, tentative }: Inputs['agents']['add']): Promise<Agent> => {
    const before = agents.tentative().filter(({ id: agentId }) => !pending.hides({ kind: 'agent', agentId }))
    const agent = await agents.add(address, { tentative })
    for (const { id } of before) if (id !== agent.id) await forgetAgent(id)
    return agent
  }
}
