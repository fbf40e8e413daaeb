// Notifications with a JWT as proof (PROTOCOL.md §6.3), its keys served by the agent, and possible faults of it.

import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { reply } from '../http-server.ts'
import type { Quirk } from '../quirk.ts'

export const keysPath = '/.well-known/jwks.json'

export interface SigningOptions {
  /** Changes its claims. */
  readonly claims?: (claims: JsonObject) => JsonObject
  /** Signs with another key under the name of a served one. */
  readonly forged?: true
}

export function signedCalls({ claims = (plain) => plain, forged }: SigningOptions = {}): Quirk {
  const [served, other] = [pair(), pair()]
  const key = forged ? other.privateKey : served.privateKey
  let origin = ''
  return {
    card(card, place) {
      origin = place.origin
      return card
    },
    intercept({ request }) {
      if (request.path !== keysPath) return undefined
      const keys = [{ ...served.publicKey.export({ format: 'jwk' }), kid: 'notifications', alg: 'ES256' }]
      return reply(200, 'application/jwk-set+json', JSON.stringify({ keys }))
    },
    async *webhook(calls) {
      for await (const call of calls) {
        const iat = Math.floor(Date.now() / 1000)
        const output = {
          iss: origin,
          aud: call.url,
          iat,
          exp: iat + 120,
          jti: randomUUID(),
          ...aboutTask(call.body),
        }
        const headers = call.headers.filter(([name]) => name.toLowerCase() !== 'authorization')
        yield { ...call, headers: [...headers, ['Authorization', `Bearer ${jwt(claims(output), key)}`]] }
      }
    },
  }
}

function pair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function jwt(claims: JsonObject, key: KeyObject): string {
  const text = (value: JsonObject) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${text({ alg: 'ES256', typ: 'JWT', kid: 'notifications' })}.${text(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

function aboutTask(body: JsonValue): { readonly taskId?: string } {
  const match = /"(?:taskId|id)":"([^"]+)"/.exec(JSON.stringify(body))?.[1]
  return match === undefined ? {} : { taskId: match }
}
