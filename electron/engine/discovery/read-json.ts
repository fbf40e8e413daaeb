// Parses an agent card from bytes or text; otherwise returns the reason, in a sentence with advice.

import { looksLikeCard } from '#shared/a2a/card.ts'
import { isObject, maxShownValueChars } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { CardProblem } from '#shared/contract/card.ts'
import { faultShown, jsonBreak, jsonFaultIn } from '#shared/json/json-fault.ts'
import { shorten } from '#shared/shorten.ts'

export type JsonReading =
  | { readonly kind: 'json'; readonly raw: JsonValue }
  | { readonly kind: 'problem'; readonly problem: CardProblem; readonly offset: number }

export function readJson(text: string): JsonReading {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  try {
    return { kind: 'json', raw: JSON.parse(plain) }
  } catch {
    const offset = jsonBreak(plain) ?? plain.length
    return { kind: 'problem', problem: problemOf(plain, offset), offset }
  }
}

/** Recognizes JSON that is something else. */
export function notACard(raw: JsonValue): CardProblem | undefined {
  if (isObject(raw) && looksLikeCard(raw)) return undefined
  if (Array.isArray(raw)) {
    return problem(
      'not-a-card',
      'The answer is a JSON list. A card is one object; look inside the list for it.',
    )
  }
  if (!isObject(raw))
    return problem('not-a-card', `The answer is the JSON value ${brief(JSON.stringify(raw))}, not an object.`)
  const members = Object.keys(raw)
    .slice(0, 5)
    .map((name) => `“${brief(name)}”`)
  return problem(
    'not-a-card',
    members.length === 0
      ? 'The answer is an empty JSON object.'
      : `The answer is JSON, but no agent card: a card has a name and a url, interfaces or skills. This has ${members.join(', ')}.`,
  )
}

function problemOf(text: string, offset: number): CardProblem {
  const start = text.trimStart()
  if (start === '') return problem('empty', 'Empty response.')
  if (start.startsWith('<')) {
    return problem(
      'html',
      'The answer is an HTML page, not a card. Single-page applications answer every path this way; the card may be elsewhere, or the server may require a login.',
    )
  }
  const where = ` after ${offset} characters (${placeOf(text, offset)})`
  if (/^[[{]/.test(start) && offset >= text.trimEnd().length) {
    return problem('truncated', `The JSON stops in the middle${where}. The server may have cut it off.`)
  }
  const fault = jsonFaultIn(text)
  if (fault?.kind === 'more' || fault?.kind === 'again')
    return problem('not-json', `The body has more than the card: ${faultShown(fault)}.`)
  return problem('not-json', `The answer is not JSON: it breaks${where}.`)
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

function problem(kind: CardProblem['kind'], sentence: string): CardProblem {
  return { kind, sentence }
}

function brief(text: string): string {
  return shorten(text, maxShownValueChars)
}
