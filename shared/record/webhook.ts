// What the receiver found out about a webhook call while it had the secrets at hand, and how it answered. What follows from
// the rest of the record (late, twice, out of order) is not here: the projections tell that.

import { z } from 'zod'
import { maxListed } from '../bounded.ts'
import type { Immutable } from '../defined.ts'
import { headers, text } from '../schemas.ts'

/** `unasked`: the configuration registered none. */
const proofSchema = z.enum(['right', 'wrong', 'missing', 'unasked'])
export type ProofState = z.infer<typeof proofSchema>

const jwtCheckSchema = z.object({
  member: z.enum(['signature', 'iss', 'aud', 'iat', 'exp', 'jti', 'taskId']),
  /** `unchecked`: there was nothing to hold it against. */
  state: z.enum(['right', 'wrong', 'missing', 'unchecked']),
  sentence: text,
})
export type JwtCheck = Immutable<z.infer<typeof jwtCheckSchema>>
export type JwtMember = JwtCheck['member']

const jwtVerdictSchema = z.object({
  outcome: z.enum(['right', 'wrong', 'unchecked']),
  checks: z.array(jwtCheckSchema).max(maxListed),
})
export type JwtVerdict = Immutable<z.infer<typeof jwtVerdictSchema>>

export const webhookVerdictSchema = z.object({
  token: proofSchema,
  authorization: proofSchema,
  /** Set when `Authorization` carried a signed JWT. */
  jwt: jwtVerdictSchema.exactOptional(),
  /** The configuration was deleted before the call arrived. */
  deleted: z.literal(true).exactOptional(),
})
export type WebhookVerdict = Immutable<z.infer<typeof webhookVerdictSchema>>

export const webhookAnswerSchema = z.object({
  /**
   * `sent` at once; `delayed`: the exchange ends when it was sent; `dropped`: the connection was closed on purpose; `cut`: the
   * call never came whole, or its sender had gone.
   */
  kind: z.enum(['sent', 'delayed', 'dropped', 'cut']),
  /** Chosen by the user against the usual 200. */
  onPurpose: z.literal(true).exactOptional(),
  delayMs: z.number().exactOptional(),
  headers: headers.exactOptional(),
  body: text.exactOptional(),
  /** Why it was not the usual one. */
  reason: text.exactOptional(),
})
export type WebhookAnswer = Immutable<z.infer<typeof webhookAnswerSchema>>
