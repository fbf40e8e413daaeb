// Secrets in addresses: a user with a password, and values of query keys that are named like credentials. Found in one
// address, and in any text with addresses.

import { percentDecoded } from '#shared/percent-decoded.ts'
import { isCredentialName, wholeSecretMark } from '#shared/record/credential-names.ts'

/** Returns the mark for a value in an address of this origin. */
export type MarkValue = (value: string, origin: string | undefined) => string

/** `also` has further query keys that carry credentials. */
export function maskAddress(url: string, mark: MarkValue, also?: ReadonlySet<string>): string {
  const origin = URL.parse(url)?.origin
  return masked(url, (value) => mark(value, origin), pair, also)
}

/** `base` is the base of relative addresses. */
export function maskAddresses(text: string, mark: MarkValue, base?: string): string {
  return text.replace(address, (whole, scheme: string | undefined) => {
    const plain = whole.replaceAll('\\/', '/').replace(/^"/, '')
    const origin = URL.parse(plain, scheme === undefined ? base : undefined)?.origin
    return masked(whole, (value) => mark(value, origin), pairInText)
  })
}

/** A value of a header that contains an address is masked like one. */
export function maskAddressField(name: string, value: string, mark: MarkValue): string {
  const place = addressInField[name.toLowerCase()]
  return place === undefined ? value : value.replace(place, (url) => maskAddress(url, mark))
}

const whole = /^.+$/
const addressInField: Readonly<Record<string, RegExp>> = {
  location: whole,
  'content-location': whole,
  referer: whole,
  refresh: /(?<=\burl\s*=\s*["']?)[^\s"'][^"']*/i,
  link: /(?<=<)[^<>]+/g,
}

/** Replaces marks in the address by their values; the mark of an unknown value stays. */
export function openAddress(
  url: string,
  revealed: (id: string, origin: string) => string | undefined,
): string {
  const origin = URL.parse(url)?.origin
  if (origin === undefined) return url
  return url.replace(spelledMark, (spelled, id: string, place: number) => {
    const value = revealed(id.toLowerCase(), origin)
    if (value === undefined) return spelled
    return url.slice(place + spelled.length).startsWith('@') ? value : encodeURIComponent(value)
  })
}

export function hasMark(text: string): boolean {
  return marksIn(text).length > 0
}

/** The ids of the secrets whose marks are in a text. */
export function marksIn(text: string): readonly string[] {
  return [...text.matchAll(spelledMark)].map(([, id = '']) => id.toLowerCase())
}

/** Plain, or percent-encoded as in a parsed address. */
const spelledMark = /(?:\[|%5B)secret:([0-9a-f]{8})(?:\]|%5D)/gi

const user = /^("?\w[\w+.-]*:\\?\/\\?\/)([^/?#@\s"\\]+)@/
const pair = /([?&#])([^=&#?]{1,100})(=)([^&#]+)/g
/** HTML and some JSON escape the separators. */
const pairInText = /(&amp;|\\u0026|[?&#])([^=&#?\\\s"<>]{1,100})(=|\\u003d)([^&#\\\s"<>]+)/g
/** With a scheme, or a whole string of JSON that begins at the root. */
const address =
  /(?<![\w+.-])([a-z][a-z0-9+.-]{0,15}):\\?\/\\?\/[^\s"<>]+|"\\?\/(?!\\?\/)[^\s"<>?]*\?[^\s"<>]+/gi

function masked(
  url: string,
  mark: (value: string) => string,
  pairs: RegExp,
  also?: ReadonlySet<string>,
): string {
  const anonymous = url.replace(user, (whole, scheme: string, value: string) =>
    hasMark(value) ? whole : `${scheme}${mark(value)}@`,
  )
  return anonymous.replace(pairs, (whole, sign: string, name: string, equals: string, value: string) => {
    const isSecret = isCredentialName(percentDecoded(name)) || also?.has(percentDecoded(name))
    return isSecret && !wholeSecretMark.test(percentDecoded(value))
      ? sign + name + equals + mark(percentDecoded(value))
      : whole
  })
}
