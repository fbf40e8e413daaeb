// Verifies the JWT of a call (PROTOCOL §6.3): the signature with the user's keys, then each claim. It fetches no keys.

import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { z } from 'zod'
import type { JsonObject } from '#shared/a2a/model.ts'
import { type ClaimFacts, claimChecks } from '#shared/a2a/push/jwt-claims.ts'
import { maxListed } from '#shared/bounded.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { JwtCheck, JwtVerdict } from '#shared/record/webhook.ts'
import { codeOf } from '../platform/errors.ts'
import { payloadOf } from '../platform/jwt-payload.ts'

/** Symmetric algorithms are excluded: anyone who can read the key could sign. */
const algorithms = [
  'ES256',
  'ES384',
  'ES512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'EdDSA',
  'Ed25519',
]
const threeParts = /^[\w-]+\.[\w-]+\.[\w-]+$/
const keysSchema = z.object({
  keys: z
    .array(z.looseObject({ kty: z.string() }))
    .min(1)
    .max(maxListed),
})

export function isJwt(credentials: string): boolean {
  return credentials.length <= 8192 && threeParts.test(credentials) && payloadOf(credentials) !== undefined
}

export function keySetOf(text: string): JSONWebKeySet | undefined {
  const parsed = keysSchema.safeParse(parsedJson(text))
  return parsed.success ? (parsed.data as JSONWebKeySet) : undefined
}

export async function judgeJwt(
  token: string,
  keys: string | undefined,
  facts: Omit<ClaimFacts, 'seenBefore'>,
  isSeen: (jti: string) => boolean,
): Promise<JwtVerdict> {
  const claims = (payloadOf(token) ?? {}) as JsonObject
  const signature = await signatureCheck(token, keys)
  const { jti } = claims
  // A JWT with another signature must not use up an id.
  const seenBefore = signature.state !== 'wrong' && typeof jti === 'string' && isSeen(jti)
  const checks = [signature, ...claimChecks(claims, { ...facts, seenBefore })]
  const outcome = checks.some(({ state }) => state === 'wrong')
    ? 'wrong'
    : checks[0]?.state === 'right'
      ? 'right'
      : 'unchecked'
  return { outcome, checks }
}

async function signatureCheck(token: string, keys: string | undefined): Promise<JwtCheck> {
  const member = 'signature'
  const set = keys === undefined ? undefined : keySetOf(keys)
  if (set === undefined) {
    return { member, state: 'unchecked', sentence: 'No keys were given to verify the signature with.' }
  }
  try {
    await compactVerify(token, createLocalJWKSet(set), { algorithms })
    return { member, state: 'right', sentence: 'The signature matches one of the given keys.' }
  } catch (error) {
    return { member, state: 'wrong', sentence: signatureSentence(error) }
  }
}

function signatureSentence(error: unknown): string {
  const code = codeOf(error)
  switch (code) {
    case 'ERR_JWKS_NO_MATCHING_KEY':
      return 'None of the given keys is the one it names.'
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
      return 'Its algorithm can’t prove anything here.'
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return 'The signature doesn’t match the given keys.'
    default:
      return `The signature could not be checked: ${error instanceof Error ? error.message : 'it is malformed'}.`
  }
}
