// Verifies one signature of a card with keys that the user gave or consented to fetch. Every form that may have been
// signed is tried; the verdict names the one that matches.

import {
  type CryptoKey,
  calculateJwkThumbprint,
  errors,
  exportJWK,
  flattenedVerify,
  importJWK,
  importSPKI,
  importX509,
  type JWK,
} from 'jose'
import { decodeCard } from '#shared/a2a/card.ts'
import { isMembers, isObject } from '#shared/a2a/json-kinds.ts'
import type { CardSignature, JsonValue } from '#shared/a2a/model.ts'
import type { KeySource, SignatureOutcome, SignatureVerdict } from '#shared/contract/signature.ts'
import { defined } from '#shared/defined.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import { shorten } from '#shared/shorten.ts'
import { protectedHeaderOf, refusesAlg, type SignatureHeader } from './facts.ts'
import type { FetchedKeys } from './fetch-keys.ts'
import { formSentences, type Payload, payloadsOf } from './payloads.ts'

/** Keys of a JWKS document that are tried; the verdict reports that no more were. */
const maxKeys = 50

const doesNot: Readonly<Partial<Record<SignatureOutcome, readonly string[]>>> = {
  unsigned: ['An unsigned card may well be genuine: TLS proves its host, and nothing more.'],
  'bad-signature': [
    'This doesn’t mean that it was forged: SDKs disagree on what to sign, and a gateway may have rewritten the card.',
  ],
  'unknown-key': ['Not that the signature is wrong: the key that made it was not among those given.'],
}

/** `fetchKeys` is called for `kind: 'jku'` alone, and only for a signature that could verify. */
export async function verifySignature(
  { raw, cardUrl }: { readonly raw: JsonValue; readonly cardUrl: string | undefined },
  index: number,
  source: KeySource,
  fetchKeys: (jku: string) => Promise<FetchedKeys>,
): Promise<SignatureVerdict> {
  const decoded = decodeCard(raw)
  const signature = decoded.kind === 'result' ? decoded.result.signatures[index] : undefined
  if (signature === undefined || !isObject(raw)) {
    return without('unsigned', 'The card carries no such signature: there is nothing to verify.')
  }
  const header = protectedHeaderOf(signature)
  const refusal = verdictWithoutKey(header)
  if (header?.alg === undefined || refusal !== undefined)
    return refusal ?? without('malformed', 'It has no header.')
  const { alg, kid, jku } = header
  const fetched = source.kind === 'jku' ? await keysFrom(jku, fetchKeys) : undefined
  const exchange = fetched?.exchangeId === undefined ? {} : { exchangeId: fetched.exchangeId }
  const text = source.kind === 'jku' ? fetched?.text : source.text
  if (text === undefined)
    return { ...without('no-keys', fetched?.problem ?? 'No keys were given.'), ...exchange }

  const reading = source.kind === 'pem' ? await keyOfPem(text, alg) : await keysOfJwks(text, alg, kid)
  if (reading.kind === 'none') return { ...without('no-keys', reading.sentence), ...exchange }
  if (reading.keys.length === 0) return { ...without('unknown-key', unknownKey(kid, reading)), ...exchange }

  const tried: SignatureVerdict['tried'][number][] = []
  for (const payload of payloadsOf(raw)) {
    for (const key of reading.keys) {
      tried.push({ form: payload.form, ...defined({ kid: key.kid }) })
      const answer = await holds(signature, payload, key, alg)
      if (answer === 'yes')
        return { ...verified({ payload, key, source: source.kind, jku, cardUrl, tried }), ...exchange }
      if (answer !== 'no') return { ...without('unsupported-alg', answer, tried), ...exchange }
    }
  }
  return {
    ...without(
      'bad-signature',
      `The signature does not fit the card in any of the ${new Set(tried.map(({ form }) => form)).size} forms in use: the card was changed after it was signed, another key made it, or its publisher signs another form.`,
      tried,
    ),
    ...exchange,
  }
}

async function keysFrom(
  jku: string | undefined,
  fetchKeys: (jku: string) => Promise<FetchedKeys>,
): Promise<FetchedKeys> {
  if (jku === undefined)
    return { problem: 'The signature does not say where its key is (no jku). Paste the publisher’s key.' }
  return fetchKeys(jku)
}

/** True, false, or why it can't be decided. */
async function holds(
  { protected: header, signature }: CardSignature,
  payload: Payload,
  { key }: VerificationKey,
  alg: string,
): Promise<string> {
  try {
    await flattenedVerify(
      { protected: header, signature, payload: Buffer.from(payload.text).toString('base64url') },
      key,
      { algorithms: [alg] },
    )
    return 'yes'
  } catch (error) {
    if (error instanceof errors.JOSENotSupported) return `Parley cannot verify ${alg}.`
    if (error instanceof errors.JOSEError) return 'no'
    return `The key cannot be used with ${alg}${error instanceof Error ? `: ${error.message}` : ''}`
  }
}

