// The offers for each shape in which real cards have a scheme.

import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { readCard } from '#shared/a2a/read/card.ts'
import type { Discovery } from '#shared/contract/card.ts'
import { optionsFor } from './plan-grants.ts'

const openIdConnectUrl = 'https://id.example/.well-known/openid-configuration'
const oauth2MetadataUrl = 'https://id.example/.well-known/oauth-authorization-server'
const [authorizationUrl, tokenUrl, refreshUrl, deviceAuthorizationUrl] = [
  'authorize',
  'token',
  'refresh',
  'device',
].map((name) => `https://id.example/${name}`) as [string, string, string, string]
const code = { authorizationUrl, tokenUrl, refreshUrl, scopes: { read: 'Reads', book: '' } }

/** The shapes of PROTOCOL.md 2.3, around the same members. */
const shapes: readonly [string, (name: string, type: string, members: JsonObject) => JsonValue][] = [
  ['0.2 and 0.3', (_, type, members) => ({ type, ...members })],
  ['1.0', (name, _, members) => ({ [name]: members })],
  [
    '1.0 in snake case',
    (name, _, members) => ({ [name.replaceAll(/[A-Z]/g, (each) => `_${each.toLowerCase()}`)]: members }),
  ],
  ['both merged', (name, type, members) => ({ [name]: members, ...members, type })],
  [
    'generated code',
    (name, _, members) => ({ scheme: { $case: name, value: { description: '', ...members } } }),
  ],
  ['bare', (_, __, members) => ({ ...members, description: null })],
]

const refusal = (challenge: string) => ({ challenge, origin: 'https://agent.example' })

function planned(scheme: JsonValue, more: JsonObject = {}) {
  const card = readCard({ name: 'a', securitySchemes: { login: scheme }, ...more })
  return optionsFor({ found: true, card } as Extract<Discovery, { found: true }>)
}

describe.each(shapes)('a scheme as %s', (_, shape) => {
  test('of OpenID Connect is offered by each grant', () => {
    const options = planned(shape('openIdConnectSecurityScheme', 'openIdConnect', { openIdConnectUrl }))
    expect(options).toMatchObject(
      ['authorization-code', 'device-code', 'client-credentials'].map((grant) => ({
        id: `login ${grant}`,
        grant,
        server: 'https://id.example',
        scopes: ['openid'],
        source: { kind: 'openid', url: openIdConnectUrl },
      })),
    )
  })

  test('of OAuth is offered by its own flow, at its own endpoints', () => {
    const flows = { authorizationCode: code }
    expect(planned(shape('oauth2SecurityScheme', 'oauth2', { flows }))).toMatchObject([
      {
        grant: 'authorization-code',
        scopes: [],
        offeredScopes: ['read', 'book'],
        source: { kind: 'endpoints', authorizationUrl, tokenUrl, refreshUrl },
      },
    ])
  })

  test('of OAuth with metadata is read from there', () => {
    const flows = { clientCredentials: { tokenUrl, scopes: {} } }
    expect(planned(shape('oauth2SecurityScheme', 'oauth2', { flows, oauth2MetadataUrl }))).toMatchObject([
      { grant: 'client-credentials', source: { kind: 'oauth', url: oauth2MetadataUrl } },
    ])
  })

  test.each<[string, JsonObject]>([
    ['httpAuthSecurityScheme', { scheme: 'Bearer' }],
    ['apiKeySecurityScheme', { location: 'header', name: 'X-Key' }],
  ])('of %s is no way to sign in', (name, members) => {
    expect(planned(shape(name, name === 'httpAuthSecurityScheme' ? 'http' : 'apiKey', members))).toEqual([])
  })
})

test.each<[string, JsonObject, readonly string[]]>([
  [
    'several flows of 0.3',
    { authorizationCode: code, clientCredentials: { tokenUrl } },
    ['authorization-code', 'client-credentials'],
  ],
  ['a device code of 1.0', { deviceCode: { deviceAuthorizationUrl, tokenUrl, scopes: {} } }, ['device-code']],
  [
    'a flow as generated code',
    { flow: { $case: 'deviceCode', value: { deviceAuthorizationUrl, tokenUrl } } },
    ['device-code'],
  ],
  ['what is no longer to be used', { implicit: { authorizationUrl }, password: { tokenUrl } }, []],
  ['a flow without its token endpoint', { authorizationCode: { authorizationUrl, tokenUrl: '' } }, []],
  ['flows that are none', { authorizationCode: 'yes', magic: {} }, []],
])('%s', (_, flows, grants) => {
  expect(planned({ type: 'oauth2', flows }).map(({ grant }) => grant)).toEqual(grants)
})

test.each<[string, JsonValue]>([
  ['null', null],
  ['a word', 'oauth2'],
  ['a list', [{ type: 'oauth2' }]],
  ['a kind that is unknown', { type: 'magic', flows: { authorizationCode: code } }],
  ['a wrapper around nothing', { oauth2SecurityScheme: null }],
  ['an empty address', { openIdConnectSecurityScheme: { openIdConnectUrl: '' } }],
])('a scheme that is %s offers nothing', (_, scheme) => {
  expect(planned(scheme)).toEqual([])
})

test.each<[string, JsonObject]>([
  ['1.0', { securityRequirements: [{ schemes: { login: { list: ['read'] } } }] }],
  ['0.3', { security: [{ login: ['read'] }] }],
  ['0.3 within a list of 1.0', { securityRequirements: [{ login: ['read'] }] }],
  ['several entries', { security: [{ login: ['read'] }, { login: ['read'], other: [] }] }],
])('scopes that are required as %s are asked for, the others are offered', (_, required) => {
  const [way] = planned({ type: 'oauth2', flows: { authorizationCode: code } }, required)
  expect(way).toMatchObject({ scopes: ['read'], offeredScopes: ['book'] })
})

test('what is required comes first, and a name that is not declared is nothing', () => {
  const schemes = { a: { openIdConnectUrl }, login: { openIdConnectUrl } }
  const security = [{ login: [], ghost: [], constructor: [] }]
  const options = planned(null, { securitySchemes: schemes, security })
  expect([...new Set(options.map(({ scheme }) => scheme))]).toEqual(['login', 'a'])
})

test('no more ways are offered than can be looked through', () => {
  const schemes = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`s${at}`, { openIdConnectUrl }]))
  expect(planned(null, { securitySchemes: schemes })).toHaveLength(20)
})

test('a challenge leads to the server of the resource metadata that it names, and nowhere without', () => {
  const url = 'https://agent.example/.well-known/oauth-protected-resource'
  expect(optionsFor(null, refusal(`Bearer resource_metadata="${url}", scope="read book"`))).toMatchObject([
    { id: ' authorization-code', scopes: ['read', 'book'], source: { kind: 'resource', url } },
    { id: ' device-code' },
    { id: ' client-credentials' },
  ])
  expect(optionsFor(null, refusal('Bearer realm="x"'))).toEqual([])
})

test('a challenge that came again is one way of each grant, as it was said last', () => {
  const challenge = (scope: string) =>
    `Bearer resource_metadata="https://agent.example/.well-known/oauth-protected-resource", scope="${scope}"`
  const refused = { found: false, problem: { kind: 'needs-credentials', challenge: challenge('read') } }
  const options = optionsFor(
    refused as Extract<Discovery, { found: false }>,
    refusal(`${challenge('book')}, ${challenge('all')}`),
  )
  expect(options.map(({ id, scopes }) => [id, ...scopes])).toEqual([
    [' authorization-code', 'book'],
    [' device-code', 'book'],
    [' client-credentials', 'book'],
  ])
})
