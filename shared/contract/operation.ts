// Shared by all operations on an agent: bounds of ids and free JSON in inputs, and the outcome of the call. Its content is on
// the record.

import { z } from 'zod'
import type { JsonObject, Part, PushConfig } from '../a2a/model.ts'
import { maxBodyBytes, maxProtocolIdChars, maxUrlChars, maxValueChars } from '../bounded.ts'
import { word } from '../schemas.ts'
import type { CredentialUse } from './card-questions.ts'

/** An id that an agent made, in any form. */
export const protocolIdSchema = z.string().min(1).max(maxProtocolIdChars)

export const jsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), z.json())

export const historyLengthSchema = z.int().min(0).max(1_000_000)

const mediaTypeSchema = word
const fileNameSchema = word

/** Of the text of a message that is written in the chat; refused with its place. */
export const maxMessageChars = 4_000_000

const described = {
  mediaType: mediaTypeSchema.exactOptional(),
  filename: fileNameSchema.exactOptional(),
  metadata: jsonObjectSchema.exactOptional(),
}

/** A part that a user composed. It is sent unchanged. */
export const partSchema: z.ZodType<Exclude<Part, { kind: 'unknown' }>> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().max(maxBodyBytes), ...described }),
  z.object({ kind: z.literal('file-bytes'), base64: z.string().max(maxBodyBytes), ...described }),
  z.object({ kind: z.literal('file-url'), url: z.string().max(maxValueChars), ...described }),
  z.object({ kind: z.literal('data'), data: z.json(), ...described }),
])

export const pushConfigSchema: z.ZodType<PushConfig> = z.object({
  id: z.string().max(maxProtocolIdChars).exactOptional(),
  taskId: protocolIdSchema.exactOptional(),
  url: z.string().min(1).max(maxUrlChars),
  token: z.string().max(maxValueChars).exactOptional(),
  authentication: z
    .object({ scheme: word, credentials: z.string().max(maxValueChars).exactOptional() })
    .exactOptional(),
})

/** The outcome of a call; its content is on the record under `exchangeId`. */
export interface CallOutcome {
  /** The exchange with the answer: the last one, where a call was refused in one spelling and sent in another. */
  readonly exchangeId: string
  /** `complete` also when the agent answered with an error. */
  readonly ended: 'complete' | 'failed'
  readonly credentials: CredentialUse
}
