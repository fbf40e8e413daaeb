// The contract → services, one line an entry. It does not compile while an entry of the contract is missing here.

import { implement } from '@orpc/server'
import { contract } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import { inspectText } from './discovery/inspect.ts'
import type { Engine } from './engine.ts'
import { readBody } from './read-body.ts'

export function createRouter({ host, agents, discovery, conversation, record, preferences, demo }: Engine) {
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
      remove: on.agents.remove.handler(({ input }) => agents.remove(input.agentId)),
      settings: on.agents.settings.handler(({ input }) => agents.settings(input.agentId)),
      configure: on.agents.configure.handler(({ input }) => agents.configure(input.agentId, input.settings)),
    },
    access: {
      describe: on.access.describe.handler(notYet),
      set: on.access.set.handler(notYet),
      approve: on.access.approve.handler(notYet),
    },
    card: {
      discover: on.card.discover.handler(({ input: { agentId, bypassCache }, signal }) =>
        discovery.discover(agentId, { bypassCache, signal }),
      ),
      current: on.card.current.handler(({ input }) => discovery.current(input.agentId)),
      inspect: on.card.inspect.handler(({ input }) => inspectText(input.text, input.baseUrl)),
      acceptChange: on.card.acceptChange.handler(({ input }) => discovery.acceptChange(input.agentId)),
      compareViews: on.card.compareViews.handler(notYet),
      probe: on.card.probe.handler(notYet),
      extended: on.card.extended.handler(notYet),
      verify: on.card.verify.handler(notYet),
    },
    conversation: {
      send: on.conversation.send.handler(({ input, signal }) => conversation.send(input, signal)),
    },
    record: {
      read: on.record.read.handler(({ input, signal }) =>
        record.read({ ...input, ...(signal && { signal }) }),
      ),
      exchange: on.record.exchange.handler(({ input: { exchangeId, ...range } }) =>
        record.read({ ...range, filter: { exchangeId } }),
      ),
      body: on.record.body.handler(({ input }) => readBody(record, input)),
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

function notYet(): never {
  throw new Fault('unsupported', 'Parley cannot do this yet.')
}
