// What the outcome of a verification means, and what it does not.

import type { KeySource, SignatureOutcome, SignatureVerdict } from '#shared/contract/signature.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import { refusesAlg, type SignatureHeader } from './facts.ts'
import type { VerificationKey } from './keys.ts'
import { formSentences, type Payload } from './payloads.ts'

type Tried = SignatureVerdict['tried']

/** The answer that needs no key; undefined when the signature is worth looking at. */
export function verdictWithoutKey(header: SignatureHeader | undefined): SignatureVerdict | undefined {
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

export function without(outcome: SignatureOutcome, sentence: string, tried: Tried = []): SignatureVerdict {
  return { outcome, sentence, proves: [], doesNotProve: doesNot[outcome] ?? [], tried }
}

const doesNot: Readonly<Partial<Record<SignatureOutcome, readonly string[]>>> = {
  unsigned: ['An unsigned card may well be genuine: TLS proves its host, and nothing more.'],
  'bad-signature': [
    'This doesn’t mean that it was forged: SDKs disagree on what to sign, and a gateway may have rewritten the card.',
  ],
  'unknown-key': ['Not that the signature is wrong: the key that made it was not among those given.'],
}

export interface Verified {
  readonly payload: Payload
  readonly key: VerificationKey
  readonly source: KeySource['kind']
  readonly jku?: string | undefined
  readonly cardUrl: string | undefined
  readonly tried: Tried
}

export function verified({ payload, key, source, jku, cardUrl, tried }: Verified): SignatureVerdict {
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
