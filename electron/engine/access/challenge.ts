// `WWW-Authenticate` of a refusal (RFC 9110 §11.6.1): what it asks for, in words and as a form.

import type { AccessScheme } from '#shared/contract/access.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import { httpForm, httpWords } from './scheme-sentences.ts'

/** Of a WWW-Authenticate header; all of it is on the wire. */
const maxChallengeChars = 8_192
/** Challenges read of one header; all of them are on the wire. */
const maxChallenges = 10
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
/** A parameter with its value, or a scheme: what a comma or the start is followed by. */
const piece = new RegExp(
  `\\s*(?:(${token})\\s*=\\s*("(?:[^"\\\\]|\\\\.)*"|${token})|(${token})(?=\\s|,|$))\\s*,?`,
  'y',
)

export interface Challenge {
  readonly scheme: string
  readonly parameters: Readonly<Record<string, string>>
}

export function readChallenges(header: string): readonly Challenge[] {
  const text = header.slice(0, maxChallengeChars)
  const challenges: { scheme: string; parameters: Record<string, string> }[] = []
  piece.lastIndex = 0
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    const [whole, name, value = '', scheme] = match
    if (whole === '' || challenges.length > maxChallenges) break
    if (scheme !== undefined) challenges.push({ scheme, parameters: Object.create(null) })
    else if (name !== undefined) {
      const last = challenges.at(-1)
      if (last !== undefined) last.parameters[name.toLowerCase()] = unquoted(value)
    }
  }
  return challenges
}

export function schemeOfChallenge({ scheme, parameters }: Challenge): AccessScheme {
  const form = httpForm(scheme)
  const { scope, realm } = parameters
  const where = realm === undefined || realm === '' ? '' : ` for “${shorten(realm)}”`
  return {
    name: '',
    scopes: scopesIn(scope),
    sentence: `${httpWords(scheme)}${where}`,
    ...defined({ form }),
  }
}

export function scopesIn(text: string | undefined): readonly string[] {
  return (text ?? '').split(' ').filter((each) => each !== '')
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
}
