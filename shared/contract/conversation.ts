import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { agentIdSchema } from './agents.ts'
import { type CallOutcome, protocolIdSchema } from './operation.ts'

export const conversation = {
  /** Answers when the exchange has ended. Cancelling the call stops it: the record then says "aborted". */
  send: oc
    .input(
      z.object({
        agentId: agentIdSchema,
        text: z.string().min(1).max(4_000_000),
        stream: z.boolean(),
        contextId: protocolIdSchema.optional(),
        taskId: protocolIdSchema.optional(),
      }),
    )
    .output(type<CallOutcome>()),
}
