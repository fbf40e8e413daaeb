// Parses `WWW-Authenticate` of a refusal (RFC 9110 §11.6.1): its requirement as a sentence and as a form.

import type { SecurityScheme } from '#shared/a2a/model.ts'
import type { AccessFields, AccessScheme } from '#shared/contract/access.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'

/** Scopes of one scheme in a sentence, which ends in the number of further ones. */
const maxScopes = 50

/** Of a WWW-Authenticate header; all of it is on the wire. */
const maxChallengeChars = 8_192
/** Challenges read of one header; all of them are on the wire. */
const maxChallenges = 10
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
/** A parameter with its value, or a scheme, at the start or after a comma. */
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

// Describes a card's security schemes, each with its form if Parley has one.

export function schemeInWords(
  name: string,
  scheme: SecurityScheme | undefined,
  scopes: readonly string[],
): AccessScheme {
  const description = scheme?.description
  const form = scheme && formOf(scheme)
  return {
    name,
    scopes,
    sentence:
      scheme === undefined
        ? `the scheme ${quoted(name)}, which the card does not describe`
        : wordsFor(scheme, scopes),
    ...defined({ description, form }),
  }
}

function wordsFor(scheme: SecurityScheme, scopes: readonly string[]): string {
  switch (scheme.kind) {
    case 'apiKey':
      return `an API key ${placeOf(scheme)}`
    case 'http':
      return httpWords(scheme.scheme, scheme.bearerFormat)
    case 'oauth2': {
      const scopeText = scopes.length > 0 ? ` with ${scopeWords(scopes)}` : ''
      return `OAuth${scopeText}`
    }
    case 'openIdConnect': {
      const scopeText = scopes.length > 0 ? ` and ${scopeWords(scopes)}` : ''
      return `OpenID Connect at ${shorten(scheme.url)}${scopeText}`
    }
    case 'mutualTls':
      return 'a client certificate (chosen under Connection settings)'
    case 'unknown':
      return 'something the card describes in a way Parley does not know'
  }
}

function formOf(scheme: SecurityScheme): AccessFields | undefined {
  switch (scheme.kind) {
    case 'apiKey':
      return scheme.location === 'unknown' || scheme.name === ''
        ? undefined
        : { kind: 'api-key', location: scheme.location, name: scheme.name }
    case 'http':
      return httpForm(scheme.scheme, scheme.bearerFormat)
    case 'oauth2':
    case 'openIdConnect':
      return { kind: 'bearer' }
    case 'mutualTls':
    case 'unknown':
      return undefined
  }
}

/** Names of HTTP schemes are case-insensitive (RFC 9110 §11.1). */
function httpForm(scheme: string, bearerFormat?: string): AccessFields | undefined {
  if (/^bearer$/i.test(scheme))
    return { kind: 'bearer', ...(bearerFormat && { format: shorten(bearerFormat) }) }
  return /^basic$/i.test(scheme) ? { kind: 'basic' } : undefined
}

function httpWords(scheme: string, bearerFormat?: string): string {
  if (/^bearer$/i.test(scheme))
    return bearerFormat ? `a bearer token (${shorten(bearerFormat)})` : 'a bearer token'
  if (/^basic$/i.test(scheme)) return 'a name and password (HTTP Basic)'
  return `HTTP authentication of the kind ${quoted(scheme)}, which Parley cannot make`
}

function placeOf(scheme: Extract<SecurityScheme, { kind: 'apiKey' }>): string {
  switch (scheme.location) {
    case 'header':
      return `in the header ${shorten(scheme.name)}`
    case 'query':
      return `in the query as ${quoted(scheme.name)}`
    case 'cookie':
      return `in the cookie ${quoted(scheme.name)}`
    case 'unknown':
      return `named ${quoted(scheme.name)}, at a place the card does not say`
  }
}

function scopeWords(scopes: readonly string[]): string {
  const more = scopes.length - maxScopes
  const named = [
    ...scopes.slice(0, maxScopes).map((scope) => shorten(scope)),
    ...(more > 0 ? [`${more} more`] : []),
  ]
  return `${named.length === 1 ? 'the scope' : 'the scopes'} ${listed(named, 'and')}`
}

/** "a, b and c" */
export function listed(items: readonly string[], last: 'and' | 'or'): string {
  const head = items.slice(0, -1)
  const tail = items.at(-1) ?? ''
  if (head.length === 0) return tail
  return last === 'or' ? `${head.join(', ')}, or ${tail}` : `${head.join(', ')} and ${tail}`
}

function quoted(text: string): string {
  return `“${shorten(text)}”`
}
