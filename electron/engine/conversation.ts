// Says the user's words to an agent. The exchange is the wire's, the answer is on the record; the caller learns when it is
// over. A cancelled call stops its exchange.

import { randomUUID } from 'node:crypto'
import { sendOperation } from '#shared/a2a/send-operation.ts'
import type { SendRequest } from '#shared/contract/conversation.ts'
import type { CallOutcome } from '#shared/contract/operation.ts'
import { defined } from '#shared/defined.ts'
import type { Operations } from './operation.ts'
import type { PushDesk } from './receiver/push-desk.ts'

export function createConversationCalls(operations: Operations, desk: PushDesk) {
  return {
    async send(
      { agentId, messageId, extensions, pushConfigId, chatId, ...composed }: SendRequest,
      signal?: AbortSignal,
    ): Promise<CallOutcome> {
      const push = pushConfigId === undefined ? composed.push : desk.along(pushConfigId)
      const operation = sendOperation({ ...composed, ...defined({ push }) }, messageId ?? randomUUID())
      const performed = await operations.perform(agentId, operation, { extensions, chatId, signal })
      if (pushConfigId !== undefined) await desk.sentAlong(pushConfigId, performed)
      return performed.answer
    },
  }
}
