// The 0.3 SDKs of Python and Java put a file's base64 text where `a2a.v1` has its bytes, so that it is encoded once more;
// those of JavaScript and Go put the bytes. Told by what is inside: so many base64 digits in a row are no chance.

import { asciiOfBase64 } from '../base64.ts'

const fewestDigits = 16
const wholeDigits = /^[A-Za-z0-9+/]+={0,2}$/
const someDigits = /^[A-Za-z0-9+/]+$/

/** The text inside when that is base64 itself. */
export function encodedTwice(base64: string): string | undefined {
  if (base64.length < fewestDigits || !startsWithDigits(base64)) return undefined
  const inner = asciiOfBase64(base64)
  const isBase64 = inner !== undefined && inner.length % 4 === 0 && wholeDigits.test(inner)
  return isBase64 && inner.length >= fewestDigits ? inner : undefined
}

/** A look at the first bytes spares all others the work. */
function startsWithDigits(base64: string): boolean {
  return someDigits.test(asciiOfBase64(base64.slice(0, fewestDigits)) ?? '')
}
