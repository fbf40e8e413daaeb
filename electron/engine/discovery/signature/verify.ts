// Verifies one signature of a card with keys that somebody gave or consented to fetch. Every form that may have been signed
// is tried; the verdict says which one it was.

import { errors, flattenedVerify } from 'jose'
import { decodeCard } from '#shared/a2a/card.ts'
import { isObject } from '#shared/a2a/json-kinds.ts'
import type { CardSignature, JsonValue } from '#shared/a2a/model.ts'
import type { KeySource, SignatureVerdict } from '#shared/contract/signature.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import { protectedHeaderOf } from './facts.ts'
import type { FetchedKeys } from './fetch-keys.ts'
import { type KeyReading, keyOfPem, keysOfJwks, type VerificationKey } from './keys.ts'
import { type Payload, payloadsOf } from './payloads.ts'
import { verdictWithoutKey, verified, without } from './verdicts.ts'

interface SignedCard {
  readonly raw: JsonValue
  readonly cardUrl: string | undefined
}

/** `fetchKeys` is called for `kind: 'jku'` alone, and only when the signature deserves it. */
export async function verifySignature(
  { raw, cardUrl }: SignedCard,
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

/** Yes, no, or why it cannot be told. */
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
  const wanted = kid === undefined ? 'No key that fits' : `The key ${JSON.stringify(shorten(kid))}`
  const why = skipped.length === 0 ? 'there are none.' : `${skipped.slice(0, 5).join('; ')}.`
  return `${wanted} is not among those given: ${why}`
}
