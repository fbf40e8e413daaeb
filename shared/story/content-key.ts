// Keys under which equal content meets, whoever carried it. A key tells content apart, it is not proof of identity:
// long content is digested, without cryptography. Hostile depth is cut, so that building a key never fails.

import { isList } from '../a2a/json-kinds.ts'
import type { JsonValue, Part } from '../a2a/model.ts'
import { maxDepth } from '../a2a/read/bound.ts'

// Of a text that is its own key; a longer one is known by length and digest.
const maxPlainKeyChars = 120

export function partsKey(parts: readonly Part[]): string {
  const only = parts[0]
  if (parts.length === 1 && only?.kind === 'text') return `t${textKey(only.text)}`
  return textKey(parts.map(partKey).join('\n'))
}

export function partKey(part: Part): string {
  switch (part.kind) {
    case 'text':
      return `t${part.text.length}:${part.text}`
    case 'file-bytes':
      return `b${part.base64.length}:${textKey(part.base64)}`
    case 'file-url':
      return `u${part.url.length}:${part.url}`
    case 'data':
      return `d${canonical(part.data, maxDepth)}`
    case 'unknown':
      return `?${canonical(part.raw, maxDepth)}`
  }
}

/** Members sorted: a server that keeps data in a map may send them back in another order. */
function canonical(value: JsonValue, depthLeft: number): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (depthLeft === 0) return '…'
  if (isList(value)) return `[${value.map((item) => canonical(item, depthLeft - 1)).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item, depthLeft - 1)}`).join(',')}}`
}

/** Of any text: itself while it is short, else its length and digest. */
export function textKey(text: string): string {
  return text.length <= maxPlainKeyChars ? text : `#${text.length}.${contentDigest(text).toString(36)}`
}

/** 53 bits that tell texts apart: two interleaved 32-bit multiplicative hashes. `seed` is the digest of what stands before. */
export function contentDigest(text: string, seed = 0): number {
  let high = 0xdeadbeef ^ (seed % 0x1_0000_0000)
  let low = 0x41c6ce57 ^ Math.floor(seed / 0x1_0000_0000)
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 0x1_0000_0000 * (0x1f_ffff & low) + (high >>> 0)
}
