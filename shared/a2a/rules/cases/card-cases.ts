import { checkCard } from '../../check.ts'
import type { JsonObject, JsonValue } from '../../model.ts'
import type { CardFacts } from '../card/context.ts'
import { type Case, changed, sampleNamed } from './case.ts'

type Changes = Readonly<Record<string, JsonValue | undefined>>

const card1 = sampleNamed('1.0 card').document
const card3 = sampleNamed('0.3.0 card').document
const card2 = sampleNamed('0.2.5 card').document

const one =
  (changes: Changes, facts: CardFacts = {}) =>
  () =>
    checkCard(changed(card1, changes), facts)
const three =
  (changes: Changes, facts: CardFacts = {}) =>
  () =>
    checkCard(changed(card3, changes), facts)

const way = (url: string, binding = 'JSONRPC', version = '1.0'): JsonObject => ({
  url,
  protocolBinding: binding,
  protocolVersion: version,
})
const at = (url: string, facts: CardFacts = {}) => one({ supportedInterfaces: [way(url)] }, facts)
const url = '/supportedInterfaces/0/url'
const scheme = (value: JsonValue, requirements: JsonValue = []) =>
  one({ securitySchemes: { s: value }, securityRequirements: requirements })
const skill = { id: 'a', name: 'A', description: 'd', tags: ['t'] }
const flow = { tokenUrl: 'https://auth.example.com/token', scopes: {} }

/** base64url of a JWS header. */
const signed = (headerBase64: string) => one({ signatures: [{ protected: headerBase64, signature: 'c2ln' }] })
const protectedAt = '/signatures/0/protected'

