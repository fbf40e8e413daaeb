// The contract → services, one line an entry. It does not compile while an entry of the contract is missing here.

import { implement } from '@orpc/server'
import { contract } from '#shared/contract/contract.ts'
import { checkRoutes } from './checks/check-routes.ts'
import { inspectText } from './discovery/inspect.ts'
import type { Engine } from './engine.ts'
import { hostRoutes } from './host-routes.ts'
import { readBodyPiece, readExchange } from './read-body.ts'
import { readerRoutes } from './reader-routes.ts'
import { shortenBody } from './store/shorten-body.ts'

export function createRouter(engine: Engine) {
  const { agents, addAgent, forgetAgent, access, discovery, questions, conversation, tasks } = engine
  const { again, sessions, preferences, demo } = engine
  const { updates, fetchFile, chat, push, signIns, taps } = engine
  const on = implement(contract)
  return on.router({
    host: hostRoutes(engine),
    agents: {
      list: on.agents.list.handler(() => agents.list()),
      add: on.agents.add.handler(({ input }) => addAgent(input)),
      addChosen: on.agents.addChosen.handler(({ input }) => discovery.addChosen(input)),
      addCard: on.agents.addCard.handler(({ input }) => discovery.addPasted(input.text, input.baseUrl)),
      edit: on.agents.edit.handler(({ input }) => agents.edit(input.agentId, input.changes)),
      reorder: on.agents.reorder.handler(({ input }) => agents.reorder(input.agentIds)),
      remove: on.agents.remove.handler(({ input }) => forgetAgent(input.agentId)),
      settings: on.agents.settings.handler(({ input }) => agents.settings(input.agentId)),
      configure: on.agents.configure.handler(({ input }) => agents.configure(input.agentId, input.settings)),
    },
    access: {
      describe: on.access.describe.handler(({ input }) => access.describe(input)),
      set: on.access.set.handler(({ input }) => access.set(input.agentId, input.credentials)),
      clientCertificate: on.access.clientCertificate.handler(({ input }) =>
        access.clientCertificate(input.agentId),
      ),
      setClientCertificate: on.access.setClientCertificate.handler(({ input: { agentId, certificate } }) =>
        access.setClientCertificate(agentId, certificate),
      ),
      forgetRedirect: on.access.forgetRedirect.handler(({ input: { agentId, ...redirect } }) =>
        access.forgetRedirect(agentId, redirect),
      ),
      approve: on.access.approve.handler(({ input: { agentId, origin, approved } }) =>
        access.approve(agentId, origin, approved),
      ),
    },
    signIn: signInRoutes(signIns),
    card: {
      discover: on.card.discover.handler(({ input: { agentId, bypassCache }, signal }) =>
        discovery.discover(agentId, { bypassCache, signal }),
      ),
      current: on.card.current.handler(({ input }) => discovery.current(input.agentId)),
      inspect: on.card.inspect.handler(({ input }) => inspectText(input.text, input.baseUrl)),
      acceptChange: on.card.acceptChange.handler(({ input }) => discovery.acceptChange(input.agentId)),
      compareViews: on.card.compareViews.handler(({ input, signal }) =>
        questions.compareViews(input.agentId, signal),
      ),
      probe: on.card.probe.handler(({ input, signal }) => questions.probe(input.agentId, signal)),
      extended: on.card.extended.handler(({ input, signal }) => questions.extended(input.agentId, signal)),
      icon: on.card.icon.handler(({ input, signal }) => questions.icon(input.agentId, input.iconUrl, signal)),
      verify: on.card.verify.handler(({ input, signal }) => questions.verify(input, signal)),
    },
    conversation: {
      send: on.conversation.send.handler(({ input, signal }) => conversation.send(input, signal)),
    },
    tasks: {
      get: on.tasks.get.handler(({ input, signal }) => tasks.get(input, signal)),
      list: on.tasks.list.handler(({ input, signal }) => tasks.list(input, signal)),
      cancel: on.tasks.cancel.handler(({ input, signal }) => tasks.cancel(input, signal)),
      subscribe: on.tasks.subscribe.handler(({ input, signal }) => tasks.subscribe(input, signal)),
      cut: on.tasks.cut.handler(({ input }) => tasks.cut(input)),
      poll: on.tasks.poll.handler(({ input, signal }) => tasks.poll(input, signal)),
    },
    files: {
      fetch: on.files.fetch.handler(({ input, signal }) => fetchFile(input, signal)),
    },
    chat: {
      draft: on.chat.draft.handler(({ input }) => chat.draft(input.agentId)),
      contexts: on.chat.contexts.handler(() => chat.contexts()),
      workingTexts: on.chat.workingTexts.handler(() => chat.workingTexts()),
      readWorkingText: on.chat.readWorkingText.handler(({ input }) =>
        chat.readWorkingText(input.agentId, input.as),
      ),
      keepDraft: on.chat.keepDraft.handler(({ input }) => chat.keepDraft(input.agentId, input.draft)),
      noteContext: on.chat.noteContext.handler(({ input }) => chat.noteContext(input)),
    },
    receiver: {
      state: on.receiver.state.handler(() => push.receiver.state()),
      start: on.receiver.start.handler(({ input }) => push.receiver.start(input)),
      stop: on.receiver.stop.handler(() => push.receiver.stop()),
      selfTest: on.receiver.selfTest.handler(() => push.receiver.selfTest()),
      clearNoise: on.receiver.clearNoise.handler(() => push.receiver.clearNoise()),
      dismissSleep: on.receiver.dismissSleep.handler(() => push.receiver.dismissSleep()),
    },
    push: {
      prepare: on.push.prepare.handler(({ input }) => push.desk.prepare(input.agentId, input.options)),
      set: on.push.set.handler(({ input: { options, ...task }, signal }) =>
        push.desk.set(task, options, signal),
      ),
      get: on.push.get.handler(({ input, signal }) => push.desk.get(input.configId, signal)),
      list: on.push.list.handler(({ input, signal }) => push.desk.list(input, signal)),
      delete: on.push.delete.handler(({ input, signal }) => push.desk.delete(input.configId, signal)),
      deleteAtAgent: on.push.deleteAtAgent.handler(({ input: { agentConfigId, ...task }, signal }) =>
        push.desk.deleteAtAgent(task, agentConfigId, signal),
      ),
      offerAgain: on.push.offerAgain.handler(({ input, signal }) =>
        push.desk.offerAgain(input.configId, signal),
      ),
      forget: on.push.forget.handler(({ input }) => push.forget(input.configId)),
      answerWith: on.push.answerWith.handler(({ input }) => push.answerWith(input.configId, input.plan)),
      useKeys: on.push.useKeys.handler(({ input, signal }) => push.useKeys(input, signal)),
      diagnose: on.push.diagnose.handler(({ input, signal }) => push.diagnose(input.configId, signal)),
    },
    record: {
      exchange: on.record.exchange.handler(({ input }) =>
        readExchange(sessions.recordsOf(input.sessionId), input),
      ),
      body: on.record.body.handler(({ input }) => readBodyPiece(sessions.records(), input)),
      shortened: on.record.shortened.handler(({ input }) => shortenBody(sessions.records(), input)),
    },
    checks: checkRoutes(engine.checks),
    sessions: {
      list: on.sessions.list.handler(({ input }) => sessions.list(input)),
      recording: on.sessions.recording.handler(() => sessions.recording()),
      record: on.sessions.record.handler(({ input }) => sessions.record(input.action)),
      edit: on.sessions.edit.handler(({ input }) => sessions.edit(input.sessionId, input.changes)),
      remove: on.sessions.remove.handler(({ input }) => sessions.remove(input.sessionId)),
      cancelRemoval: on.sessions.cancelRemoval.handler(({ input }) =>
        sessions.cancelRemoval(input.sessionId),
      ),
      compact: on.sessions.compact.handler(async function* ({ signal }) {
        yield* sessions.compacting(signal)
      }),
      search: on.sessions.search.handler(({ input }) => sessions.search(input)),
      find: on.sessions.find.handler(({ input }) => sessions.find(input.named)),
      open: on.sessions.open.handler(({ input }) => sessions.open(input.sessionId)),
      runs: on.sessions.runs.handler(({ input }) => sessions.runs(input.sessionId)),
      outline: on.sessions.outline.handler(({ input }) => sessions.outline(input.sessionId)),
    },
    sessionFiles: {
      exporting: on.sessionFiles.exporting.handler(async function* ({ input, signal }) {
        yield* sessions.files.exporting(input, signal)
      }),
      readExport: on.sessionFiles.readExport.handler(async ({ input: { exportId, offset, length } }) => ({
        base64: (await sessions.files.read(exportId, offset, length)).toString('base64'),
      })),
      dropExport: on.sessionFiles.dropExport.handler(({ input }) => ({
        dropped: sessions.files.drop(input.exportId),
      })),
      beginUpload: on.sessionFiles.beginUpload.handler(() => sessions.files.beginUpload()),
      upload: on.sessionFiles.upload.handler(async ({ input: { uploadId, base64 } }) => ({
        receivedBytes: await sessions.files.append(uploadId, Buffer.from(base64, 'base64')),
      })),
      importing: on.sessionFiles.importing.handler(async function* ({ input, signal }) {
        yield* sessions.files.importing(input, signal)
      }),
      dropUpload: on.sessionFiles.dropUpload.handler(({ input }) => ({
        dropped: sessions.files.drop(input.uploadId),
      })),
    },
    replays: {
      open: on.replays.open.handler(({ input }) => sessions.replays.open(input.sessionId)),
      control: on.replays.control.handler(({ input }) =>
        sessions.replays.control(input.replayId, input.action),
      ),
      follow: on.replays.follow.handler(async function* ({ input, signal }) {
        yield* sessions.replays.follow(input.replayId, signal)
      }),
    },
    mockAgents: {
      list: on.mockAgents.list.handler(() => sessions.mocks.list()),
      start: on.mockAgents.start.handler(({ input }) => sessions.mocks.start(input)),
      stop: on.mockAgents.stop.handler(({ input }) => sessions.mocks.stop(input.address)),
    },
    taps: tapRoutes(taps),
    ...readerRoutes(engine.readersOf),
    again: {
      draft: on.again.draft.handler(({ input }) => again.draft(input.exchangeId)),
      resend: on.again.resend.handler(({ input }) => again.resend(input.exchangeId)),
      send: on.again.send.handler(({ input }) => again.send(input)),
      inOtherWay: on.again.inOtherWay.handler(({ input }) => again.inOtherWay(input.exchangeId, input.way)),
    },
    preferences: {
      read: on.preferences.read.handler(() => preferences.read()),
      write: on.preferences.write.handler(({ input }) => preferences.write(input)),
    },
    demo: { start: on.demo.start.handler(({ input }) => demo.start(input)) },
    ...{ traces: traceRoutes(engine.traces), spanReceiver: spanReceiverRoutes(engine.spanReceiver) },
    updates: {
      follow: on.updates.follow.handler(async function* ({ signal }) {
        yield* updates.follow(signal ?? AbortSignal.abort())
      }),
      allow: on.updates.allow.handler(({ input }) => updates.allow(input.allowed)),
      ask: on.updates.ask.handler(() => updates.ask()),
      bring: on.updates.bring.handler(() => updates.bring()),
      install: on.updates.install.handler(() => updates.install()),
    },
    codingAgents: codingAgentRoutes(engine.codingAgents),
  })
}

