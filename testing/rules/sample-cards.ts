// A valid card of each version, written by us.

import type { JsonObject } from '#shared/a2a/model.ts'
import type { Sample } from './sample.ts'

const skill = {
  id: 'skill-1',
  name: 'Skill',
  description: 'd',
  tags: ['t'],
  examples: ['e'],
  inputModes: ['text/plain'],
  outputModes: ['text/plain'],
}
const cardBase = {
  name: 'Agent',
  description: 'An agent',
  version: '1.2.3',
  provider: { organization: 'Example', url: 'https://example.com' },
  documentationUrl: 'https://example.com/docs',
  iconUrl: 'https://example.com/icon.png',
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain', 'application/json'],
}
const signature = {
  // {"alg":"ES256","typ":"JOSE","kid":"key-1"}
  protected: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpPU0UiLCJraWQiOiJrZXktMSJ9',
  signature: 'c2lnbmF0dXJl',
}
const codeFlow = {
  authorizationUrl: 'https://auth.example.com/authorize',
  tokenUrl: 'https://auth.example.com/token',
  scopes: { read: 'Read' },
}

const separateCards: readonly Sample[] = [
  {
    name: '1.0 card',
    use: { as: 'card' },
    document: {
      ...cardBase,
      supportedInterfaces: [
        { url: 'https://agent.example.com/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: 'https://agent.example.com/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
        { url: 'agent.example.com:443', protocolBinding: 'GRPC', protocolVersion: '1.0' },
      ],
      capabilities: {
        streaming: true,
        pushNotifications: true,
        extendedAgentCard: true,
        extensions: [{ uri: 'https://example.com/ext/v1', description: 'd', required: false }],
      },
      securitySchemes: {
        bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } },
        key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
        oauth: { oauth2SecurityScheme: { flows: { authorizationCode: codeFlow } } },
        oidc: { openIdConnectSecurityScheme: { openIdConnectUrl: 'https://auth.example.com/oidc' } },
        mtls: { mtlsSecurityScheme: {} },
      },
      securityRequirements: [{ schemes: { oauth: { list: ['read'] } } }, { schemes: { bearer: {} } }],
      skills: [skill],
      signatures: [signature],
    },
  },
  {
    name: '0.3.0 card',
    use: { as: 'card' },
    document: {
      ...cardBase,
      url: 'https://agent.example.com/rpc',
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      additionalInterfaces: [
        { url: 'https://agent.example.com/rpc', transport: 'JSONRPC' },
        { url: 'https://agent.example.com/rest', transport: 'HTTP+JSON' },
      ],
      capabilities: { streaming: true, pushNotifications: true, stateTransitionHistory: false },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'Bearer' },
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        oauth: { type: 'oauth2', flows: { authorizationCode: codeFlow } },
        mtls: { type: 'mutualTLS' },
      },
      security: [{ oauth: ['read'] }, { bearer: [] }],
      skills: [{ ...skill, security: [{ bearer: [] }] }],
      supportsAuthenticatedExtendedCard: true,
      signatures: [signature],
    },
  },
  {
    name: '0.2.5 card',
    use: { as: 'card' },
    document: {
      ...cardBase,
      url: 'https://agent.example.com/rpc',
      protocolVersion: '0.2.5',
      preferredTransport: 'JSONRPC',
      capabilities: { streaming: true, pushNotifications: false },
      securitySchemes: { oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://auth.example.com/oidc' } },
      security: [{ oidc: [] }],
      skills: [skill],
    },
  },
  {
    name: '0.1 card',
    use: { as: 'card' },
    document: {
      name: 'Agent',
      url: 'https://agent.example.com/',
      version: '1.0.0',
      capabilities: { streaming: true },
      authentication: { schemes: ['Bearer'] },
      defaultInputModes: ['text'],
      skills: [{ id: 'skill-1', name: 'Skill' }],
    },
  },
]

function documentOf(name: string): JsonObject {
  return separateCards.find((each) => each.name === name)?.document ?? {}
}

const older = documentOf('0.3.0 card')

/** A card of 1.0 with the members for clients of 0.3. */
export const hybridCard: Sample = {
  name: '0.3.0 card within one of 1.0',
  use: { as: 'card' },
  document: {
    ...documentOf('1.0 card'),
    ...Object.fromEntries(
      [
        'url',
        'protocolVersion',
        'preferredTransport',
        'additionalInterfaces',
        'security',
        'supportsAuthenticatedExtendedCard',
      ].map((name) => [name, older[name] ?? null]),
    ),
    capabilities: { streaming: true, extendedAgentCard: true, stateTransitionHistory: false },
    securitySchemes: {
      bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' }, type: 'http', scheme: 'Bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      oauth: {
        oauth2SecurityScheme: { flows: { authorizationCode: codeFlow } },
        type: 'oauth2',
        flows: { authorizationCode: codeFlow },
      },
    },
    skills: [{ ...skill, security: [{ bearer: [] }], securityRequirements: [{ schemes: { bearer: {} } }] }],
  },
}

export const cardSamples: readonly Sample[] = separateCards
