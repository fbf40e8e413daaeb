// What came back from an address where a card may be: the card's JSON, or why there is none.

import type { CardInput } from '#shared/a2a/check.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { bodyFormOf } from '#shared/a2a/rules/wire/http-facts.ts'
import type { CardProblem } from '#shared/contract/card.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { RawOutcome, WireFailure } from '../wire/wire.ts'
import { notACard, readJson } from './read-json.ts'

export type CardAnswer =
  | {
      readonly kind: 'card'
      readonly raw: JsonValue
      readonly url: string
      readonly facts: CardInput
      readonly asSigned: JsonValue
    }
  | { readonly kind: 'problem'; readonly problem: CardProblem; readonly status?: number }

/** The bound of a card's body; the wire stops reading there. */
export const maxCardBytes = 5 * 1024 * 1024

/** `asSent` is the body before it was masked: signatures cover that, and nothing else may use it. */
export function readAnswer(
  outcome: RawOutcome,
  asSent: Uint8Array | undefined,
  url: string,
  versionSent: string | undefined,
): CardAnswer {
  if (outcome.kind === 'failure') return { kind: 'problem', problem: problemOfFailure(outcome.failure) }
  if (outcome.kind === 'stream') {
    const sentence = 'The answer is a stream of events, not a card.'
    return { kind: 'problem', problem: { kind: 'not-a-card', sentence }, status: outcome.httpStatus }
  }
  const { status, headers } = outcome
  if (status !== 200) return { kind: 'problem', problem: problemOfStatus(status, headers), status }
  const text = decodeText(outcome.body)
  const reading = readJson(text)
  if (reading.kind === 'problem') return { kind: 'problem', problem: reading.problem, status }
  const problem = notACard(reading.raw)
  if (problem !== undefined) return { kind: 'problem', problem, status }
  const http = {
    status,
    contentType: headerOf(headers, 'content-type'),
    body: bodyFormOf(text),
    byteOrderMark: text.charCodeAt(0) === 0xfeff,
    headers,
    ...(versionSent !== undefined && { versionSent }),
  }
  const unmasked = asSent === undefined ? reading : readJson(decodeText(asSent))
  const asSigned = unmasked.kind === 'json' ? unmasked.raw : reading.raw
  return { kind: 'card', raw: reading.raw, url, facts: { url, http }, asSigned }
}

/** In a list of attempts, where the sentence has no room. */
export function outcomeOf(answer: CardAnswer): string {
  if (answer.kind === 'card') return '200, an agent card'
  const { problem, status } = answer
  if (status === undefined) return problem.sentence
  return status === 200 ? `200, but ${brief[problem.kind] ?? 'no agent card'}` : `${status}`
}

const brief: Readonly<Partial<Record<CardProblem['kind'], string>>> = {
  empty: 'the answer is empty',
  html: 'the answer is an HTML page',
  truncated: 'the JSON stops in the middle',
  'not-json': 'the answer is not JSON',
  'not-a-card': 'the JSON is not an agent card',
  'too-deep': 'the card is nested too deep',
}

function problemOfFailure(failure: WireFailure): CardProblem {
  switch (failure.failure) {
    case 'too-large':
      return {
        kind: 'too-large',
        sentence: `The answer is larger than ${maxCardBytes / 1024 / 1024} MB: Parley stopped reading. No client will want such a card; what arrived is on the record.`,
      }
    case 'redirect':
      return { kind: 'redirect', sentence: failure.message }
    case 'address':
      return { kind: 'address', sentence: failure.message }
    default:
      return { kind: 'unreachable', sentence: failure.message }
  }
}

function problemOfStatus(status: number, headers: RawHeaders): CardProblem {
  const challenge = headerOf(headers, 'www-authenticate')
  if (status === 401 || status === 407) {
    const says =
      challenge === undefined
        ? 'It does not say which: WWW-Authenticate is missing.'
        : `It asks for ${challenge.slice(0, 200)}.`
    const sentence = `The server wants credentials before it shows its card (${status}). ${says}`
    return { kind: 'needs-credentials', sentence, ...(challenge !== undefined && { challenge }) }
  }
  if (status === 403) {
    const says =
      challenge === undefined ? 'It does not say what would help.' : `It asks for ${challenge.slice(0, 200)}.`
    const sentence = `The server knows the place but refuses to show it (403). ${says} Other credentials may be allowed.`
    return { kind: 'forbidden', sentence, ...(challenge !== undefined && { challenge }) }
  }
  if (status === 404 || status === 410)
    return { kind: 'not-found', sentence: `Nothing is there (${status}).` }
  if (status === 304) {
    const sentence =
      'The server answered 304, “not modified”, to a reader who has nothing stored. A cache on the way may be at fault; reload bypassing caches.'
    return { kind: 'not-modified', sentence }
  }
  if (status >= 500) {
    return { kind: 'server-error', sentence: `The server broke when asked for the card (${status}).` }
  }
  return { kind: 'refused', sentence: `The server answered ${status} instead of a card.` }
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
