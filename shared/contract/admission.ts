// How serve lets a page in. A browser sends cookies to every port of a host, so there is none. The page makes a key whose private
// half no script can read out, and the browser keeps it for this origin alone. With each connection it proves that it has the key,
// by signing a challenge, and gets a ticket for one socket. The token of the printed address makes a key known.

import { z } from 'zod'
import { maxNameChars } from '../bounded.ts'

export const challengePath = '/admission/challenge'
export const admissionPath = '/admission'

/** The subprotocol of the socket, offered beside the ticket. */
export const socketProtocol = 'parley'
/** Why a socket was closed: the browser is no longer let in. */
export const signedOutCode = 4001
const ticketPrefix = 'parley.ticket.'

export function ticketProtocol(ticket: string): string {
  return `${ticketPrefix}${ticket}`
}

export function ticketIn(protocols: readonly string[]): string | undefined {
  return protocols.find((each) => each.startsWith(ticketPrefix))?.slice(ticketPrefix.length)
}

/** Names the origin, so that whatever has the port after Parley cannot use the answer elsewhere. */
export function provenText(origin: string, challenge: string): string {
  return `Parley admits this browser\n${origin}\n${challenge}`
}

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
  /** Of the printed address; spent when it makes the proof known. */
  token: short.optional(),
  proof: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('key'), publicKey: publicKeySchema, challenge: short, signature: short }),
    /** For pages that may not use keys, which browsers reserve for secure origins: 32 random bytes, and those that take their place. */
    z.object({ kind: z.literal('secret'), secret: coordinate, next: coordinate }),
  ]),
})
export type AdmissionRequest = z.infer<typeof admissionRequestSchema>

export const challengeSchema = z.object({ challenge: short })
export const admissionSchema = z.object({ ticket: short })
