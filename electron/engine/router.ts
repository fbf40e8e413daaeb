// The contract → services, one line an entry. It does not compile while an entry of the contract is missing here.

import { implement } from '@orpc/server'
import { contract } from '#shared/contract/contract.ts'
import { inspectText } from './discovery/inspect.ts'
import type { Engine } from './engine.ts'
import { followRecord } from './follow-record.ts'
import { readBody } from './read-body.ts'
import { shortenBody } from './shorten-body.ts'

export function createRouter(engine: Engine) {
  const { host, agents, forgetAgent, access, discovery, questions, conversation, tasks } = engine
  const { fetchFile, chat, record, preferences, demo } = engine
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
    tasks: {
      get: on.tasks.get.handler(({ input, signal }) => tasks.get(input, signal)),
      list: on.tasks.list.handler(({ input, signal }) => tasks.list(input, signal)),
      cancel: on.tasks.cancel.handler(({ input, signal }) => tasks.cancel(input, signal)),
      subscribe: on.tasks.subscribe.handler(({ input, signal }) => tasks.subscribe(input, signal)),
      poll: on.tasks.poll.handler(({ input, signal }) => tasks.poll(input, signal)),
    },
    files: {
      fetch: on.files.fetch.handler(({ input, signal }) => fetchFile(input, signal)),
    },
    chat: {
      read: on.chat.read.handler(() => chat.read()),
      keepDraft: on.chat.keepDraft.handler(({ input }) => chat.keepDraft(input.agentId, input.draft)),
      noteContext: on.chat.noteContext.handler(({ input }) => chat.noteContext(input)),
    },
    record: {
      read: on.record.read.handler(({ input, signal }) =>
        followRecord(record, { ...input, ...(signal && { signal }) }),
      ),
      exchange: on.record.exchange.handler(({ input: { exchangeId, ...range } }) =>
        record.read({ ...range, filter: { exchangeId } }),
      ),
      body: on.record.body.handler(({ input }) => readBody(record, input)),
      shortened: on.record.shortened.handler(({ input }) => shortenBody(record, input)),
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
