// The receiver's verdict on a webhook call, made while it had the secrets, and its answer. What follows from the rest of the
// record (late, repeated, out of order) is computed by the projections.

import { z } from 'zod'
import { maxListed } from '../bounded.ts'
import type { Immutable } from '../defined.ts'
import { headers, text } from '../schemas.ts'

/** `unasked`: the configuration registered none. */
const proofSchema = z.enum(['right', 'wrong', 'missing', 'unasked'])
export type ProofState = z.infer<typeof proofSchema>

const jwtCheckSchema = z.object({
  member: z.enum(['signature', 'iss', 'aud', 'iat', 'exp', 'jti', 'taskId']),
  /** `unchecked`: there was nothing to compare it with. */
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
   * call was incomplete, or its sender had disconnected.
   */
  kind: z.enum(['sent', 'delayed', 'dropped', 'cut']),
  /** Chosen by the user instead of 200. */
  onPurpose: z.literal(true).exactOptional(),
  delayMs: z.number().exactOptional(),
  headers: headers.exactOptional(),
  body: text.exactOptional(),
  /** Why it was not 200. */
  reason: text.exactOptional(),
})
export type WebhookAnswer = Immutable<z.infer<typeof webhookAnswerSchema>>
