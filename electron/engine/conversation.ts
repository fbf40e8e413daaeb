// Says the user's words to an agent. The exchange is the wire's, the answer is on the record; the caller learns when it is
// over. A cancelled call stops its exchange.

import { randomUUID } from 'node:crypto'
import { sendOperation } from '#shared/a2a/send-operation.ts'
import type { SendRequest } from '#shared/contract/conversation.ts'
import type { CallOutcome } from '#shared/contract/operation.ts'
import type { Operations } from './operation.ts'

export interface Conversation {
  send(request: SendRequest, signal?: AbortSignal): Promise<CallOutcome>
}

export function createConversation(operations: Operations): Conversation {
  return {
    async send({ agentId, messageId, extensions, ...composed }, signal) {
      const operation = sendOperation(composed, messageId ?? randomUUID())
      const { answer } = await operations.perform(agentId, operation, { extensions, signal })
      return answer
    },
  }
}