function signInRoutes(signIns: Engine['signIns']) {
  const on = implement(contract)
  return {
    follow: on.signIn.follow.handler(({ input: { agentId }, signal }) => signIns.follow(agentId, signal)),
    start: on.signIn.start.handler(({ input }) => signIns.start(input)),
    cancel: on.signIn.cancel.handler(({ input }) => signIns.cancel(input.agentId)),
    finish: on.signIn.finish.handler(({ input }) => signIns.finish(input.agentId, input.address)),
    refresh: on.signIn.refresh.handler(({ input }) => signIns.refresh(input.agentId)),
    signOut: on.signIn.signOut.handler(({ input }) => signIns.signOut(input.agentId)),
  }
}

function tapRoutes(taps: Engine['taps']) {
  const on = implement(contract)
  return {
    list: on.taps.list.handler(() => taps.list()),
    start: on.taps.start.handler(({ input }) => taps.start(input)),
    startProxy: on.taps.startProxy.handler(({ input }) => taps.startProxy(input)),
    resume: on.taps.resume.handler(({ input }) => taps.resume(input.id)),
    stop: on.taps.stop.handler(({ input }) => taps.stop(input.id)),
    setFaults: on.taps.setFaults.handler(({ input }) => taps.setFaults(input.id, input.faults)),
    setSignedCards: on.taps.setSignedCards.handler(({ input }) =>
      taps.setSignedCards(input.id, input.signedCards),
    ),
    setWebhooks: on.taps.setWebhooks.handler(({ input }) => taps.setWebhooks(input.id, input.webhooks)),
    remove: on.taps.remove.handler(({ input }) => taps.remove(input.id)),
  }
}

