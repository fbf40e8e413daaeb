// A card's signatures: what their headers say, and what became of verifying one.

import { z } from 'zod'
import { maxPemChars, maxTextChars } from '../bounded.ts'

export interface SignatureFacts {
  readonly index: number
  readonly alg?: string
  readonly kid?: string
  readonly typ?: string
  readonly jku?: string
  /** What can be said before any key is known. */
  readonly sentence: string
  /** The question to ask before `verify` is called with `kind: 'jku'`; absent when its keys cannot be fetched. */
  readonly question?: string
  /** Why the keys at `jku` cannot be fetched. */
  readonly refusal?: string
}

export const keySourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('jku') }),
  z.object({ kind: z.literal('jwks'), text: z.string().min(1).max(maxTextChars) }),
  z.object({ kind: z.literal('pem'), text: z.string().min(1).max(maxPemChars) }),
])
export type KeySource = z.infer<typeof keySourceSchema>

export type SignatureOutcome =
  | 'verified'
  | 'unsigned'
  | 'bad-signature'
  | 'unknown-key'
  | 'no-keys'
  | 'alg-none'
  | 'hmac'
  | 'unsupported-alg'
  | 'malformed'

/** The ways to write a card down for signing (1.0 §8.4 and what SDKs do). */
export type CanonicalFormId =
  | 'spec'
  | 'stripped'
  | 'stripped-python'
  | 'no-defaults'
  | 'as-sent'
  | 'python-0.3'

export interface SignatureVerdict {
  readonly outcome: SignatureOutcome
  readonly sentence: string
  /** The form that verified. */
  readonly form?: { readonly id: CanonicalFormId; readonly sentence: string }
  readonly key?: {
    readonly kid?: string
    readonly type: string
    /** RFC 7638, to compare with what the publisher says. */
    readonly thumbprint: string
    readonly from: 'jku' | 'jwks' | 'pem'
  }
  readonly proves: readonly string[]
  readonly doesNotProve: readonly string[]
  /** Forms and keys that were tried. */
  readonly tried: readonly { readonly form: CanonicalFormId; readonly kid?: string }[]
  /** The exchange that fetched the keys. */
  readonly exchangeId?: string
}
