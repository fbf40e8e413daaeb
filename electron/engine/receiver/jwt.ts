// Verifies the JWT of a call (PROTOCOL §6.3): the signature with the user's keys, then each claim. It fetches no keys.

import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { z } from 'zod'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { maxListed } from '#shared/bounded.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { JwtCheck, JwtMember, JwtVerdict } from '#shared/record/webhook.ts'
import { shorten } from '#shared/shorten.ts'
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

// Checks the claims of a JWT in a notification (PROTOCOL §6.3).

interface ClaimFacts {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly url: string
  /** The expected issuer, if the user configured one. */
  readonly issuer?: string | undefined
  /** The task that the body reports. */
  readonly taskId?: string | undefined
  /** Its `jti` arrived with an earlier call. */
  readonly seenBefore: boolean
}

/** Tolerated difference of clocks. */
const leewayS = 60
/** Seconds since a JWT was issued; an older one is marked. */
const maxJwtAgeS = 300

function claimChecks(claims: JsonObject, facts: ClaimFacts): readonly JwtCheck[] {
  return [
    issuer(claims, facts),
    audience(claims, facts),
    issuedAt(claims, facts),
    expires(claims, facts),
    tokenId(claims, facts),
    task(claims, facts),
  ]
}

function issuer({ iss }: JsonObject, facts: ClaimFacts): JwtCheck {
  if (iss === undefined) return missing('iss', 'It names no issuer.')
  if (facts.issuer === undefined) {
    return { member: 'iss', state: 'unchecked', sentence: `It says it was issued by ${shown(iss)}.` }
  }
  if (iss === facts.issuer) return right('iss', `It was issued by ${shown(iss)}.`)
  return wrong('iss', `It was issued by ${shown(iss)}, not by ${shown(facts.issuer)}.`)
}

function audience({ aud }: JsonObject, { url }: ClaimFacts): JwtCheck {
  if (aud === undefined) return missing('aud', 'It says nothing about whom it is for.')
  const all: readonly JsonValue[] = Array.isArray(aud) ? aud : [aud as JsonValue]
  if (all.includes(url)) return right('aud', 'It is for this webhook.')
  return wrong('aud', `It is for ${shown(aud)}, not for this webhook.`)
}

function issuedAt({ iat }: JsonObject, { now }: ClaimFacts): JwtCheck {
  if (typeof iat !== 'number') return missing('iat', 'It does not say when it was issued.')
  const ageS = now / 1000 - iat
  if (ageS < -leewayS) return wrong('iat', `It was issued ${seconds(-ageS)} in the future.`)
  if (ageS > maxJwtAgeS) return wrong('iat', `It was issued ${seconds(ageS)} ago: it may have been replayed.`)
  return right('iat', `It was issued ${seconds(Math.max(0, ageS))} ago.`)
}

function expires({ exp }: JsonObject, { now }: ClaimFacts): JwtCheck {
  if (typeof exp !== 'number') return missing('exp', 'It never expires.')
  const leftS = exp - now / 1000
  if (leftS < -leewayS) return wrong('exp', `It expired ${seconds(-leftS)} ago.`)
  return right('exp', leftS < 0 ? 'It has just expired.' : `It is good for ${seconds(leftS)} more.`)
}

function tokenId({ jti }: JsonObject, { seenBefore }: ClaimFacts): JwtCheck {
  if (typeof jti !== 'string') return missing('jti', 'It has no id, so that a replay cannot be told.')
  if (seenBefore) return wrong('jti', 'A call with the same id arrived earlier: it was replayed.')
  return right('jti', 'Its id is new.')
}

function task({ taskId }: JsonObject, facts: ClaimFacts): JwtCheck {
  if (taskId === undefined) return missing('taskId', 'It names no task.')
  if (facts.taskId === undefined) {
    return {
      member: 'taskId',
      state: 'unchecked',
      sentence: `It names the task ${shown(taskId)}; the body names none.`,
    }
  }
  if (taskId === facts.taskId) return right('taskId', 'It names the task of the body.')
  return wrong('taskId', `It names the task ${shown(taskId)}, the body ${shown(facts.taskId)}.`)
}

const right = (member: JwtMember, sentence: string): JwtCheck => ({ member, state: 'right', sentence })
const wrong = (member: JwtMember, sentence: string): JwtCheck => ({ member, state: 'wrong', sentence })
const missing = (member: JwtMember, sentence: string): JwtCheck => ({ member, state: 'missing', sentence })

function seconds(value: number): string {
  return `${Math.round(value)} s`
}

function shown(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `“${shorten(text)}”`
}