function traceRoutes(traces: Engine['traces']) {
  const on = implement(contract)
  return {
    settings: on.traces.settings.handler(() => traces.settings()),
    configure: on.traces.configure.handler(({ input }) => traces.configure(input)),
    test: on.traces.test.handler(() => traces.test()),
    clientCertificate: on.traces.clientCertificate.handler(() => traces.clientCertificate()),
    setClientCertificate: on.traces.setClientCertificate.handler(({ input: { certificate } }) =>
      traces.setClientCertificate(certificate),
    ),
    follow: on.traces.follow.handler(async function* ({ signal }) {
      yield* traces.follow(signal ?? AbortSignal.abort())
    }),
  }
}

function spanReceiverRoutes(receiver: Engine['spanReceiver']) {
  const on = implement(contract)
  return {
    state: on.spanReceiver.state.handler(() => receiver.state()),
    follow: on.spanReceiver.follow.handler(async function* ({ signal }) {
      yield* receiver.follow(signal ?? AbortSignal.abort())
    }),
    start: on.spanReceiver.start.handler(({ input }) => receiver.start(input)),
    stop: on.spanReceiver.stop.handler(() => receiver.stop()),
  }
}

function codingAgentRoutes(codingAgents: Engine['codingAgents']) {
  const on = implement(contract)
  return {
    follow: on.codingAgents.follow.handler(async function* ({ signal }) {
      yield* codingAgents.follow(signal ?? AbortSignal.abort())
    }),
    stop: on.codingAgents.stop.handler(({ input }) => codingAgents.stop(input.id)),
  }
}

export type EngineRouter = ReturnType<typeof createRouter>
