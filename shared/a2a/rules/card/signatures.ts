// The form of a card's signatures: whether each is a JWS whose header names key and algorithm. Verifying them needs keys and is
// not done here.

import { isObject, shown, textOf } from '../../json-kinds.ts'
import type { JsonValue } from '../../model.ts'
import { base64Form, webAddress } from '../formats.ts'
import { note, objectsIn, type Report } from '../report.ts'
import type { CardContext } from './context.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

// Longest signature header that is judged.
const maxSignatureHeaderChars = 16_384
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

export function checkSignatures(report: Report, { card, family }: CardContext): void {
  const strict = family === '1.0'
  for (const [index, item] of objectsIn(report, card, 'signatures', 10)) {
    checkSignature(report, index, textOf(item, 'protected'), textOf(item, 'signature'), strict)
  }
}

function checkSignature(
  report: Report,
  index: number,
  header: string | undefined,
  signature: string | undefined,
  strict: boolean,
): void {
  const path = ['signatures', index]
  if (signature !== undefined && signature !== '' && base64Form(signature) === 'not-base64') {
    note(report, 'PARLEY-CARD-021', [...path, 'signature'], `${shown(signature)} is not base64url.`)
  }
  if (header === undefined || header === '') return
  const at = [...path, 'protected']
  const fields = headerOf(header)
  if (fields === undefined) {
    note(report, 'PARLEY-CARD-021', at, `${shown(header)} is not base64url of a JSON object.`)
    return
  }
  const missing = ['alg', 'kid'].filter((name) => textOf(fields, name) === undefined)
  if (missing.length > 0) {
    const severity = strict || missing.includes('alg') ? 'error' : 'warning'
    const names = missing.map((name) => `\`${name}\``).join(' and no ')
    note(report, 'CARD-SIGN-003', at, `The protected header has no ${names}.`, { severity })
  } else if (textOf(fields, 'typ') === undefined) {
    const message = 'The protected header has no `typ`; at least one SDK refuses it.'
    note(report, 'CARD-SIGN-003', at, message, { severity: 'warning' })
  }
  const alg = textOf(fields, 'alg')
  if (alg?.toLowerCase() === 'none')
    note(report, 'PARLEY-CARD-022', at, '`alg` is "none", so nothing is signed.')
  else if (alg?.startsWith('HS') === true) {
    const message = `\`alg\` is ${shown(alg)}, an HMAC: who can verify it can forge it.`
    note(report, 'PARLEY-CARD-022', at, message, { severity: 'warning' })
  }
  const keys = textOf(fields, 'jku')
  if (keys !== undefined && !isSafelyFetched(keys)) {
    note(report, 'PARLEY-CARD-027', at, `\`jku\` isn’t an HTTPS URL: ${shown(keys)}.`)
  }
}

/** Loopback connections cannot be intercepted. */
function isSafelyFetched(keys: string): boolean {
  const address = webAddress(keys)
  if (address?.scheme === 'https') return true
  return address?.scheme === 'http' && loopback.test(address.host)
}

function headerOf(text: string): { readonly [name: string]: JsonValue } | undefined {
  if (text.length > maxSignatureHeaderChars) return undefined
  const json = decodeBase64Text(text)
  if (json === undefined) return undefined
  try {
    const value: JsonValue = JSON.parse(json)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

// Decodes base64 of either alphabet without platform APIs: this folder runs everywhere. For short texts.

function decodeBase64Text(base64: string): string | undefined {
  const digits = base64
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  if (digits.length % 4 === 1) return undefined
  let bits = 0
  let bitsLeft = 0
  let escaped = ''
  for (const digit of digits) {
    const value = alphabet.indexOf(digit)
    if (value < 0) return undefined
    bits = ((bits << 6) | value) & 0xffff
    bitsLeft += 6
    if (bitsLeft < 8) continue
    bitsLeft -= 8
    escaped += `%${((bits >> bitsLeft) & 0xff).toString(16).padStart(2, '0')}`
  }
  try {
    return decodeURIComponent(escaped)
  } catch {
    return undefined
  }
}
