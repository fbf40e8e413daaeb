// Who gets in: a browser that proves to be a known one, or has the token that makes it one. The token stands in the printed address and is
// good for one browser, and for a day; the next one replaces it. What is given out is a ticket, good for one socket.

import { createPublicKey, verify } from 'node:crypto'
import { provenText } from '#shared/contract/admission.ts'
import type { AdmissionRequest } from '#shared/contract/admission-schemas.ts'
import { createChallenges } from './challenges.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { createOneTime } from './one-time.ts'
import { isSameSecret, newSecret } from './secret.ts'

/** An address that nobody opened for so long lets nobody in. */
const maxTokenAgeMs = 24 * 60 * 60 * 1_000

/** `onNext` is called when the next token holds: this one was spent, or came too late. */
export function createAdmission(
  known: KnownBrowsers,
  onNext: (why: 'spent' | 'expired') => void,
  now: () => number = Date.now,
) {
  const challenges = createChallenges()
  const tickets = createOneTime()
  const newToken = () => ({ value: newSecret(), until: now() + maxTokenAgeMs })
  let token = newToken()

  const spend = (offered: string | undefined): boolean => {
    if (offered === undefined || !isSameSecret(offered, token.value)) return false
    const isGood = now() < token.until
    token = newToken()
    onNext(isGood ? 'spent' : 'expired')
    return isGood
  }

  return {
    /** The token to print now. */
    token(): string {
      if (now() >= token.until) token = newToken()
      return token.value
    },
    challenge: challenges.issue,
    /** Which browser it was given to, once for each ticket. */
    takeTicket: tickets.take,
    /** A ticket; undefined for a proof that is none, or is not known and comes without the token. */
    async admit({ token: offered, proof }: AdmissionRequest, origin: string): Promise<string | undefined> {
      if (proof.kind === 'key' && !(challenges.isOpen(proof.challenge) && isSigned(proof, origin)))
        return undefined
      const browser = known.find(proof, origin)
      if (browser === undefined && !spend(offered)) return undefined
      if (proof.kind === 'key') challenges.spend(proof.challenge)
      return tickets.issue(browser ?? (await known.add(proof, origin)))
    },
    /** Nobody is known from now on, and no token or ticket that was given out is good. */
    forgetBrowsers(): Promise<void> {
      tickets.clear()
      token = newToken()
      return known.forgetAll()
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
