// The caller of one request: whether it sent the demo's bearer token, and how fast it reads. The SDK passes its `User`
// to the executor unchanged, so the caller's pace travels with the identity.

import type { User } from '@a2a-js/sdk/server'

/** Not a secret: the card prints it, so that users can try the effect of a token. */
export const DEMO_TOKEN = 'lisbon-by-train'

const SETTLING = ['drain', 'close', 'error'] as const

/** The part of an HTTP response or a gRPC call that shows the speed of its reader. */
export interface Outlet {
  readonly writableNeedDrain: boolean
  readonly destroyed: boolean
  on(event: (typeof SETTLING)[number], listener: () => void): unknown
  off(event: (typeof SETTLING)[number], listener: () => void): unknown
}

interface Caller extends User {
  readonly outlet: Outlet | undefined
}

export function callerOf(authorization: string | undefined, outlet: Outlet | undefined): User {
  const isAuthenticated = credentialOf(authorization) === 'right'
  const caller: Caller = { isAuthenticated, userName: isAuthenticated ? 'traveller' : '', outlet }
  return caller
}

export function credentialOf(authorization: string | undefined): 'none' | 'right' | 'wrong' {
  if (authorization === undefined) return 'none'
  const [scheme, token] = authorization.trim().split(/\s+/, 2)
  return scheme?.toLowerCase() === 'bearer' && token === DEMO_TOKEN ? 'right' : 'wrong'
}

/** Resolves when the caller accepts more, or has left. */
export async function callerDrained(user: User | undefined, signal: AbortSignal): Promise<void> {
  const outlet = isCaller(user) ? user.outlet : undefined
  if (!outlet?.writableNeedDrain || outlet.destroyed) return
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      for (const event of SETTLING) outlet.off(event, settle)
      signal.removeEventListener('abort', settle)
      resolve()
    }
    for (const event of SETTLING) outlet.on(event, settle)
    signal.addEventListener('abort', settle)
  })
  signal.throwIfAborted()
}

function isCaller(user: User | undefined): user is Caller {
  return user !== undefined && 'outlet' in user
}
