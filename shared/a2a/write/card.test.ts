import { expect, test } from 'vitest'
import { agentSideOf } from '../agent-side.ts'
import type { DialectId } from '../dialect.ts'
import type { AgentCard, JsonObject } from '../model.ts'

const card: AgentCard = {
  name: 'A',
  description: 'd',
  version: '1',
  interfaces: [
    { url: 'https://e.x', binding: 'JSONRPC', protocolVersion: '0.3.0', tenant: 't' },
    { url: 'https://e.x/rest', binding: 'HTTP+JSON', protocolVersion: '0.3.0' },
  ],
  provider: { organization: 'o', url: 'https://o.x' },
  iconUrl: 'i',
  documentationUrl: 'docs',
  capabilities: {
    streaming: true,
    extendedAgentCard: true,
    stateTransitionHistory: false,
    extensions: [{ uri: 'urn:e', required: true }],
  },
  securitySchemes: {
    key: { kind: 'apiKey', location: 'header', name: 'X' },
    bearer: { kind: 'http', scheme: 'Bearer', bearerFormat: 'JWT' },
    oauth: {
      kind: 'oauth2',
      metadataUrl: 'meta',
      flows: [
        {
          kind: 'authorizationCode',
          authorizationUrl: 'a',
          tokenUrl: 't',
          pkceRequired: true,
          scopes: { s: 'S' },
        },
        { kind: 'deviceCode', deviceAuthorizationUrl: 'd', tokenUrl: 't', scopes: {} },
      ],
    },
    oidc: { kind: 'openIdConnect', url: 'oidc' },
    tls: { kind: 'mutualTls', description: 'cert' },
  },
  security: [{ oauth: ['s'] }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'd', tags: ['t'], examples: [], security: [{ key: [] }] }],
  signatures: [{ protected: 'p', signature: 's' }],
  extra: { appId: 7 },
}

const shared = {
  name: 'A',
  description: 'd',
  version: '1',
  provider: { organization: 'o', url: 'https://o.x' },
  documentationUrl: 'docs',
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  appId: 7,
}
const skill = { id: 's', name: 'S', description: 'd', tags: ['t'], examples: [] }
const extensions = [{ uri: 'urn:e', required: true }]
const signatures = [{ protected: 'p', signature: 's' }]

const older = {
  ...shared,
  url: 'https://e.x',
  protocolVersion: '0.3.0',
  preferredTransport: 'JSONRPC',
  additionalInterfaces: [{ url: 'https://e.x/rest', transport: 'HTTP+JSON' }],
  iconUrl: 'i',
  supportsAuthenticatedExtendedCard: true,
}
const code = { authorizationUrl: 'a', tokenUrl: 't', scopes: { s: 'S' } }
const typed = {
  key: { type: 'apiKey', in: 'header', name: 'X' },
  bearer: { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'oidc' },
}
const wrapped = {
  key: { apiKeySecurityScheme: { location: 'header', name: 'X' } },
  bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } },
  oidc: { openIdConnectSecurityScheme: { openIdConnectUrl: 'oidc' } },
  tls: { mtlsSecurityScheme: { description: 'cert' } },
}

const new10: JsonObject = {
  ...shared,
  supportedInterfaces: [
    { url: 'https://e.x', protocolBinding: 'JSONRPC', protocolVersion: '0.3.0', tenant: 't' },
    { url: 'https://e.x/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '0.3.0' },
  ],
  iconUrl: 'i',
  capabilities: { streaming: true, extendedAgentCard: true, extensions },
  securitySchemes: {
    ...wrapped,
    oauth: {
      oauth2SecurityScheme: {
        oauth2MetadataUrl: 'meta',
        flows: {
          authorizationCode: { ...code, pkceRequired: true },
          deviceCode: { deviceAuthorizationUrl: 'd', tokenUrl: 't', scopes: {} },
        },
      },
    },
  },
  securityRequirements: [{ schemes: { oauth: { list: ['s'] } } }],
  skills: [{ ...skill, securityRequirements: [{ schemes: { key: { list: [] } } }] }],
  signatures,
}
const json03: JsonObject = {
  ...older,
  capabilities: { streaming: true, stateTransitionHistory: false, extensions },
  securitySchemes: {
    ...typed,
    oauth: { type: 'oauth2', oauth2MetadataUrl: 'meta', flows: { authorizationCode: code } },
    tls: { type: 'mutualTLS', description: 'cert' },
  },
  security: [{ oauth: ['s'] }],
  skills: [{ ...skill, security: [{ key: [] }] }],
  signatures,
}
const json02: JsonObject = {
  ...older,
  capabilities: { streaming: true, stateTransitionHistory: false, extensions },
  securitySchemes: { ...typed, oauth: { type: 'oauth2', flows: { authorizationCode: code } } },
  security: [{ oauth: ['s'] }],
  skills: [skill],
}
const proto03: JsonObject = {
  ...older,
  capabilities: { streaming: true, extensions },
  securitySchemes: {
    ...wrapped,
    oauth: { oauth2SecurityScheme: { oauth2MetadataUrl: 'meta', flows: { authorizationCode: code } } },
  },
  security: [{ schemes: { oauth: { list: ['s'] } } }],
  skills: [{ ...skill, security: [{ schemes: { key: { list: [] } } }] }],
  signatures,
}
const json01: JsonObject = {
  ...shared,
  url: 'https://e.x',
  capabilities: { streaming: true, stateTransitionHistory: false },
  skills: [skill],
}

test.each<[DialectId, JsonObject]>([
  ['1.0', new10],
  ['1.0-rc', new10],
  ['0.3', json03],
  ['0.3-schema', json03],
  ['0.3-proto', proto03],
  ['0.2', json02],
  ['0.1', json01],
])('the card of %s', (id, written) => {
  expect(agentSideOf(id).encodeCard(card)).toEqual(written)
})
