import { z } from 'zod'
import { maxNameChars } from '../bounded.ts'

const short = z.string().max(maxNameChars)
/** 32 bytes as base64url. */
const coordinate = z.string().regex(/^[\w-]{43}$/)

export const publicKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
})

export const admissionRequestSchema = z.object({
  /** From the printed address; used up when it registers the proof. */
  token: short.optional(),
  proof: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('key'), publicKey: publicKeySchema, challenge: short, signature: short }),
    /** For pages without access to keys, which browsers reserve for secure origins: 32 random bytes, and their successors. */
    z.object({ kind: z.literal('secret'), secret: coordinate, next: coordinate }),
  ]),
})
export type AdmissionRequest = z.infer<typeof admissionRequestSchema>
