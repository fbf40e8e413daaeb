// How a call proves who sends it, held against what its configuration registered. The header's name for the token is only
// custom; a2a-go 2.x leaves its prefix out.

import { defined } from '#shared/defined.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { JwtVerdict, ProofState, WebhookVerdict } from '#shared/record/webhook.ts'
import type { StoredConfig } from './configurations.ts'
import { isJwt } from './jwt.ts'
import { proves } from './proof.ts'

/** What was registered to be shown. */
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

/** Where nothing was registered, the path that nobody can guess is all the proof there is. */
export function isProven({ token, authorization }: WebhookVerdict): boolean {
  if (token === 'right' || authorization === 'right') return true
  return token === 'unasked' && authorization === 'unasked'
}

function tokenState({ token }: Registered, shown: Presented): ProofState {
  if (token === undefined) return 'unasked'
  if (shown.token === undefined) return 'missing'
  return proves(shown.token, token) ? 'right' : 'wrong'
}

/** A signed JWT proves more than a shared secret; a wrong one is never made good by anything. */
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
