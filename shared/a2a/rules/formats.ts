// Formats of texts: times, base64, URLs, media types. Pure functions, each one pass over the text.

export type TimestampForm = 'utc' | 'offset' | 'no-zone' | 'not-a-time'

const timestampPattern = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d{1,12})?(Z|z|[+-]\d\d:?\d\d)?$/

/** The zone of an ISO 8601 time. Nonsense such as the 31st of February or 25 o'clock is not a time. */
export function timestampForm(text: string): TimestampForm {
  const match = timestampPattern.exec(text)
  if (match === null) return 'not-a-time'
  const [, year, month, day, hour, minute, second, zone] = match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return 'not-a-time'
  if (!isDay(Number(year), Number(month), Number(day))) return 'not-a-time'
  if (zone === undefined) return 'no-zone'
  return zone === 'Z' ? 'utc' : 'offset'
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days =
    month === 2 ? (leap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return day <= days
}

export type Base64Form = 'standard' | 'url-safe' | 'not-base64'

const standardAlphabet = /^[A-Za-z0-9+/]*={0,2}$/
const urlSafeAlphabet = /^[A-Za-z0-9_-]*={0,2}$/

export function base64Form(text: string): Base64Form {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const digits = text.length - padding
  // A single digit has six bits, less than a byte; padding fills up to four.
  if (digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return 'not-base64'
  if (standardAlphabet.test(text)) return 'standard'
  return urlSafeAlphabet.test(text) ? 'url-safe' : 'not-base64'
}

const mediaTypePattern = /^[a-z0-9!#$&^_.+*-]{1,127}\/[a-z0-9!#$&^_.+*-]{1,127}(?:\s*;.{0,500})?$/i

export function isMediaType(text: string): boolean {
  return mediaTypePattern.test(text)
}

// Longer ones are not URLs: nothing calls them, and they would block a reader.
export const maxUrl = 8192

export interface WebAddress {
  readonly scheme: string
  readonly host: string
  readonly path: string
}

const addressPattern =
  /^([a-z][a-z0-9+.-]*):\/\/(?:[^\s/?#@]*@)?(\[[0-9a-f:.%]*\]|[^\s/?#:@[\]]*)(?::(\d{1,5}))?([/?#]\S*)?$/i

/** Parses an absolute URL with a host; undefined for anything else. */
export function webAddress(text: string): WebAddress | undefined {
  if (text.length > maxUrl) return undefined
  const match = addressPattern.exec(text)
  if (match === null) return undefined
  const [, scheme = '', host = '', port, path = ''] = match
  if (host === '' || (port !== undefined && Number(port) > 65535)) return undefined
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), path }
}

const uriPattern = /^[a-z][a-z0-9+.-]*:\S+$/i

export function isUri(text: string): boolean {
  return text.length <= maxUrl && uriPattern.test(text)
}
