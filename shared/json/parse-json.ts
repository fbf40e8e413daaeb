// JSON as agents send it. Some put characters before it that no reader sees: a byte order mark, the record separator of JSON text
// sequences, blanks of other kinds.

import type { JsonValue } from '../a2a/model.ts'

/** Throws what `JSON.parse` throws. */
export function parseJson(text: string): JsonValue {
  return JSON.parse(hasUnseenBefore(text) ? text.slice(unseenBefore(text)) : text)
}

/** Whether a strict reader would stop at the first character, and another reads on. */
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
