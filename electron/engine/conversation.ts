// Says the user's words to an agent. The exchange is the wire's, the answer is on the record; the caller learns when it is
// over. A cancelled call stops its exchange.

import { randomUUID } from 'node:crypto'
import type { Message } from '#shared/a2a/model.ts'
import type { CallOutcome } from '#shared/contract/operation.ts'
import type { Operations } from './operation.ts'

export interface SendRequest {
  readonly agentId: string
  readonly text: string
  readonly stream: boolean
  readonly contextId?: string | undefined
  readonly taskId?: string | undefined
}

export interface Conversation {
  send(request: SendRequest, signal?: AbortSignal): Promise<CallOutcome>
}

export function createConversation(operations: Operations): Conversation {
  return {
    async send({ agentId, text, stream, contextId, taskId }, signal) {
      const message: Message = {
        messageId: randomUUID(),
        role: 'user',
        parts: [{ kind: 'text', text }],
        ...(contextId && { contextId }),
        ...(taskId && { taskId }),
      }
      const operation = { kind: stream ? 'stream' : 'send', message } as const
      const { answer } = await operations.perform(agentId, operation, { signal })
      return answer
    },
  }
}
