// A correct agent for each dialect, and two that speak several.

import type { JsonObject } from '#shared/a2a/model.ts'
import { kindCard } from '../dialects/kind-shapes.ts'
import { isArray, isObject } from '../json.ts'
import { requiredExtension, tenant } from '../quirks/demands.ts'
import { hybridByHeader } from '../quirks/sdk-js.ts'
import { type NamedAgent, named } from './named-agent.ts'

const extendedCard = (card: JsonObject): JsonObject => ({ ...card, description: 'The extended card' })
const extended10 = extendedCard({
  name: 'Kit agent',
  supportedInterfaces: [{ url: 'http://127.0.0.1/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  version: '1.0.0',
  capabilities: { streaming: true, extendedAgentCard: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'secret', name: 'Secret', description: 'For those who may', tags: ['extended'] }],
})
const extended03 = extendedCard(
  kindCard(
    {
      name: 'Kit agent',
      description: '',
      interfaces: [{ url: 'http://127.0.0.1/', binding: 'JSONRPC', protocolVersion: '0.3.0' }],
      extendedCard: true,
    },
    '0.3.0',
  ),
)

/** The 0.3 view of a 1.0 card: the old members beside the new interfaces. */
export function withOldView(card: JsonObject): JsonObject {
  const interfaces = isArray(card['supportedInterfaces']) ? card['supportedInterfaces'].filter(isObject) : []
  const old = interfaces.filter(({ protocolVersion }) => String(protocolVersion).startsWith('0.'))
  const [main, ...others] = old.length > 0 ? old : interfaces
  return {
    ...card,
    url: main?.['url'] ?? '',
    protocolVersion: '0.3.0',
    preferredTransport: main?.['protocolBinding'] ?? 'JSONRPC',
    additionalInterfaces: others.map(
      ({ url, protocolBinding }) => ({ url, transport: protocolBinding }) as JsonObject,
    ),
  }
}

export const dialectAgents: readonly NamedAgent[] = [
  named('v0.1', '§3', 'Speaks 0.1: tasks/send, parts with a type, tasks named by the client', {
    dialect: '0.1',
  }),
  named('v0.2.5', '§2.1, §3', 'Speaks 0.2.5 over JSON-RPC and demands acceptedOutputModes', {
    dialect: '0.2.5',
  }),
  named('v0.2.6', '§2.1, §3', 'Speaks 0.2.6 over JSON-RPC, extended card by a plain GET', {
    dialect: '0.2.6',
    extendedCard: { ...extended03, protocolVersion: '0.2.6' },
  }),
  named('v0.3', '§3', 'Speaks 0.3 over JSON-RPC, extended card included', {
    dialect: '0.3',
    extendedCard: extended03,
  }),
  named('v0.3-rest', '§4.2 a', 'Speaks 0.3 over REST in the ProtoJSON of a2a.v1', {
    dialect: '0.3-rest',
    extendedCard: extended03,
  }),
  named('v0.3-rest-schema', '§4.2 b', 'Speaks 0.3 over REST in JSON-Schema shapes, as .NET does', {
    dialect: '0.3-rest-schema',
  }),
  named('v0.3-grpc', '§5', 'Speaks 0.3 over gRPC as a2a.v1', {
    dialect: '0.3-grpc',
    extendedCard: extended03,
  }),
  named('v1.0-rc', '§3.9', 'Speaks the release candidate of 1.0: blocking, nested push configurations', {
    dialect: '1.0-rc',
  }),
  named('v1.0', '§3', 'Speaks 1.0 over JSON-RPC and refuses calls without the version header', {
    dialect: '1.0',
    extendedCard: extended10,
  }),
  named('v1.0-rest', '§4', 'Speaks 1.0 over REST', { dialect: '1.0-rest', extendedCard: extended10 }),
  named('v1.0-grpc', '§5', 'Speaks 1.0 over gRPC as lf.a2a.v1', {
    dialect: '1.0-grpc',
    extendedCard: extended10,
  }),
  named('every-binding', '§2.2', 'Speaks 1.0 over JSON-RPC, REST and gRPC with one set of tasks', {
    dialect: ['1.0', '1.0-rest', '1.0-grpc'],
    extendedCard: extended10,
  }),
  named('tenant', '§2.2', 'Speaks 1.0 to those who name the tenant acme', {
    dialect: '1.0',
    quirks: [tenant('acme')],
  }),
  named('required-extension', '§2.5', 'Speaks 1.0 to those who activate its extension', {
    dialect: '1.0',
    quirks: [requiredExtension('https://extensions.example/required/v1')],
  }),
  named('hybrid', '§8.3', 'Speaks 1.0 and 0.3 and serves one merged card to everyone, as Python does', {
    dialect: ['1.0', '0.3', '1.0-rest', '0.3-rest'],
    quirks: [{ card: withOldView }],
  }),
  named(
    'hybrid-by-header',
    '§8.3',
    'Speaks 1.0 and 0.3 and serves the card of the version asked for, as JS does',
    {
      dialect: ['1.0', '0.3'],
      quirks: [hybridByHeader(withOldView)],
    },
  ),
]
