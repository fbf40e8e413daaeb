// A card's signatures: the content of their headers, and the result of verifying one.

import { z } from 'zod'
import { maxPemChars, maxTextChars } from '../bounded.ts'

export interface SignatureFacts {
  readonly index: number
  readonly alg?: string
  readonly kid?: string
  readonly typ?: string
  readonly jku?: string
  /** What is certain without a key. */
  readonly sentence: string
  /** The question before `verify` with `kind: 'jku'`; absent when its keys cannot be fetched. */
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

/** The canonical forms of a card for signing (1.0 §8.4 and those of SDKs). */
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
    /** RFC 7638, to compare with the publisher's. */
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
