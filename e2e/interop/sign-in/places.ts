// Where an agent can name Keycloak: each with schemes of servers/keycloak-agent/card.json.

import type { Grant } from '#shared/contract/sign-in.ts'

/** Where an agent declares how to get a token. */
export interface Place {
  readonly name: string
  /** Schemes on the card by grant; empty where only a refusal declares it. */
  readonly schemes: Readonly<Record<Grant, string>>
  /** It leads to a registration endpoint. */
  readonly registers: boolean
}

export const places: readonly Place[] = [
  {
    name: 'OpenID Connect',
    schemes: { 'authorization-code': 'openid', 'device-code': 'openid', 'client-credentials': 'openid' },
    registers: true,
  },
  {
    name: 'oauth2MetadataUrl',
    schemes: {
      'authorization-code': 'metadata-browser',
      'device-code': 'metadata-device',
      'client-credentials': 'metadata-machine',
    },
    registers: true,
  },
  {
    name: 'flows alone',
    schemes: { 'authorization-code': 'browser', 'device-code': 'device', 'client-credentials': 'machine' },
    registers: false,
  },
  {
    name: 'challenge',
    schemes: { 'authorization-code': '', 'device-code': '', 'client-credentials': '' },
    registers: true,
  },
]
