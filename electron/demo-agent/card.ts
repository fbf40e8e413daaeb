// The agent's cards as the SDK types them. ASCII only, no empty required list and no explicit defaults: every canonical
// form in use (1.0 §8.4.1, §8.4.2, the SDKs' own) then gives the same bytes, so one signature verifies under all of them.

import { createHash, generateKeyPairSync } from 'node:crypto'
import { AgentCard, type AgentInterface, type AgentSkill, generateAgentCardSignature } from '@a2a-js/sdk'
import { legacyAgentCardRouter } from '@a2a-js/sdk/compat/v0_3/server/express'
import type { RequestHandler } from 'express'
import express from 'express'
import { DEMO_TOKEN } from './caller.ts'
import { PROTECTED_PATH } from './protected-path.ts'
import type { Scene } from './scene.ts'
import { SCENES, TRAVELLER_SCENES } from './scene-table.ts'
import { CURRENCY_EXTENSION } from './scenes/prices.ts'
import { LOGIN_PATH } from './sign-in/authorization-server.ts'

export const CARD_PATH = '/.well-known/agent-card.json'
const MAX_AGE_S = 60

const KEY_ID = 'concierge-1'
export const JWKS_PATH = '/.well-known/jwks.json'

export interface Addresses {
  /** http://127.0.0.1:PORT */
  readonly origin: string
  readonly grpcTarget: string
}

export const JSONRPC_PATH = '/a2a'
export const REST_PATH = '/rest'
export const ICON_PATH = '/files/icon.svg'
/** The path of the same agent with the currency extension required. */
export const STRICT_PATH = '/strict'

const VERSION = '2.1.0'

export function publicCard(addresses: Addresses): AgentCard {
  return {
    ...commonCard(addresses.origin),
    name: 'Travel concierge',
    description:
      'Plans short trips: itinerary, map, tickets. Asks when it needs to. A demo that runs on this machine, ' +
      'with no network and no model; every example prompt shows another part of A2A. ' +
      `Its bearer token, for the extended card, is "${DEMO_TOKEN}".`,
    supportedInterfaces: [...interfaces(addresses, '1.0'), ...interfaces(addresses, '0.3')],
  }
}

/** For callers with the token: the public card and the skills for travelers. */
export function extendedCard(addresses: Addresses): AgentCard {
  const card = publicCard(addresses)
  return {
    ...card,
    version: `${VERSION}+traveller`,
    description: `${card.description} This is the extended card.`,
    skills: [...card.skills, ...TRAVELLER_SCENES.map(skillOf)],
  }
}

/**
 * `required: true` makes a server refuse every message without the extension (-32008, 1.0 §3.3.4), so this agent has a
 * separate card, and the first one stays usable by any client. It has 1.0 alone, so a client of 0.3 gets -32009.
 */
export function strictCard({ origin }: Addresses): AgentCard {
  const card = commonCard(origin)
  return {
    ...card,
    name: 'Travel concierge, strict',
    description:
      'The same concierge, who refuses every message that does not activate the currency extension.',
    supportedInterfaces: httpInterfaces(`${origin}${STRICT_PATH}`, '1.0'),
    capabilities: {
      streaming: true,
      pushNotifications: true,
      extensions: card.capabilities.extensions.map((extension) => ({ ...extension, required: true })),
    },
  }
}

/** Needs a token of the demo's authorization server. */
export function protectedCard({ origin }: Addresses): AgentCard {
  const card = commonCard(origin)
  return {
    ...card,
    name: 'Travel concierge, protected',
    description:
      'The same concierge behind a sign-in. Its travel accounts are on this machine and have no passwords. ' +
      'Messages require the scope travel:read; those that begin with "Book" or "Charge" require travel:book.',
    supportedInterfaces: ['1.0', '0.3'].flatMap((version) =>
      httpInterfaces(`${origin}${PROTECTED_PATH}`, version),
    ),
    capabilities: { ...card.capabilities, extendedAgentCard: false },
    securitySchemes: {
      account: {
        scheme: {
          $case: 'openIdConnectSecurityScheme',
          value: {
            description: 'A travel account.',
            openIdConnectUrl: `${origin}${LOGIN_PATH}/.well-known/openid-configuration`,
          },
        },
      },
    },
    securityRequirements: [{ schemes: { account: { list: ['travel:read'] } } }],
  }
}

