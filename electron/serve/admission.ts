// Who gets in: a browser that proves a known key, or has the token that makes one known. The token stands in the printed address and is
// good for one browser; the next one replaces it. What is given out is a ticket, good for one socket.

import { createPublicKey, verify } from 'node:crypto'
import { type AdmissionRequest, provenText } from '#shared/contract/admission.ts'
import { createChallenges } from './challenges.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { createOneTime } from './one-time.ts'
import { isSameSecret, newSecret } from './secret.ts'

export interface Admission {
  /** The token to print now. */
  token(): string
  challenge(): string
  /** A ticket; undefined for a proof that is none, or is not known and comes without the token. */
  admit(request: AdmissionRequest, origin: string): Promise<string | undefined>
  /** True once for each ticket. */
  takeTicket(ticket: string): boolean
}

/** `onSpent` is called when a token was spent, and the next one holds. */
export function createAdmission(known: KnownBrowsers, onSpent: () => void): Admission {
  const challenges = createChallenges()
  const tickets = createOneTime()
  let token = newSecret()

  const spend = (offered: string | undefined): boolean => {
    if (offered === undefined || !isSameSecret(offered, token)) return false
    token = newSecret()
    onSpent()
    return true
  }

  return {
    token: () => token,
    challenge: challenges.issue,
    takeTicket: tickets.take,
    async admit({ token: offered, proof }, origin) {
      if (proof.kind === 'secret') {
        if (!known.hasSecret(proof.secret)) {
          if (!spend(offered)) return undefined
          known.addSecret(proof.secret)
        }
        return tickets.issue()
      }
      const { publicKey, challenge } = proof
      if (!challenges.isOpen(challenge) || !isSigned(proof, origin)) return undefined
      if (!known.hasKey(publicKey, origin)) {
        if (!spend(offered)) return undefined
        await known.addKey(publicKey, origin)
      }
      challenges.spend(challenge)
      return tickets.issue()
    },
  }
}

type KeyProof = Extract<AdmissionRequest['proof'], { kind: 'key' }>

function isSigned({ publicKey, challenge, signature }: KeyProof, origin: string): boolean {
  try {
    const key = createPublicKey({ key: publicKey, format: 'jwk' })
    const text = Buffer.from(provenText(origin, challenge))
    return verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  } catch {
    // A point that is not on the curve is no key.
    return false
  }
}
