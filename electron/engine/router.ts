// The contract → services, one line an entry. It does not compile while an entry of the contract is missing here.

import { implement } from '@orpc/server'
import { contract } from '#shared/contract/contract.ts'
import { inspectText } from './discovery/inspect.ts'
import type { Engine } from './engine.ts'
import { followRecord } from './follow-record.ts'
import { readBody, readExchange } from './read-body.ts'

export function createRouter(engine: Engine) {
  const {
    host,
    agents,
    forgetAgent,
    access,
    discovery,
    questions,
    conversation,
    sessions,
    preferences,
    demo,
  } = engine
  const on = implement(contract)
  return on.router({
    host: {
      capabilities: on.host.capabilities.handler(() => host.capabilities),
      openLink: on.host.openLink.handler(({ input }) => host.openLink(input.url)),
      menuCommands: on.host.menuCommands.handler(async function* ({ signal }) {
        yield* host.menuCommands(signal ?? AbortSignal.abort())
      }),
    },
    agents: {
      list: on.agents.list.handler(() => agents.list()),
      add: on.agents.add.handler(({ input }) => agents.add(input.address)),
      addCard: on.agents.addCard.handler(({ input }) => discovery.addPasted(input.text, input.baseUrl)),
      edit: on.agents.edit.handler(({ input }) => agents.edit(input.agentId, input.changes)),
      reorder: on.agents.reorder.handler(({ input }) => agents.reorder(input.agentIds)),
      remove: on.agents.remove.handler(({ input }) => forgetAgent(input.agentId)),
      settings: on.agents.settings.handler(({ input }) => agents.settings(input.agentId)),
      configure: on.agents.configure.handler(({ input }) => agents.configure(input.agentId, input.settings)),
    },
    access: {
      describe: on.access.describe.handler(({ input }) => access.describe(input.agentId)),
      set: on.access.set.handler(({ input }) => access.set(input.agentId, input.credentials)),
      approve: on.access.approve.handler(({ input: { agentId, origin, approved } }) =>
        access.approve(agentId, origin, approved),
      ),
    },
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
      verify: on.card.verify.handler(({ input, signal }) => questions.verify(input, signal)),
    },
    conversation: {
      send: on.conversation.send.handler(({ input, signal }) => conversation.send(input, signal)),
    },
    record: {
      read: on.record.read.handler(({ input: { sessionId, ...range }, signal }) =>
        followRecord(sessions.recordOf(sessionId), {
          ...range,
          ...(sessionId !== undefined && { filter: { sessionId } }),
          ...(signal && { signal }),
        }),
      ),
      exchange: on.record.exchange.handler(({ input }) => readExchange(sessions.records(), input)),
      body: on.record.body.handler(({ input }) => readBody(sessions.records(), input)),
    },
    sessions: {
      list: on.sessions.list.handler(({ input }) => sessions.list(input)),
      recording: on.sessions.recording.handler(() => sessions.recording()),
      record: on.sessions.record.handler(({ input }) => sessions.record(input.action)),
      edit: on.sessions.edit.handler(({ input }) => sessions.edit(input.sessionId, input.changes)),
      remove: on.sessions.remove.handler(({ input }) => sessions.remove(input.sessionId)),
      compact: on.sessions.compact.handler(() => sessions.compact()),
      search: on.sessions.search.handler(({ input }) => sessions.search(input)),
      open: on.sessions.open.handler(({ input }) => sessions.open(input.sessionId)),
      outline: on.sessions.outline.handler(({ input }) => sessions.outline(input.sessionId)),
    },
    preferences: {
      read: on.preferences.read.handler(() => preferences.read()),
      write: on.preferences.write.handler(({ input }) => preferences.write(input)),
    },
    demo: {
      start: on.demo.start.handler(() => demo.start()),
    },
  })
}

export type EngineRouter = ReturnType<typeof createRouter>
