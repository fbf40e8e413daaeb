// What every operation on an agent has in common: how ids and free JSON are bounded on the way in, and how the call is said to have
// gone. What was said is on the record.

import { z } from 'zod'
import type { JsonObject, Part, PushConfig } from '../a2a/model.ts'
import { maxBodyBytes, maxProtocolIdChars, maxUrlChars, maxValueChars } from '../bounded.ts'
import { word } from '../schemas.ts'
import type { CredentialUse } from './card-questions.ts'

/** An id an agent made: its own business, whatever it looks like. */
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

/** What a user puts into a message. Nothing is tidied: what is typed is what is sent. */
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

/** How the call went, in one line; what was said is on the record under `exchangeId`. */
export interface CallOutcome {
  /** The exchange that brought the answer: the last one, where a call was refused in one spelling and sent in another. */
  readonly exchangeId: string
  /** `complete` also when the agent answered with an error: that is an answer. */
  readonly ended: 'complete' | 'failed'
  readonly credentials: CredentialUse
}
