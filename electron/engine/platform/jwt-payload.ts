import { decodeJwt, type JWTPayload } from 'jose'

/** Read, not believed; undefined for what is no JWT. */
export function payloadOf(token: string): JWTPayload | undefined {
  try {
    return decodeJwt(token)
  } catch {
    return undefined
  }
}
