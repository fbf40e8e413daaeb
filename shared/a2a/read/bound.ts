// A peer may send JSON that is nested a million deep or has millions of values. Parsing survives that; the code behind it would
// not. Checked once, before anything is decoded, in one walk that stops at the bound.

import { maxParsedMembers, tooManyMembers } from '../../json/parse-json.ts'
import type { JsonValue } from '../model.ts'

/** Levels of a JSON document; a deeper one is not read, and the exchange reports it. It stays on the wire. */
export const maxDepth = 64
/** Values of a JSON document; with more it is not read, and the exchange reports it. It stays on the wire. */
export const maxValues = 1_000_000

/** Undefined within the bounds. */
export function outOfBounds(value: JsonValue): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (value === tooManyMembers) return `more than ${maxParsedMembers} members`
  const left = countDown(value, maxDepth, maxValues)
  if (left >= 0) return undefined
  return left === tooDeep ? `nested deeper than ${maxDepth} levels` : `more than ${maxValues} values`
}

const tooDeep = -1
const tooMany = -2

function countDown(value: object, levels: number, budget: number): number {
  if (levels === 0) return tooDeep
  let left = budget
  if (Array.isArray(value)) {
    left -= value.length
    if (left < 0) return tooMany
    for (const item of value) {
      if (typeof item !== 'object' || item === null) continue
      left = countDown(item, levels - 1, left)
      if (left < 0) return left
    }
    return left
  }
  const members = value as Readonly<Record<string, unknown>>
  for (const key in members) {
    left -= 1
    if (left < 0) return tooMany
    const item = members[key]
    if (typeof item !== 'object' || item === null) continue
    left = countDown(item, levels - 1, left)
    if (left < 0) return left
  }
  return left
}
