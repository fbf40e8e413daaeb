// A digest of a growing text: the digest of a whole equals that of its pieces fed one after the other, so assembled
// chunks are compared with a snapshot without keeping either. Two independent 32-bit FNV-style lanes and the length.

export interface TextDigest {
  readonly length: number
  readonly a: number
  readonly b: number
}

export const emptyDigest: TextDigest = { length: 0, a: 0x811c9dc5, b: 0x9dc5811c }

// Characters of a text that count; of what lies behind only how much it is.
const maxDigested = 4_000_000

export function digestMore(digest: TextDigest, text: string): TextDigest {
  let { a, b } = digest
  const end = Math.min(text.length, maxDigested - digest.length)
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b + unit, 0x85ebca6b) ^ (b >>> 13)
  }
  return { length: digest.length + text.length, a, b }
}

export function sameDigest(left: TextDigest, right: TextDigest): boolean {
  return left.length === right.length && left.a === right.a && left.b === right.b
}
