// What a user left in the chat: drafts by agent, and names of contexts. Stored by the engine, so that they survive a restart.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxListed, maxNameChars, maxReferences, maxUrlChars } from '../bounded.ts'
import { word } from '../schemas.ts'
import { agentIdSchema, ofAgent } from './agents.ts'
import {
  historyLengthSchema,
  jsonObjectSchema,
  maxMessageChars,
  partSchema,
  protocolIdSchema,
} from './operation.ts'

const chatOptionsSchema = z.object({
  returnImmediately: z.boolean().exactOptional(),
  historyLength: historyLengthSchema.exactOptional(),
  acceptedOutputModes: z.array(word).max(maxListed).exactOptional(),
  extensions: z.array(z.string().min(1).max(maxUrlChars)).max(maxListed).exactOptional(),
  messageMetadata: jsonObjectSchema.exactOptional(),
  metadata: jsonObjectSchema.exactOptional(),
})
export type ChatOptions = z.infer<typeof chatOptionsSchema>

export const draftSchema = z.object({
  text: z.string().max(maxMessageChars),
  /** How many parts precede the text. */
  textAt: z.int().min(0).max(maxListed),
  parts: z.array(partSchema).max(maxListed),
  referenceTaskIds: z.array(protocolIdSchema).max(maxReferences),
  options: chatOptionsSchema,
  /** Registers a webhook of ours. */
  push: z.boolean(),
})
export type KeptDraft = z.infer<typeof draftSchema>

export const contextNoteSchema = z.object({
  agentId: agentIdSchema,
  contextId: protocolIdSchema,
  name: z.string().max(maxNameChars),
  /** Hidden from the list. The record keeps its exchanges. */
  forgotten: z.boolean(),
})
export type ContextNote = z.infer<typeof contextNoteSchema>

/** How the texts of an agent at work are shown: as its answer, or as notes on what it is doing. */
export const workingTextSchema = z.enum(['text', 'notes'])
export type WorkingText = z.infer<typeof workingTextSchema>
/** By agent; without an entry, each text decides. */
export type WorkingTexts = Readonly<Record<string, WorkingText>>

export const chat = {
  /** `null` when none was kept. */
  draft: oc.input(ofAgent).output(type<KeptDraft | null>()),
  /** `null` removes it. */
  keepDraft: oc
    .input(ofAgent.extend({ draft: draftSchema.nullable() }))
    .output(type<{ readonly kept: boolean }>()),
  contexts: oc.output(type<readonly ContextNote[]>()),
  workingTexts: oc.output(type<WorkingTexts>()),
  readWorkingText: oc
    .input(ofAgent.extend({ as: workingTextSchema.nullable() }))
    .output(type<WorkingTexts>()),
  noteContext: oc.input(contextNoteSchema).output(type<readonly ContextNote[]>()),
}
