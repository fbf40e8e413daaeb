import { describe, expect, test } from 'vitest'
import { decodeCard } from '#shared/a2a/card.ts'
import type { JsonObject } from '#shared/a2a/model.ts'
import type { Discovery } from '#shared/contract/card.ts'
import { readChallenges } from './challenge.ts'
import { describeAccess } from './describe.ts'

const schemes = {
  key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
  query: { apiKeySecurityScheme: { location: 'query', name: 'k' } },
  cookie: { apiKeySecurityScheme: { location: 'cookie', name: 'sid' } },
  jwt: { httpAuthSecurityScheme: { scheme: 'BEARER', bearerFormat: 'JWT' } },
  basic: { httpAuthSecurityScheme: { scheme: 'basic' } },
  digest: { httpAuthSecurityScheme: { scheme: 'Digest' } },
  oauth: {
    oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: 'https://t.example', scopes: {} } } },
  },
  oidc: { openIdConnectSecurityScheme: { openIdConnectUrl: 'https://login.example/.well-known' } },
  mtls: { mtlsSecurityScheme: {} },
}

const needs = (...names: readonly (readonly [string, ...string[]])[]): JsonObject => ({
  schemes: Object.fromEntries(names.map(([name, ...list]) => [name, { list }])),
})

test.each<[string, readonly JsonObject[], string]>([
  [
    'one or another',
    [needs(['key']), needs(['oauth', 'read', 'write'])],
    'Needs an API key in the header X-Key, or OAuth with the scopes read and write.',
  ],
  [
    'both at once',
    [needs(['key'], ['jwt'])],
    'Needs an API key in the header X-Key and a bearer token (JWT).',
  ],
  ['a query key', [needs(['query'])], 'Needs an API key in the query as “k”.'],
  ['a cookie', [needs(['cookie'])], 'Needs an API key in the cookie “sid”.'],
  ['basic', [needs(['basic'])], 'Needs a name and password (HTTP Basic).'],
  [
    'digest',
    [needs(['digest'])],
    'Needs HTTP authentication of the kind “Digest”, which Parley cannot make.',
  ],
  [
    'OpenID Connect',
    [needs(['oidc', 'openid'])],
    'Needs OpenID Connect at https://login.example/.well-known and the scope openid.',
  ],
  [
    'a certificate, or nothing',
    [needs(['mtls']), needs()],
    'Needs a client certificate (chosen under Connection settings), or nothing at all.',
  ],
  [
    'a scheme that is not there',
    [needs(['gone'])],
    'Needs the scheme “gone”, which the card does not describe.',
  ],
])('%s', (_what, securityRequirements, sentence) => {
  expect(describeAccess(discoveryOf({ securitySchemes: schemes, securityRequirements })).sentence).toBe(
    sentence,
  )
})

test('the form that fills each, and those that are required nowhere', () => {
  const { alternatives, others } = describeAccess(
    discoveryOf({ securitySchemes: schemes, securityRequirements: [needs(['key'], ['jwt'])] }),
  )
  expect(alternatives[0]?.schemes.map(({ form }) => form)).toEqual([
    { kind: 'api-key', location: 'header', name: 'X-Key' },
    { kind: 'bearer', format: 'JWT' },
  ])
  expect(others.map(({ name, form }) => [name, form?.kind])).toEqual([
    ['query', 'api-key'],
    ['cookie', 'api-key'],
    ['basic', 'basic'],
    ['digest', undefined],
    ['oauth', 'bearer'],
    ['oidc', 'bearer'],
    ['mtls', undefined],
  ])
})

test('a card that asks for nothing', () => {
  expect(describeAccess(discoveryOf({})).sentence).toBe('None required.')
  expect(describeAccess(null).sentence).toMatch(/not been read yet/)
})

describe('challenges', () => {
  test.each<[string, ReturnType<typeof readChallenges>]>([
    ['Bearer', [{ scheme: 'Bearer', parameters: {} }]],
    [
      'Bearer realm="a, \\"b\\"", scope="x y", error=invalid_token',
      [{ scheme: 'Bearer', parameters: { realm: 'a, "b"', scope: 'x y', error: 'invalid_token' } }],
    ],
    [
      'Basic realm="one", Bearer scope="two"',
      [
        { scheme: 'Basic', parameters: { realm: 'one' } },
        { scheme: 'Bearer', parameters: { scope: 'two' } },
      ],
    ],
    ['', []],
    ['"', []],
  ])('%s', (header, expected) => {
    expect(readChallenges(header)).toEqual(expected)
  })

  test('are read in no time, however long and wrong', () => {
    expect(readChallenges('a="'.repeat(100_000)).length).toBeLessThan(20)
    expect(readChallenges('Bearer '.repeat(100_000)).length).toBeLessThan(20)
    expect(Object.entries(readChallenges('X __proto__=y')[0]?.parameters ?? {})).toEqual([['__proto__', 'y']])
  })
})

function discoveryOf(members: JsonObject): Discovery {
  const raw = { name: 'A', url: 'https://agent.example', ...members }
  const decoded = decodeCard(raw)
  if (decoded.kind !== 'result') throw new Error('The card should be readable.')
  return {
    found: true,
    source: 'pasted',
    cardUrl: '',
    card: decoded.result,
    raw,
    findings: [],
    interfaces: [],
    suspicious: [],
    signatures: [],
    notes: [],
    attempts: [],
  }
}
