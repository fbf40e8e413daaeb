// What the receiver found out about a webhook call while it had the secrets at hand, and how it answered. What follows from
// the rest of the record (late, twice, out of order) is not here: the projections tell that.

import type { RawHeaders } from './entry.ts'

/** `unasked`: the configuration registered none. */
export type ProofState = 'right' | 'wrong' | 'missing' | 'unasked'

export interface WebhookVerdict {
  readonly token: ProofState
  readonly authorization: ProofState
  /** Set when `Authorization` carried a signed JWT. */
  readonly jwt?: JwtVerdict
  /** The configuration was deleted before the call came. */
  readonly deleted?: true
}

export type JwtMember = 'signature' | 'iss' | 'aud' | 'iat' | 'exp' | 'jti' | 'taskId'

/** `unchecked`: there was nothing to hold it against. */
export interface JwtCheck {
  readonly member: JwtMember
  readonly state: 'right' | 'wrong' | 'missing' | 'unchecked'
  readonly sentence: string
}

export interface JwtVerdict {
  readonly outcome: 'right' | 'wrong' | 'unchecked'
  readonly checks: readonly JwtCheck[]
}

/**
 * `sent` at once; `delayed`: the exchange ends when it was sent; `dropped`: the connection was closed on purpose; `cut`: the
 * call never came whole, or its sender had gone.
 */
export interface WebhookAnswer {
  readonly kind: 'sent' | 'delayed' | 'dropped' | 'cut'
  /** Chosen by the user against the usual 200. */
  readonly onPurpose?: true
  readonly delayMs?: number
  readonly headers?: RawHeaders
  readonly body?: string
  /** Why it was not the usual one. */
  readonly reason?: string
}
