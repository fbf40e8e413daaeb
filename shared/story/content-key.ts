// Keys under which equal content matches, whichever update carried it. A key distinguishes content; it does not prove identity:
// long content is hashed without cryptography. Depth is limited, so hostile nesting cannot make it fail.

import { isList } from '../a2a/json-kinds.ts'
import type { JsonValue, Part } from '../a2a/model.ts'
import { maxDepth } from '../a2a/read/bound.ts'

// Longest text that is its own key; the key of a longer one is its length and digest.
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

/** Sorts members: a server that stores data in a map may return them in another order. */
function canonical(value: JsonValue, depthLeft: number): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (depthLeft === 0) return '…'
  if (isList(value)) return `[${value.map((item) => canonical(item, depthLeft - 1)).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item, depthLeft - 1)}`).join(',')}}`
}

/** A short text itself, else its length and digest. */
export function textKey(text: string): string {
  return text.length <= maxPlainKeyChars ? text : `#${text.length}.${contentDigest(text).toString(36)}`
}

/** A 53-bit digest from two interleaved 32-bit multiplicative hashes. `seed`: the digest of the preceding content. */
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
