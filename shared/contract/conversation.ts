import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxListed, maxReferences, maxUrlChars } from '../bounded.ts'
import { id, word } from '../schemas.ts'
import { agentIdSchema } from './agents.ts'
import {
  type CallOutcome,
  historyLengthSchema,
  jsonObjectSchema,
  maxMessageChars,
  partSchema,
  protocolIdSchema,
  pushConfigSchema,
} from './operation.ts'
import { configIdSchema } from './push.ts'

/** Everything that can be said with one call. Only what is given is sent, each version in its own words. */
const sendRequestSchema = z.object({
  agentId: agentIdSchema,
  stream: z.boolean(),
  /** Short for a first part of text. */
  text: z.string().max(maxMessageChars).exactOptional(),
  parts: z.array(partSchema).max(maxReferences).exactOptional(),
  /** Made by the engine when it is not given. */
  messageId: protocolIdSchema.exactOptional(),
  contextId: protocolIdSchema.exactOptional(),
  /** Recorded and never sent: messages of one chat are one conversation, whether or not the agent puts them in a context. */
  chatId: id.exactOptional(),
  /** Continues this task. */
  taskId: protocolIdSchema.exactOptional(),
  referenceTaskIds: z.array(protocolIdSchema).max(maxReferences).exactOptional(),
  messageMetadata: jsonObjectSchema.exactOptional(),
  /** Of the request. */
  metadata: jsonObjectSchema.exactOptional(),
  /** Activated for this call, besides those set for the agent. */
  extensions: z.array(z.string().min(1).max(maxUrlChars)).max(maxListed).exactOptional(),
  acceptedOutputModes: z.array(word).max(maxListed).exactOptional(),
  historyLength: historyLengthSchema.exactOptional(),
  /** 1.0's word for it; 0.x reports the opposite, `blocking`. */
  returnImmediately: z.boolean().exactOptional(),
  /** Registers a webhook with the message: any, as it is written here. */
  push: pushConfigSchema.exactOptional(),
  /** Registers one of ours instead, made by `push.prepare`; the engine puts its secrets in. */
  pushConfigId: configIdSchema.exactOptional(),
})
export type SendRequest = z.infer<typeof sendRequestSchema>

export const conversation = {
  /** Answers when the exchange has ended. Cancelling the call stops it: the record then says "aborted". */
  send: oc.input(sendRequestSchema).output(type<CallOutcome>()),
}
