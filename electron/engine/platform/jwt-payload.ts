import { decodeJwt, type JWTPayload } from 'jose'

/** Decoded without verification; undefined if it is no JWT. */
export function payloadOf(token: string): JWTPayload | undefined {
  try {
    return decodeJwt(token)
  } catch {
    return undefined
  }
}