export const cardCases: readonly Case[] = [
  ['PARLEY-CARD-028', 'error', '', 'a list', () => checkCard([])],
  ['PARLEY-CARD-028', 'error', '', 'another service', () => checkCard({ status: 'ok' })],
  [
    'PARLEY-CARD-029',
    'info',
    '',
    'the old path',
    one({}, { url: 'https://agent.example.com/.well-known/agent.json' }),
  ],
  ['CARD-STRUCT-001', 'error', '/name', 'no name', one({ name: undefined })],
  [
    'CARD-STRUCT-001',
    'error',
    '/supportedInterfaces',
    'no interfaces',
    one({ supportedInterfaces: undefined }),
  ],
  ['CARD-PROTO-001', 'error', '/supportedInterfaces', 'empty interfaces', one({ supportedInterfaces: [] })],
  [
    'CARD-PROTO-002',
    'error',
    '/supportedInterfaces/0/url',
    'no url',
    one({ supportedInterfaces: [{ protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] }),
  ],
  [
    'CARD-PROTO-002',
    'error',
    '/additionalInterfaces/0/transport',
    'no transport',
    three({ additionalInterfaces: [{ url: 'https://a.example.com' }] }),
  ],
  [
    'CARD-EXT-001',
    'warning',
    '/capabilities/extendedAgentCard',
    'extended card without schemes',
    one({ securitySchemes: undefined, securityRequirements: undefined }),
  ],
  [
    'CARD-EXT-001',
    'warning',
    '/supportsAuthenticatedExtendedCard',
    'the same in 0.3',
    three({ securitySchemes: undefined, security: undefined, skills: [skill] }),
  ],
  ['PARLEY-CARD-001', 'error', url, 'broken', at('ht!tp:/agent')],
  ['PARLEY-CARD-001', 'error', url, 'other scheme', at('ftp://agent.example.com')],
  ['PARLEY-CARD-001', 'warning', url, 'relative', at('/a2a')],
  [
    'PARLEY-CARD-001',
    'warning',
    '/url',
    'VoltAgent: relative',
    three({ url: '.well-known/agent-card.json', additionalInterfaces: [] }),
  ],
  ['PARLEY-CARD-002', 'warning', url, 'plain HTTP', at('http://agent.example.com/')],
  ['PARLEY-CARD-003', 'warning', url, 'ADK: 0.0.0.0', at('http://0.0.0.0:8000/')],
  ['PARLEY-CARD-003', 'warning', url, 'docker-agent: [::]', at('http://[::]:8080/invoke')],
  ['PARLEY-CARD-003', 'warning', url, 'a service name', at('http://agent:8080/')],
  ['PARLEY-CARD-003', 'warning', url, 'a cluster name', at('http://a.default.svc.cluster.local/')],
  [
    'PARLEY-CARD-004',
    'warning',
    url,
    'localhost from afar',
    at('http://localhost:8000/', { url: 'https://agent.example.com/card' }),
  ],
  [
    'PARLEY-CARD-004',
    'warning',
    url,
    'private from afar',
    at('http://10.1.2.3/', { url: 'https://agent.example.com/card' }),
  ],
  [
    'PARLEY-CARD-005',
    'warning',
    '/url',
    'Agno: the stream’s path',
    three({ url: 'https://a.example.com/v1/message:stream', additionalInterfaces: [] }),
  ],
  [
    'PARLEY-CARD-006',
    'warning',
    '/defaultInputModes/0',
    'no media type',
    one({ defaultInputModes: ['text'] }),
  ],
  [
    'PARLEY-CARD-006',
    'info',
    '/defaultInputModes/0',
    'a bare word in 0.3',
    three({ defaultInputModes: ['text'] }),
  ],
  [
    'PARLEY-CARD-007',
    'warning',
    '/protocolVersion',
    'zeph: no version',
    () => checkCard(changed(card2, { protocolVersion: undefined })),
  ],
  [
    'PARLEY-CARD-007',
    'error',
    '/protocolVersion',
    'no version, but signatures',
    three({ protocolVersion: undefined }),
  ],
  ['PARLEY-CARD-008', 'error', '/protocolVersion', 'LiteLLM: claims 1.0', three({ protocolVersion: '1.0' })],
  [
    'PARLEY-CARD-009',
    'error',
    '/additionalInterfaces/0/transport',
    'conflict',
    three({ additionalInterfaces: [{ url: 'https://agent.example.com/rpc', transport: 'GRPC' }] }),
  ],
  [
    'PARLEY-CARD-010',
    'warning',
    '/supportedInterfaces/0/protocolBinding',
    'unknown',
    one({ supportedInterfaces: [way('https://a.example.com', 'PIGEON')] }),
  ],
  [
    'PARLEY-CARD-010',
    'warning',
    '/preferredTransport',
    'misspelt',
    three({ preferredTransport: 'json-rpc', additionalInterfaces: [] }),
  ],
  [
    'PARLEY-CARD-010',
    'info',
    '/preferredTransport',
    'unknown in 0.3',
    three({ preferredTransport: 'PIGEON', additionalInterfaces: [] }),
  ],
  [
    'PARLEY-CARD-011',
    'warning',
    '/supportedInterfaces/0/protocolVersion',
    'patched',
    one({ supportedInterfaces: [way('https://a.example.com', 'JSONRPC', '1.0.1')] }),
  ],
  [
    'PARLEY-CARD-011',
    'error',
    '/supportedInterfaces/0/protocolVersion',
    'no version',
    one({ supportedInterfaces: [way('https://a.example.com', 'JSONRPC', 'latest')] }),
  ],
  [
    'PARLEY-CARD-012',
    'error',
    '/securityRequirements/0/schemes/x',
    'nowhere',
    one({ securityRequirements: [{ schemes: { x: {} } }] }),
  ],
  [
    'PARLEY-CARD-012',
    'error',
    '/security/0/x~1y',
    'nowhere, with a slash',
    three({ security: [{ 'x/y': [] }] }),
  ],
  [
    'PARLEY-CARD-012',
    'error',
    '/skills/0/security/0/x',
    'a skill’s',
    three({ skills: [{ ...skill, security: [{ x: [] }] }] }),
  ],
  [
    'PARLEY-CARD-013',
    'warning',
    '/security/0/oauth',
    'unknown scope',
    three({ security: [{ oauth: ['write'] }] }),
  ],
  [
    'PARLEY-CARD-014',
    'warning',
    '/securitySchemes/s',
    'typed in 1.0',
    scheme({ type: 'http', scheme: 'Bearer' }),
  ],
  [
    'PARLEY-CARD-014',
    'warning',
    '/securitySchemes/s',
    'Quarkus: bare',
    scheme({ openIdConnectUrl: 'https://a.example.com', description: null }),
  ],
  [
    'PARLEY-CARD-014',
    'warning',
    '/securitySchemes/s',
    'wrapped in 0.3',
    three({ securitySchemes: { s: { mtlsSecurityScheme: {} } }, security: [], skills: [skill] }),
  ],
  [
    'PARLEY-CARD-014',
    'info',
    '/securitySchemes/s',
    'Python: merged',
    scheme({ httpAuthSecurityScheme: { scheme: 'Bearer' }, scheme: 'Bearer', type: 'http' }),
  ],
  [
    'PARLEY-CARD-015',
    'error',
    '/securitySchemes/s',
    'JS: leaked',
    scheme({ scheme: { $case: 'httpAuthSecurityScheme', value: { scheme: 'Bearer' } } }),
  ],
  ['PARLEY-CARD-016', 'error', '/securitySchemes/s/type', 'unknown type', scheme({ type: 'magic' })],
  [
    'PARLEY-CARD-016',
    'error',
    '/securitySchemes/s',
    'two at once',
    scheme({ mtlsSecurityScheme: {}, httpAuthSecurityScheme: { scheme: 'Bearer' } }),
  ],
  [
    'PARLEY-CARD-017',
    'error',
    '/securitySchemes/s/oauth2SecurityScheme/flows',
    'two flows',
    scheme({ oauth2SecurityScheme: { flows: { clientCredentials: flow, password: flow } } }),
  ],
  [
    'PARLEY-CARD-017',
    'warning',
    '/securitySchemes/s/flows',
    'no flow in 0.3',
    three({ securitySchemes: { s: { type: 'oauth2', flows: {} } }, security: [], skills: [skill] }),
  ],
  ['PARLEY-CARD-018', 'warning', '/skills/1/id', 'twice', one({ skills: [skill, skill] })],
  [
    'PARLEY-CARD-019',
    'info',
    '/supportedInterfaces/1',
    'twice',
    one({ supportedInterfaces: [way('https://a.example.com'), way('https://a.example.com')] }),
  ],
  [
    'PARLEY-CARD-020',
    'warning',
    '/capabilities/extensions/0/uri',
    'no URI',
    one({ capabilities: { extensions: [{ uri: 'citations' }] } }),
  ],
  ['PARLEY-CARD-021', 'error', protectedAt, 'no JSON', signed('bm8ganNvbg')],
  [
    'PARLEY-CARD-021',
    'error',
    '/signatures/0/signature',
    'no base64',
    one({
      signatures: [{ protected: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpPU0UiLCJraWQiOiJrZXktMSJ9', signature: '%' }],
    }),
  ],
  // {"alg":"ES256"} · {"alg":"ES256","kid":"k"} · {"alg":"none","kid":"k","typ":"JOSE"} · HS256 · with jku
  ['CARD-SIGN-003', 'error', protectedAt, 'no kid', signed('eyJhbGciOiJFUzI1NiJ9')],
  ['CARD-SIGN-003', 'warning', protectedAt, 'no typ', signed('eyJhbGciOiJFUzI1NiIsImtpZCI6ImsifQ')],
  [
    'PARLEY-CARD-022',
    'error',
    protectedAt,
    'none',
    signed('eyJhbGciOiJub25lIiwia2lkIjoiayIsInR5cCI6IkpPU0UifQ'),
  ],
  [
    'PARLEY-CARD-022',
    'warning',
    protectedAt,
    'HMAC',
    signed('eyJhbGciOiJIUzI1NiIsImtpZCI6ImsiLCJ0eXAiOiJKT1NFIn0'),
  ],
  [
    'PARLEY-CARD-027',
    'warning',
    protectedAt,
    'http jku',
    signed('eyJhbGciOiJFUzI1NiIsImtpZCI6ImsiLCJ0eXAiOiJKT1NFIiwiamt1IjoiaHR0cDovL2EuZXhhbXBsZS5jb20ifQ'),
  ],
  [
    'PARLEY-CARD-023',
    'info',
    '',
    'hybrid',
    one({ url: 'https://agent.example.com/rpc', protocolVersion: '0.3.0' }),
  ],
  [
    'PARLEY-CARD-024',
    'warning',
    '/documentationUrl',
    'relative link',
    one({ documentationUrl: 'docs/index.html' }),
  ],
  [
    'PARLEY-CARD-025',
    'warning',
    '/securityRequirements/0',
    'bare in 1.0',
    one({ securityRequirements: [{ bearer: [] }] }),
  ],
  [
    'PARLEY-CARD-025',
    'warning',
    '/securityRequirements/0/schemes/oauth',
    'no list',
    one({ securityRequirements: [{ schemes: { oauth: ['read'] } }] }),
  ],
  ['PARLEY-CARD-026', 'info', '/preferredTransport', 'missing', three({ preferredTransport: undefined })],
  [
    'PARLEY-OBJ-004',
    'info',
    '/skills',
    'FastA2A: no skills',
    () => checkCard(changed(card2, { skills: [] })),
  ],
  [
    'PARLEY-OBJ-005',
    'warning',
    '/security',
    'official samples before August 2026',
    one({ security: [{ bearer: [] }] }),
  ],
  [
    'PARLEY-OBJ-005',
    'info',
    '/iconUrl',
    'not yet in 0.2.1',
    () => checkCard(changed(card2, { protocolVersion: '0.2.1' })),
  ],
  [
    'DM-SERIAL-001',
    'warning',
    '/default_input_modes',
    'vellum: snake_case',
    one({ defaultInputModes: undefined, default_input_modes: ['text/plain'] }),
  ],
  [
    'DM-SERIAL-001',
    'warning',
    '/provider/origanization',
    'Baidu: misspelt',
    one({ provider: { origanization: 'x', url: 'https://example.com' } }),
  ],
]
