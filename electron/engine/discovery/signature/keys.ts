// Public keys to verify with: from a JWKS or PEM text. Secret and private keys are never taken for one.

import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  importJWK,
  importSPKI,
  importX509,
  type JWK,
} from 'jose'
import { isMembers } from '#shared/a2a/json-kinds.ts'
import { defined } from '#shared/defined.ts'
import { parsedJson } from '#shared/json/parsed-json.ts'
import { shorten } from '#shared/shorten.ts'

export interface VerificationKey {
  readonly key: CryptoKey
  readonly kid?: string
  /** `EC P-256`, `RSA`. */
  readonly type: string
  readonly thumbprint: string
}

export type KeyReading =
  | { readonly kind: 'keys'; readonly keys: readonly VerificationKey[]; readonly skipped: readonly string[] }
  | { readonly kind: 'none'; readonly sentence: string }

/** Keys of a JWKS document that are tried; the verdict says that no more were. */
const maxKeys = 50

/** Only keys that fit the algorithm; of those with a `kid`, only the one that is named. */
export async function keysOfJwks(text: string, alg: string, kid: string | undefined): Promise<KeyReading> {
  const listed = listedIn(text)
  if (typeof listed === 'string') return { kind: 'none', sentence: listed }
  const keys: VerificationKey[] = []
  const skipped: string[] = []
  if (listed.length > maxKeys) skipped.push(`only the first ${maxKeys} keys were tried`)
  for (const jwk of listed.slice(0, maxKeys)) {
    const name = typeof jwk.kid === 'string' ? jwk.kid : undefined
    if (kid !== undefined && name !== undefined && name !== kid) {
      skipped.push(`${JSON.stringify(shorten(name))} is another key`)
      continue
    }
    const key = await keyOfJwk(jwk, alg, name)
    if (typeof key === 'string') skipped.push(key)
    else keys.push(key)
  }
  return { kind: 'keys', keys, skipped }
}

export async function keyOfPem(text: string, alg: string): Promise<KeyReading> {
  if (/PRIVATE KEY/.test(text)) {
    const sentence = 'This is a private key. Verification needs the public one; keep this one secret.'
    return { kind: 'none', sentence }
  }
  try {
    const options = { extractable: true }
    const key = /BEGIN CERTIFICATE/.test(text)
      ? await importX509(text, alg, options)
      : await importSPKI(text, alg, options)
    const jwk = await exportJWK(key)
    return { kind: 'keys', keys: [await described(key, jwk, undefined)], skipped: [] }
  } catch {
    const sentence = `This isn’t a public key in PEM that fits ${alg}: it begins with “-----BEGIN PUBLIC KEY-----”.`
    return { kind: 'none', sentence }
  }
}

function listedIn(text: string): readonly JWK[] | string {
  const json = parsedJson(text)
  if (json === undefined) return 'The keys are not JSON. A JWKS looks like {"keys":[…]}.'
  if (!isMembers(json)) return 'The JSON has no keys in it. A JWKS looks like {"keys":[…]}.'
  const { keys } = json
  if (keys === undefined && typeof json['kty'] === 'string') return [json]
  if (!Array.isArray(keys)) return 'The JSON has no keys in it. A JWKS looks like {"keys":[…]}.'
  return keys.filter(isJwk)
}

async function keyOfJwk(jwk: JWK, alg: string, kid: string | undefined): Promise<VerificationKey | string> {
  const name = kid === undefined ? 'a key without a name' : JSON.stringify(shorten(kid))
  if (jwk.kty === 'oct') return `${name} is a shared secret, not a public key`
  if (jwk.alg !== undefined && jwk.alg !== alg)
    return `${name} is for ${shorten(String(jwk.alg))}, not ${alg}`
  if (jwk.use !== undefined && jwk.use !== 'sig') return `${name} is not for signatures`
  // Only the public half, whatever else the publisher let slip.
  const { kty, crv, x, y, n, e } = jwk
  const publicHalf = JSON.parse(JSON.stringify({ kty, crv, x, y, n, e })) as JWK
  try {
    const key = await importJWK(publicHalf, alg)
    if (key instanceof Uint8Array) return `${name} is a shared secret, not a public key`
    return await described(key, publicHalf, kid)
  } catch {
    return `${name} does not fit ${alg}`
  }
}

async function described(key: CryptoKey, jwk: JWK, kid: string | undefined): Promise<VerificationKey> {
  const thumbprint = await calculateJwkThumbprint(jwk)
  const type = [jwk.kty, jwk.crv].filter((part) => part !== undefined).join(' ')
  return { key, type, thumbprint, ...defined({ kid }) }
}

function isJwk(value: unknown): value is JWK {
  return isMembers(value)
}
