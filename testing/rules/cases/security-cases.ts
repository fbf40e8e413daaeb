// Credentials and signatures in cards.

import { checkAccess } from '#shared/a2a/check.ts'
import type { AgentCard, JsonValue } from '#shared/a2a/model.ts'
import type { Case } from './case.ts'
import { one, skill, three } from './changed-card.ts'

const scheme = (value: JsonValue, requirements: JsonValue = []) =>
  one({ securitySchemes: { s: value }, securityRequirements: requirements })
const flow = { tokenUrl: 'https://auth.example.com/token', scopes: {} }

/** base64url of a JWS header. */
const signed = (headerBase64: string) => one({ signatures: [{ protected: headerBase64, signature: 'c2ln' }] })
const protectedAt = '/signatures/0/protected'

const schemes: AgentCard['securitySchemes'] = {
  bearer: { kind: 'http', scheme: 'bearer' },
  key: { kind: 'apiKey', location: 'header', name: 'X-Corp' },
  inQuery: { kind: 'apiKey', location: 'query', name: 'corp' },
  certificate: { kind: 'mutualTls' },
}

/** A call with a result, and without a header of credentials. */
export const unguarded = (
  security: AgentCard['security'],
  headerNames: readonly string[] = ['Accept'],
  queryNames: readonly string[] = [],
) =>
  checkAccess({
    card: { security, securitySchemes: schemes },
    ...{ headerNames, queryNames, label: 'GetTask', dialect: '1.0', binding: 'JSONRPC' },
  })

export const securityCases: readonly Case[] = [
  [
    'AUTH-SERVER-002',
    'warning',
    '',
    'a result without the token required',
    () => unguarded([{ bearer: [] }]),
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
]
