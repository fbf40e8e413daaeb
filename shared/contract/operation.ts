// What every operation on an agent has in common: how ids and free JSON are bounded on the way in, and how the call is said to have
// gone. What was said is on the record.

import { z } from 'zod'
import type { JsonObject } from '../a2a/model.ts'
import type { CredentialUse } from './card.ts'

/** An id an agent made: its own business, whatever it looks like. */
export const protocolIdSchema = z.string().min(1).max(4096)

export const jsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), z.json())

export const historyLengthSchema = z.int().min(0).max(1_000_000)

/** How the call went, in one line; what was said is on the record under `exchangeId`. */
export interface CallOutcome {
  /** The exchange that brought the answer: the last one, where a call was refused in one spelling and sent in another. */
  readonly exchangeId: string
  /** `complete` also when the agent answered with an error: that is an answer. */
  readonly ended: 'complete' | 'failed'
  readonly credentials: CredentialUse
}
