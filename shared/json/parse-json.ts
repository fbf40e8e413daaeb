// JSON as agents send it. Some put invisible characters before it: a byte order mark, the record separator of JSON text
// sequences, other blanks.

import { isObject } from '../a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '../a2a/model.ts'

/** Members of the objects of a JSON document; with more it is not parsed, which would take long, and the exchange reports it. It stays on the wire. */
export const maxParsedMembers = 200_000
/** Shorter texts have fewer: the shortest member is `"":1,`. */
const countedChars = 5 * maxParsedMembers

/** Stands for a document that has more. */
export const tooManyMembers: JsonValue = Object.freeze({})

/** Throws like `JSON.parse`. */
export function parseJson(text: string): JsonValue {
  if (text.length > countedChars && hasTooManyMembers(text)) return tooManyMembers
  return JSON.parse(hasUnseenBefore(text) ? text.slice(unseenBefore(text)) : text)
}

/** Undefined for invalid JSON. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Undefined for any other value. */
export function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

/** Whether a strict reader would fail at the first character, while a lenient one continues. */
export function hasUnseenBefore(text: string): boolean {
  return isUnseen(text.charCodeAt(0)) && !/^[\t\n\r ]+[[{]/.test(text)
}

function unseenBefore(text: string): number {
  let at = 0
  while (isUnseen(text.charCodeAt(at))) at++
  return at
}

function isUnseen(code: number): boolean {
  return (
    code <= 0x20 || code === 0xa0 || code === 0xfeff || (code >= 0x2000 && code <= 0x200f) || code === 0x2060
  )
}

function hasTooManyMembers(text: string): boolean {
  let members = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) isInString = !isInString
    else if (isInString && code === backslash) at += 1
    else if (!isInString && code === colon) members += 1
    if (members > maxParsedMembers) return true
  }
  return false
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]

/** As strict as `JSON.parse`; undefined for invalid JSON. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
