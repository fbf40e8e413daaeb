// Signs cards with a key made at start (1.0 §8.4, ES256) and tells the key as a JWKS. The private key never leaves here.

import { generateKeyPairSync } from 'node:crypto'
import { AgentCard, generateAgentCardSignature } from '@a2a-js/sdk'

const KEY_ID = 'concierge-1'
export const JWKS_PATH = '/.well-known/jwks.json'

export type CardSigner = ReturnType<typeof createCardSigner>

export function createCardSigner(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const attach = generateAgentCardSignature(privateKey, {
    alg: 'ES256',
    kid: KEY_ID,
    typ: 'JOSE',
    jku: `${origin}${JWKS_PATH}`,
  })
  return {
    jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256', use: 'sig' }] },
    async sign(card: AgentCard): Promise<AgentCard> {
      // The signer reads JSON: given the in-memory form it would drop every security scheme without a word, and sign that.
      const json = AgentCard.toJSON(card) as AgentCard
      return AgentCard.fromJSON(await attach(json))
    },
  }
}
