import { describe, expect, test } from 'vitest'
import type { JsonValue, SecurityScheme } from '../model.ts'
import { readSecurityScheme } from './security.ts'

const bearer: SecurityScheme = { kind: 'http', scheme: 'Bearer' }

describe('a security scheme', () => {
  test.each<[string, JsonValue, SecurityScheme]>([
    ['0.x', { type: 'http', scheme: 'Bearer' }, bearer],
    ['1.0 wrapper', { httpAuthSecurityScheme: { scheme: 'Bearer' } }, bearer],
    [
      '1.0 and 0.x merged (Python)',
      { httpAuthSecurityScheme: { scheme: 'Bearer' }, scheme: 'Bearer', type: 'http' },
      bearer,
    ],
    [
      'generated code showing through (JS)',
      {
        scheme: {
          $case: 'httpAuthSecurityScheme',
          value: { description: '', scheme: 'Bearer', bearerFormat: 'JWT' },
        },
      },
      { kind: 'http', scheme: 'Bearer', bearerFormat: 'JWT' },
    ],
    [
      'the bare inside (Java)',
      { openIdConnectUrl: 'https://o.x', description: null },
      { kind: 'openIdConnect', url: 'https://o.x' },
    ],
    [
      '0.x key',
      { type: 'apiKey', in: 'header', name: 'X' },
      { kind: 'apiKey', location: 'header', name: 'X' },
    ],
    [
      '0.x key with an underscore (FastA2A)',
      { type: 'apiKey', in_: 'query', name: 'X' },
      { kind: 'apiKey', location: 'query', name: 'X' },
    ],
    [
      '1.0 key',
      { apiKeySecurityScheme: { location: 'cookie', name: 'X' } },
      { kind: 'apiKey', location: 'cookie', name: 'X' },
    ],
    [
      'a key in an unknown place',
      { type: 'apiKey', in: 'body', name: 'X' },
      { kind: 'apiKey', location: 'unknown', name: 'X', extra: { in: 'body' } },
    ],
    ['mTLS', { type: 'mutualTLS', description: 'd' }, { kind: 'mutualTls', description: 'd' }],
    ['mTLS, 1.0', { mtlsSecurityScheme: {} }, { kind: 'mutualTls' }],
    [
      'OAuth, 0.3',
      {
        type: 'oauth2',
        flows: {
          authorizationCode: { authorizationUrl: 'a', tokenUrl: 't', scopes: { s: 'S' } },
          implicit: { authorizationUrl: 'a', scopes: {} },
        },
        oauth2MetadataUrl: 'm',
      },
      {
        kind: 'oauth2',
        flows: [
          { kind: 'authorizationCode', authorizationUrl: 'a', tokenUrl: 't', scopes: { s: 'S' } },
          { kind: 'implicit', authorizationUrl: 'a', scopes: {} },
        ],
        metadataUrl: 'm',
      },
    ],
    [
      'OAuth, 1.0 device code',
      {
        oauth2SecurityScheme: {
          flows: { deviceCode: { deviceAuthorizationUrl: 'd', tokenUrl: 't', scopes: {} } },
        },
      },
      {
        kind: 'oauth2',
        flows: [{ kind: 'deviceCode', deviceAuthorizationUrl: 'd', tokenUrl: 't', scopes: {} }],
      },
    ],
    [
      'OAuth as generated code',
      {
        scheme: {
          $case: 'oauth2SecurityScheme',
          value: {
            flows: {
              flow: { $case: 'clientCredentials', value: { tokenUrl: 't', refreshUrl: '', scopes: {} } },
            },
            oauth2MetadataUrl: '',
          },
        },
      },
      { kind: 'oauth2', flows: [{ kind: 'clientCredentials', tokenUrl: 't', scopes: {} }] },
    ],
    ['unknown members', { type: 'http', scheme: 'Bearer', realm: 'r' }, { ...bearer, extra: { realm: 'r' } }],
    ['an unknown type', { type: 'magic' }, { kind: 'unknown', raw: { type: 'magic' } }],
    ['no object', 5, { kind: 'unknown', raw: 5 }],
  ])('%s', (_, raw, scheme) => {
    expect(readSecurityScheme(raw)).toEqual(scheme)
  })
})
