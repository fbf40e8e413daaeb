// A secret to recognize is stored as a salted digest: it can't be used to forge calls, and comparison takes constant time.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

export const proofSchema = z.object({ salt: z.string(), digest: z.string() })

type Proof = z.infer<typeof proofSchema>

export function createProof(secret: string): Proof {
  const salt = randomBytes(16).toString('base64url')
  return { salt, digest: digestOf(salt, secret).toString('base64url') }
}

export function proves(secret: string, { salt, digest }: Proof): boolean {
  const bytes = Buffer.from(digest, 'base64url')
  const computed = digestOf(salt, secret)
  return bytes.length === computed.length && timingSafeEqual(bytes, computed)
}

/** Unguessable, in characters that need no escaping. */
export function madeSecret(): string {
  return randomBytes(24).toString('base64url')
}

function digestOf(salt: string, secret: string): Buffer {
  return hash('sha256', `${salt}\0${secret}`, 'buffer')
}
