// Reads the headers of a card's signatures, before any key.

import { decodeProtectedHeader } from 'jose'
import type { AgentCard, CardSignature } from '#shared/a2a/model.ts'
import type { SignatureFacts } from '#shared/contract/signature.ts'
import { defined } from '#shared/defined.ts'
import { jkuRefusal } from './fetch-keys.ts'

/** Signatures of a card that "Signatures" lists; the card's JSON has the others. */
const maxSignatures = 100
/** Of each word in a signature's header; the card's JSON has all of it. */
const maxSignatureChars = 2_048

export function signatureFacts(card: AgentCard, cardUrl: string | undefined): readonly SignatureFacts[] {
  return card.signatures.slice(0, maxSignatures).map((signature, index) => factsOf(signature, index, cardUrl))
}

function factsOf(signature: CardSignature, index: number, cardUrl: string | undefined): SignatureFacts {
  const header = protectedHeaderOf(signature)
  if (header === undefined) {
    return { index, sentence: 'Its header isn’t base64url of a JSON object, so this isn’t a signature.' }
  }
  const { alg, kid, typ, jku } = header
  const facts = {
    index,
    ...defined({ alg, kid, typ, jku }),
    sentence: sentenceOf(header),
  }
  if (jku === undefined || refusesAlg(alg)) return facts
  const refusal = jkuRefusal(jku, cardUrl)
  if (refusal !== undefined) return { ...facts, refusal }
  return {
    ...facts,
    question: `Fetch the publisher's keys from ${jku}? That host will see that this card is being read.`,
  }
}

export interface SignatureHeader {
  readonly alg?: string | undefined
  readonly kid?: string | undefined
  readonly typ?: string | undefined
  readonly jku?: string | undefined
  /** Header parameters that a verifier must understand (RFC 7515 §4.1.11). */
  readonly crit?: readonly unknown[]
}

/** Undefined if the protected header is invalid. The other header is not signed, so it is ignored. */
export function protectedHeaderOf(signature: CardSignature): SignatureHeader | undefined {
  if (signature.protected === '' || signature.protected.length > 16_384) return undefined
  try {
    const { alg, kid, typ, jku, crit } = decodeProtectedHeader({ protected: signature.protected })
    return {
      alg: text(alg),
      kid: text(kid),
      typ: text(typ),
      jku: text(jku),
      ...(Array.isArray(crit) && { crit }),
    }
  } catch {
    return undefined
  }
}

/** Algorithms that prove nothing about a publisher. */
export function refusesAlg(alg: string | undefined): boolean {
  return alg !== undefined && (/^none$/i.test(alg) || /^HS\d+$/i.test(alg))
}

function sentenceOf({ alg, kid }: SignatureHeader): string {
  if (alg === undefined) return 'Its header names no algorithm: it cannot be verified.'
  if (/^none$/i.test(alg)) return 'Its algorithm is “none”: nothing is signed.'
  if (refusesAlg(alg)) return `Its algorithm is ${alg}, an HMAC: anyone who can verify it could have made it.`
  return kid === undefined
    ? `Made with ${alg}; it does not say with which key.`
    : `Made with ${alg} and the key ${JSON.stringify(kid)}.`
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, maxSignatureChars) : undefined
}
