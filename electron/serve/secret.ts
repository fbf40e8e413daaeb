import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares digests, so that neither content nor length shows in the time taken. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Each part has its place, so that what was sealed for one purpose is worth nothing for another. */
export function sealOf(secret: string, ...parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}
