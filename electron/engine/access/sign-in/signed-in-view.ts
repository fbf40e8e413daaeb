// What a window learns of a token: never the token itself, and nothing in it that only proves something.

import type { SignedIn, TokenClaim } from '#shared/contract/sign-in.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import { payloadOf } from '../../jwt-payload.ts'
import { type KeptSignIn, renews, tokenOrigin } from './kept-sign-ins.ts'

/** Claims of one token that are shown. */
const maxClaims = 50

const proofs = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'jti', 'sid', 'cnf'])
const times = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at'])

export function signedInView(kept: KeptSignIn): SignedIn {
  const { way, server, client, scopes, signedInAt, expiresAt, refreshProblem, idClaims, accessToken } = kept
  const account = accountOf(idClaims)
  return {
    way,
    server: tokenOrigin(server),
    clientId: client.id,
    scopes,
    refreshes: renews(kept),
    claims: [...claimsOf('ID token', idClaims), ...claimsOf('Access token', payloadOf(accessToken))],
    ...defined({ account, signedInAt, expiresAt, refreshProblem }),
  }
}

function accountOf(claims: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const names = ['email', 'preferred_username', 'name', 'sub'].map((name) => claims?.[name])
  const name = names.find((each): each is string => typeof each === 'string' && each !== '')
  return name === undefined ? undefined : shorten(name)
}

function claimsOf(
  token: TokenClaim['token'],
  claims: Readonly<Record<string, unknown>> = {},
): readonly TokenClaim[] {
  return Object.entries(claims)
    .filter(([name]) => !proofs.has(name))
    .slice(0, maxClaims)
    .map(([name, value]) => ({ token, name: shorten(name), value: shorten(wordsOf(name, value)) }))
}

function wordsOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  const isTime = times.has(name) && typeof value === 'number' && Math.abs(value) < 8e12
  return isTime ? new Date(value * 1000).toISOString() : JSON.stringify(value)
}
