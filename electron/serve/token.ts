// Two secrets of 32 random bytes each. The token stands in the printed address and is good for one trade; what it buys is
// the session cookie. A spent token is replaced at once, so a second browser is let in with the new address only.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Tokens {
  /** The token to print now. */
  current(): string
  /** The cookie's value when `token` is the current one; it is spent by that. */
  trade(token: string): string | undefined
  isSession(value: string): boolean
}

export function createTokens(): Tokens {
  let token = newSecret()
  const session = newSecret()
  return {
    current: () => token,
    trade(offered) {
      if (!sameSecret(offered, token)) return undefined
      token = newSecret()
      return session
    },
    isSession: (value) => sameSecret(value, session),
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares digests, so that neither content nor length shows in the time taken. */
function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
