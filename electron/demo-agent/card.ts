// The agent cards as the SDK types them. ASCII only, no empty required list and no explicit defaults: every canonical
// form in use (1.0 §8.4.1, §8.4.2, the SDKs' own) then gives the same bytes, so one signature verifies under all of them.

import type { AgentCard, AgentInterface, AgentSkill } from '@a2a-js/sdk'
import { DEMO_TOKEN } from './caller.ts'
import { SCENES } from './scene-table.ts'

export interface Addresses {
  /** http://127.0.0.1:PORT */
  readonly origin: string
  readonly grpcTarget: string
}

export const JSONRPC_PATH = '/a2a'
export const REST_PATH = '/rest'

export function publicCard(addresses: Addresses): AgentCard {
  const { origin } = addresses
  return {
    name: 'Travel concierge',
    description:
      'Plans short trips: itinerary, map, tickets. Asks when it needs to. A demo that runs on this machine, ' +
      'with no network and no model; every example prompt shows another part of A2A. ' +
      `Its bearer token is "${DEMO_TOKEN}".`,
    supportedInterfaces: interfaces(addresses),
    provider: { organization: 'Parley demo', url: `${origin}/` },
    version: '2.1.0',
    documentationUrl: `${origin}/`,
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true, extensions: [] },
    securitySchemes: {
      traveller: {
        scheme: {
          $case: 'httpAuthSecurityScheme',
          value: {
            scheme: 'Bearer',
            bearerFormat: 'opaque',
            description: `Only for the extended card. The token is "${DEMO_TOKEN}".`,
          },
        },
      },
    },
    securityRequirements: [],
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain', 'text/markdown', 'application/json'],
    skills: SCENES.map(skillOf),
    signatures: [],
  }
}

function interfaces({ origin, grpcTarget }: Addresses): AgentInterface[] {
  const bindings = [
    { url: `${origin}${JSONRPC_PATH}`, protocolBinding: 'JSONRPC' },
    { url: `${origin}${REST_PATH}`, protocolBinding: 'HTTP+JSON' },
    { url: grpcTarget, protocolBinding: 'GRPC' },
  ]
  return ['1.0', '0.3'].flatMap((protocolVersion) =>
    bindings.map((binding) => ({ ...binding, protocolVersion, tenant: '' })),
  )
}

function skillOf(scene: (typeof SCENES)[number]): AgentSkill {
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
