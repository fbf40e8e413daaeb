// The contract → services, one line an entry. It does not compile while an entry of the contract is missing here.

import { implement } from '@orpc/server'
import { contract } from '#shared/contract/contract.ts'
import type { Engine } from './engine.ts'
import { followRecord } from './follow-record.ts'
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
      remove: on.agents.remove.handler(({ input }) => agents.remove(input.agentId)),
    },
    card: {
      discover: on.card.discover.handler(({ input, signal }) => discovery.discover(input.agentId, signal)),
    },
    conversation: {
      send: on.conversation.send.handler(({ input, signal }) => conversation.send(input, signal)),
    },
    record: {
      read: on.record.read.handler(({ input, signal }) =>
        followRecord(record, { ...input, ...(signal && { signal }) }),
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