function unknownKey(kid: string | undefined, { skipped }: Extract<KeyReading, { kind: 'keys' }>): string {
  const keyText = kid === undefined ? 'No key that fits' : `The key ${JSON.stringify(shorten(kid))}`
  const why = skipped.length === 0 ? 'there are none.' : `${skipped.slice(0, 5).join('; ')}.`
  return `${keyText} is not among those given: ${why}`
}

// Explains the outcome of a verification, and its limits.

type Tried = SignatureVerdict['tried']

/** The verdict that needs no key; undefined if a key is needed. */
function verdictWithoutKey(header: SignatureHeader | undefined): SignatureVerdict | undefined {
  if (header === undefined) {
    return without('malformed', 'The signature cannot be read: its header isn’t base64url of a JSON object.')
  }
  const { alg, crit } = header
  if (alg === undefined)
    return without('malformed', 'The signature names no algorithm, so nothing can be verified.')
  if (/^none$/i.test(alg)) {
    return without(
      'alg-none',
      'The algorithm is “none”: this only looks like a signature. Anybody could have written it.',
    )
  }
  if (refusesAlg(alg)) {
    return without(
      'hmac',
      `The algorithm is ${alg}, an HMAC. It needs a secret shared with everyone who verifies; with a public key in its place, anyone could forge it. Parley does not verify it.`,
    )
  }
  if (crit !== undefined) {
    return without(
      'unsupported-alg',
      'The signature demands header parameters to be understood that Parley does not know (crit).',
    )
  }
  return undefined
}

function without(outcome: SignatureOutcome, sentence: string, tried: Tried = []): SignatureVerdict {
  return { outcome, sentence, proves: [], doesNotProve: doesNot[outcome] ?? [], tried }
}

interface Verified {
  readonly payload: Payload
  readonly key: VerificationKey
  readonly source: KeySource['kind']
  readonly jku?: string | undefined
  readonly cardUrl: string | undefined
  readonly tried: Tried
}

function verified({ payload, key, source, jku, cardUrl, tried }: Verified): SignatureVerdict {
  const { form, uncovered } = payload
  const named = key.kid === undefined ? 'the key' : `the key ${JSON.stringify(key.kid)}`
  return {
    outcome: 'verified',
    sentence: `The signature is good: made with ${named}.`,
    form: { id: form, sentence: formSentences[form] },
    key: {
      type: key.type,
      thumbprint: key.thumbprint,
      from: source,
      ...defined({ kid: key.kid }),
    },
    proves: [
      `The holder of the private half of ${named} signed this card.`,
      'Nothing that the signature covers was changed since.',
    ],
    doesNotProve: [
      whoseKey(source, jku, cardUrl),
      ...(uncovered.length > 0 ? [notCovered(uncovered)] : []),
      'That the agent behind the card does what the card says.',
    ],
    tried,
  }
}

function whoseKey(source: KeySource['kind'], jku: string | undefined, cardUrl: string | undefined): string {
  if (source !== 'jku' || jku === undefined) return 'Whose key it is: that is your word.'
  const host = new URL(jku).host
  const own = cardUrl !== undefined && URL.parse(cardUrl)?.origin === new URL(jku).origin
  return own
    ? `Whose key it is: it comes from the card’s own host, ${host}. Anyone who runs it could sign any card.`
    : `Whose key it is: the card itself names ${host} as its source. It is worth as much as you trust that host.`
}

function notCovered(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `“${shorten(name)}”`)
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  return `Anything about ${shown.join(', ')}${more}: A2A does not know these members, and the signature leaves them out.`
}

// Public keys from a JWKS or PEM text. Secret and private keys are not accepted as such.

interface VerificationKey {
  readonly key: CryptoKey
  readonly kid?: string
  /** `EC P-256`, `RSA`. */
  readonly type: string
  readonly thumbprint: string
}

type KeyReading =
  | { readonly kind: 'keys'; readonly keys: readonly VerificationKey[]; readonly skipped: readonly string[] }
  | { readonly kind: 'none'; readonly sentence: string }

/** Keys for the algorithm; of those with a `kid`, only the named one. */
async function keysOfJwks(text: string, alg: string, kid: string | undefined): Promise<KeyReading> {
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

async function keyOfPem(text: string, alg: string): Promise<KeyReading> {
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
  return keys.filter((key): key is JWK => isMembers(key))
}

async function keyOfJwk(jwk: JWK, alg: string, kid: string | undefined): Promise<VerificationKey | string> {
  const name = kid === undefined ? 'a key without a name' : JSON.stringify(shorten(kid))
  if (jwk.kty === 'oct') return `${name} is a shared secret, not a public key`
  if (jwk.alg !== undefined && jwk.alg !== alg)
    return `${name} is for ${shorten(String(jwk.alg))}, not ${alg}`
  if (jwk.use !== undefined && jwk.use !== 'sig') return `${name} is not for signatures`
  // Only the public half, even if the publisher leaked the other.
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
