// Verifies the sender of a call by its configuration. The token's header is only a convention; a2a-go 2.x omits the prefix.

import { defined } from '#shared/defined.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { JwtVerdict, ProofState, WebhookVerdict } from '#shared/record/webhook.ts'
import type { StoredConfig } from './configurations.ts'
import { isJwt } from './jwt.ts'
import { proves } from './proof.ts'

export type Registered = Pick<StoredConfig, 'token' | 'scheme' | 'credentials'> & {
  readonly standing?: StoredConfig['standing']
}

export interface Presented {
  readonly token?: string
  readonly scheme?: string
  readonly credentials?: string
}

const tokenHeader = /^(?:x-)?a2a-notification-token$/i

export function presented(headers: RawHeaders): Presented {
  const token = headers.find(([name]) => tokenHeader.test(name))?.[1]
  const authorization = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  const [scheme, credentials] = authorization?.split(/ +(.*)/s, 2) ?? []
  return {
    ...defined({ token, scheme }),
    ...(credentials !== undefined && credentials !== '' && { credentials }),
  }
}

export function jwtIn({ scheme, credentials }: Presented): string | undefined {
  return scheme?.toLowerCase() === 'bearer' && credentials !== undefined && isJwt(credentials)
    ? credentials
    : undefined
}

export function verdictOf(config: Registered, shown: Presented, jwt: JwtVerdict | undefined): WebhookVerdict {
  return {
    token: tokenState(config, shown),
    authorization: authorizationState(config, shown, jwt),
    ...defined({ jwt }),
    ...(config.standing === 'deleted' && { deleted: true as const }),
  }
}

/** Without registered secrets, the unguessable path is the only proof. */
export function isProven({ token, authorization }: WebhookVerdict): boolean {
  if (token === 'right' || authorization === 'right') return true
  return token === 'unasked' && authorization === 'unasked'
}

function tokenState({ token }: Registered, shown: Presented): ProofState {
  if (token === undefined) return 'unasked'
  if (shown.token === undefined) return 'missing'
  return proves(shown.token, token) ? 'right' : 'wrong'
}

/** A signed JWT takes precedence over a shared secret; a wrong one is always wrong. */
function authorizationState(
  { scheme, credentials }: Registered,
  shown: Presented,
  jwt: JwtVerdict | undefined,
): ProofState {
  if (jwt?.outcome === 'wrong') return 'wrong'
  if (jwt?.outcome === 'right') return 'right'
  if (scheme === undefined) return 'unasked'
  if (shown.scheme === undefined) return 'missing'
  if (shown.scheme.toLowerCase() !== scheme.toLowerCase()) return 'wrong'
  if (credentials === undefined) return 'unasked'
  return shown.credentials !== undefined && proves(shown.credentials, credentials) ? 'right' : 'wrong'
}