function commonCard(origin: string) {
  return {
    name: '',
    description: '',
    supportedInterfaces: [],
    provider: { organization: 'Parley demo', url: `${origin}/` },
    version: VERSION,
    documentationUrl: `${origin}/`,
    iconUrl: `${origin}${ICON_PATH}`,
    capabilities: {
      streaming: true,
      pushNotifications: true,
      extendedAgentCard: true,
      extensions: [
        {
          uri: CURRENCY_EXTENSION,
          description: 'Prices in the currency the traveller thinks in. Needed by the skill "prices" alone.',
          required: false,
          params: { currencies: ['EUR', 'GBP', 'JPY', 'USD'] },
        },
      ],
    },
    securitySchemes: {
      traveller: {
        scheme: {
          $case: 'httpAuthSecurityScheme',
          value: {
            scheme: 'Bearer',
            bearerFormat: 'opaque',
            description: `Asked for by the extended card alone. The token is "${DEMO_TOKEN}".`,
          },
        },
      },
    },
    securityRequirements: [],
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain', 'text/markdown', 'application/json'],
    skills: SCENES.map(skillOf),
    signatures: [],
  } satisfies AgentCard
}

function interfaces({ origin, grpcTarget }: Addresses, protocolVersion: string): AgentInterface[] {
  return [
    ...httpInterfaces(origin, protocolVersion),
    { url: grpcTarget, protocolBinding: 'GRPC', protocolVersion, tenant: '' },
  ]
}

function httpInterfaces(base: string, protocolVersion: string): AgentInterface[] {
  return [
    { url: `${base}${JSONRPC_PATH}`, protocolBinding: 'JSONRPC', protocolVersion, tenant: '' },
    { url: `${base}${REST_PATH}`, protocolBinding: 'HTTP+JSON', protocolVersion, tenant: '' },
  ]
}

function skillOf(scene: Scene): AgentSkill {
  return {
    id: scene.id,
    name: scene.name,
    description: scene.description,
    tags: [...scene.tags],
    examples: [...scene.prompts],
    inputModes: [...(scene.inputModes ?? [])],
    outputModes: [...(scene.outputModes ?? [])],
    securityRequirements: [],
  }
}

// Signs cards with a key created at the start (1.0 §8.4, ES256) and publishes the key as a JWKS. The private key stays here.

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
      // The signer expects JSON: from the in-memory form it would drop every security scheme without an error, and sign the rest.
      const json = AgentCard.toJSON(card) as AgentCard
      return AgentCard.fromJSON(await attach(json))
    },
  }
}

// Serves a public card. Not the SDK's handler: that one prints its in-memory form of security schemes (`$case`) and
// explicit empty defaults. A caller without a version, or with 0.3, gets the SDK's 0.3 view, without the signature,
// which covers the 1.0 card and would look broken there.

export interface CardRoutesOptions {
  readonly signed: AgentCard
  /** Absent when the card offers nothing to 0.3: all callers get the 1.0 card. */
  readonly legacy?: AgentCard
}

export function createCardRoutes({ signed, legacy }: CardRoutesOptions): RequestHandler {
  const router = express.Router()
  const body = JSON.stringify(AgentCard.toJSON(signed))
  const headers = {
    'Cache-Control': `public, max-age=${MAX_AGE_S}`,
    ETag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    'Last-Modified': new Date().toUTCString(),
    Vary: 'A2A-Version',
  }

  if (legacy) {
    router.use(
      CARD_PATH,
      legacyAgentCardRouter({ agentCardProvider: async () => legacy, cache: { maxAge: MAX_AGE_S } }),
    )
  }
  router.get(CARD_PATH, (request, response) => {
    response.set(headers)
    if (hasCurrent(request.headers['if-none-match'], headers.ETag) || request.fresh) {
      response.status(304).end()
      return
    }
    response.type('application/json').send(body)
  })
  return router
}

/** `request.fresh` would obey `Cache-Control: no-cache`, which is for caches, not for the origin (RFC 9110 §13). */
function hasCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}
