// Shared basic schemas. The window loads none of them, only the bounds.

import { z } from 'zod'
import { maxHeaders, maxIdChars, maxTextChars, maxWordChars } from './bounded.ts'

export const text = z.string().max(maxTextChars)
export const word = z.string().max(maxWordChars)
export const count = z.int().min(0)
export const id = z.string().min(1).max(maxIdChars)
/** SHA-256. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** Names and values in the order and spelling of the wire, as many as a head of 64 KB has room for. Reports only one fault. */
export const headers = z.custom<[string, string][]>(
  (value) => Array.isArray(value) && value.length <= maxHeaders && value.every(isHeader),
  'headers are pairs of texts',
)

function isHeader(pair: unknown): boolean {
  return (
    Array.isArray(pair) &&
    pair.length === 2 &&
    word.safeParse(pair[0]).success &&
    text.safeParse(pair[1]).success
  )
}
