// What an address carries besides the way: a user with a password, and values whose names report that they are credentials.
// Found in one address, and in any text that has addresses in it.

import { percentDecoded } from '#shared/percent-decoded.ts'
import { isCredentialName, wholeSecretMark } from '#shared/record/credential-names.ts'

/** Gives the mark for a value that an address of this origin carries. */
export type MarkValue = (value: string, origin: string | undefined) => string

/** `also` names query keys that carry a credential whatever they are called. */
export function maskAddress(url: string, mark: MarkValue, also?: ReadonlySet<string>): string {
  const origin = URL.parse(url)?.origin
  return masked(url, (value) => mark(value, origin), pair, also)
}

/** `base` is where addresses without an origin lead. */
export function maskAddresses(text: string, mark: MarkValue, base?: string): string {
  return text.replace(address, (whole, scheme: string | undefined) => {
    const plain = whole.replaceAll('\\/', '/').replace(/^"/, '')
    const origin = URL.parse(plain, scheme === undefined ? base : undefined)?.origin
    return masked(whole, (value) => mark(value, origin), pairInText)
  })
}

/** The value of a header field: where it has an address, masked as one. */
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

/** The address with values in the places of their marks. Of one that is not known there the mark stays. */
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

/** The ids of the secrets whose marks stand in a text. */
export function marksIn(text: string): readonly string[] {
  return [...text.matchAll(spelledMark)].map(([, id = '']) => id.toLowerCase())
}

/** As it is, or as a parsed address spells it. */
const spelledMark = /(?:\[|%5B)secret:([0-9a-f]{8})(?:\]|%5D)/gi

const user = /^("?\w[\w+.-]*:\\?\/\\?\/)([^/?#@\s"\\]+)@/
const pair = /([?&#])([^=&#?]{1,100})(=)([^&#]+)/g
/** In HTML and in some JSON the signs between them are escaped. */
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
