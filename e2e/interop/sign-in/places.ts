// Where an agent can name Keycloak: each with schemes of servers/keycloak-agent/card.json.

import type { Grant } from '#shared/contract/sign-in.ts'

/** Where an agent reports how to get a token. */
export interface Place {
  readonly name: string
  /** On the card, by grant; empty for what a refusal says. */
  readonly schemes: Readonly<Record<Grant, string>>
  /** It leads to an address for registering. */
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
