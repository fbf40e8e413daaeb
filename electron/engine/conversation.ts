// Says the user's words to an agent. The exchange is the wire's, the answer is on the record; the caller learns when it is
// over. A cancelled call stops its exchange.

import { randomUUID } from 'node:crypto'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { Message } from '#shared/a2a/model.ts'
import type { SendOutcome } from '#shared/contract/conversation.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { AccessService } from './access/access.ts'
import type { Agents } from './agents.ts'
import type { DiscoveryService } from './discovery/discovery.ts'
import type { Wire } from './wire/wire.ts'

export interface SendRequest {
  readonly agentId: string
  readonly text: string
  readonly stream: boolean
  readonly contextId?: string | undefined
  readonly taskId?: string | undefined
}

export interface Conversation {
  send(request: SendRequest, signal?: AbortSignal): Promise<SendOutcome>
}

interface ConversationDeps {
  readonly wire: Wire
  readonly agents: Agents
  readonly access: AccessService
  readonly discovery: DiscoveryService
  readonly currentSession: () => string
}

export function createConversation(deps: ConversationDeps): Conversation {
  const { wire, agents, access, discovery, currentSession } = deps
  return {
    async send({ agentId, text, stream, contextId, taskId }, signal) {
      const connection = await discovery.connection(agentId, signal)
      if (!connection) {
        throw new Fault('unavailable', 'This agent has no interface that Parley speaks. Connect to it again.')
      }
      const { dialect, binding } = connection
      const { url, tenant } = connection.interface
      const message: Message = {
        messageId: randomUUID(),
        role: 'user',
        parts: [{ kind: 'text', text }],
        ...(contextId && { contextId }),
        ...(taskId && { taskId }),
      }
      const { use, ...credentials } = await access.attach(agentId, url, binding)
      const { extensions } = agents.settings(agentId)
      const call = wire.call({
        sessionId: currentSession(),
        agentId,
        purpose: 'operation',
        url,
        dialect: dialectOf(dialect),
        binding,
        operation: { kind: stream ? 'stream' : 'send', message },
        options: { ...(tenant !== undefined && { tenant }), ...(extensions.length > 0 && { extensions }) },
        ...credentials,
        ...(signal && { signal }),
      })
      if (!call) throw new Fault('unsupported', `A2A ${dialect} has no such call.`)
      const outcome = await call.done
      return {
        exchangeId: call.exchangeId,
        credentials: use,
        ended: outcome.kind === 'failure' ? 'failed' : 'complete',
      }
    },
  }
}
