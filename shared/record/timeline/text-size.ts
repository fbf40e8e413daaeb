// Sizes and digests of text without encoding it.

import type { Part } from '../../a2a/model.ts'

/** Bytes of UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    // A pair of surrogates is four bytes, two for each of its units.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2
  }
  return bytes
}

/** 53 bits that tell texts apart; `seed` is the key of what stands before. */
export function textKey(text: string, seed = 0): number {
  let a = ((seed % 0x1_0000_0000) ^ 0x811c9dc5) | 0
  let b = Math.floor(seed / 0x1_0000_0000) ^ 0x1dc58111
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b)
    b ^= b >>> 13
  }
  return (a >>> 0) + (b & 0x1fffff) * 0x1_0000_0000
}

export function contentBytes(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + partBytes(part), 0)
}

function partBytes(part: Part): number {
  switch (part.kind) {
    case 'text':
      return utf8Bytes(part.text)
    case 'file-bytes':
      return Math.floor((part.base64.replace(/=+$/, '').length * 3) / 4)
    case 'file-url':
      return utf8Bytes(part.url)
    case 'data':
      return utf8Bytes(JSON.stringify(part.data) ?? '')
    case 'unknown':
      return utf8Bytes(JSON.stringify(part.raw) ?? '')
  }
}
