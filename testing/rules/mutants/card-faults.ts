// Faults of agent cards.

import { checkCard } from '#shared/a2a/check.ts'
import { isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonObject } from '#shared/a2a/model.ts'
import { resolvePointer } from '#shared/a2a/rules/pointer.ts'
import { sampleNamed } from '../cases/case.ts'
import { hybridCard } from '../sample-cards.ts'
import { broken, type FaultKind, type Mutant } from './mutant.ts'

type Breaks = Parameters<typeof broken>[3]

const codeFlow = '/flows/authorizationCode'

const inCard = (name: string, card: JsonObject, breaks: Breaks): readonly Mutant[] =>
  broken(name, card, (each) => checkCard(each), breaks)
const inSample = (name: string, breaks: Breaks): readonly Mutant[] =>
  inCard(name, sampleNamed(name).document, breaks)

/** A valid hybrid card also has the finding that it serves both versions. */
const inHybrid = (breaks: Breaks): readonly Mutant[] =>
  broken(
    'hybrid card',
    hybridCard.document,
    (each) => checkCard(each).filter(({ rule }) => rule !== 'PARLEY-CARD-023'),
    breaks,
  )

/** Of 0.2, with this one scheme of the 0.3 card. */
function olderCard(protocolVersion: string, scheme: string): JsonObject {
  const schemes = resolvePointer(sampleNamed('0.3.0 card').document, '/securitySchemes')
  const securitySchemes = { [scheme]: (isObject(schemes) && schemes[scheme]) || null }
  return { ...sampleNamed('0.2.5 card').document, protocolVersion, securitySchemes, security: [] }
}

const inTheClear = (scheme: string): Breaks => [
  inTheClearAt(`${scheme}${codeFlow}/tokenUrl`),
  inTheClearAt(`${scheme}${codeFlow}/authorizationUrl`),
  inTheClearAt(`${scheme}${codeFlow}/refreshUrl`),
]

function inTheClearAt(at: string): Breaks[number] {
  return [at, at, 'http://auth.example.com/oauth', 'PARLEY-CARD-031', 'error']
}

const ofNoKind = ['PARLEY-CARD-016', 'error', '/securitySchemes/bearer/type'] as const

const withoutAny = (severity: 'warning' | 'info'): Breaks =>
  ['/skills', '/skills/0/tags', '/defaultInputModes', '/defaultOutputModes'].map((at) => [
    at,
    at,
    [],
    'PARLEY-OBJ-004',
    severity,
  ])

const emptied = (...places: readonly string[]): Breaks =>
  places.map((at) => [`${at} is empty`, at, '', 'PARLEY-OBJ-003', 'warning'])
const emptyUrls = (...places: readonly string[]): Breaks =>
  places.map((at) => [`${at} is empty`, at, '', 'PARLEY-CARD-001', 'error'])
const required = ['/name', '/description', '/version', '/provider/organization', '/provider/url']
const ofSkills = ['/skills/0/name', '/skills/0/description', '/skills/0/tags/0']

export const cardFaults: readonly FaultKind[] = [
  [
    'an empty required text or URL of a card',
    [
      ...inSample('1.0 card', [
        ...emptied(...required, ...ofSkills),
        ...emptied(`/securitySchemes/oauth/oauth2SecurityScheme${codeFlow}/tokenUrl`),
        ...emptied(`/securitySchemes/oauth/oauth2SecurityScheme${codeFlow}/authorizationUrl`),
        ...emptied('/securitySchemes/oidc/openIdConnectSecurityScheme/openIdConnectUrl'),
        ...emptyUrls('/supportedInterfaces/0/url'),
      ]),
      ...inSample('0.3.0 card', [
        ...emptied(...required, ...ofSkills),
        ...emptied(`/securitySchemes/oauth${codeFlow}/tokenUrl`),
        ...emptied(`/securitySchemes/oauth${codeFlow}/authorizationUrl`),
        ...emptyUrls('/url', '/additionalInterfaces/1/url'),
      ]),
      ...inSample('0.2.5 card', [
        ...emptied(...required, ...ofSkills, '/securitySchemes/oidc/openIdConnectUrl'),
        ...emptyUrls('/url'),
      ]),
      ...inSample('0.1 card', [
        ...emptied('/name', '/version', '/skills/0/name', '/authentication/schemes/0'),
        ...emptyUrls('/url'),
      ]),
    ],
  ],
  [
    'the half for clients of 0.3, of a card that serves both',
    inHybrid([
      ['no version', '/protocolVersion', undefined, 'PARLEY-CARD-007', 'warning'],
      ['a version of 1.0', '/protocolVersion', '1.0', 'PARLEY-CARD-008', 'warning'],
      ['a number for a version', '/protocolVersion', 0.3, 'PARLEY-OBJ-001', 'error'],
      ['an empty version', '/protocolVersion', '', 'PARLEY-OBJ-003', 'error'],
      ['no URL that can be called', '/url', 'not a url', 'PARLEY-CARD-001', 'error'],
      ['a URL that is empty', '/url', '', 'PARLEY-CARD-001', 'error'],
      ['a URL that is no text', '/url', 42, 'PARLEY-OBJ-001', 'error'],
      ['a URL in the clear', '/url', 'http://agent.example.com/rpc', 'PARLEY-CARD-002', 'warning'],
      ['no transport said', '/preferredTransport', undefined, 'PARLEY-CARD-026', 'info'],
      ['a transport that is no text', '/preferredTransport', ['JSONRPC'], 'PARLEY-OBJ-001', 'error'],
      ['a transport spelled otherwise', '/preferredTransport', 'JSON-RPC', 'PARLEY-CARD-010', 'warning'],
      [
        'two transports of one URL',
        '/preferredTransport',
        'GRPC',
        'PARLEY-CARD-009',
        'error',
        '/additionalInterfaces/0/transport',
      ],
      ['interfaces that are no list', '/additionalInterfaces', {}, 'PARLEY-OBJ-001', 'error'],
      ['an interface without URL', '/additionalInterfaces/1/url', undefined, 'CARD-PROTO-002', 'error'],
      [
        'an interface without transport',
        '/additionalInterfaces/1/transport',
        undefined,
        'CARD-PROTO-002',
        'error',
      ],
      ['an empty transport', '/additionalInterfaces/1/transport', '', 'PARLEY-OBJ-003', 'error'],
      ['an interface nowhere', '/additionalInterfaces/1/url', 'rest', 'PARLEY-CARD-001', 'warning'],
      ['requirements that are no list', '/security', { oauth: [] }, 'PARLEY-OBJ-001', 'error'],
      [
        'a requirement in the form of 1.0',
        '/security/0',
        { schemes: { oauth: {} } },
        'PARLEY-CARD-025',
        'warning',
      ],
      ['a scheme that is not declared', '/security/0/other', [], 'PARLEY-CARD-012', 'error'],
      ['scopes that are no list', '/security/0/oauth', 'read', 'PARLEY-OBJ-001', 'error'],
      [
        'a scope that is not declared',
        '/security/0/oauth/0',
        'write',
        'PARLEY-CARD-013',
        'warning',
        '/security/0/oauth',
      ],
      [
        'an announcement that is no flag',
        '/supportsAuthenticatedExtendedCard',
        'yes',
        'PARLEY-OBJ-001',
        'error',
      ],
      [
        'a capability that is no flag',
        '/capabilities/stateTransitionHistory',
        'yes',
        'PARLEY-OBJ-001',
        'error',
      ],
      ['a skill’s requirements', '/skills/0/security', 'bearer', 'PARLEY-OBJ-001', 'error'],
      ['a skill’s scheme', '/skills/0/security/0/other', [], 'PARLEY-CARD-012', 'error'],
      ['another spelling', '/preferred_transport', 'GRPC', 'DM-SERIAL-005', 'info'],
      ['a scheme of no known type', '/securitySchemes/bearer/type', 'magic', 'PARLEY-CARD-016', 'error'],
      ['HTTP without its scheme', '/securitySchemes/bearer/scheme', undefined, 'CARD-STRUCT-001', 'error'],
      ['a key without its name', '/securitySchemes/key/name', undefined, 'CARD-STRUCT-001', 'error'],
      ['OAuth without its flows', '/securitySchemes/oauth/flows', undefined, 'CARD-STRUCT-001', 'error'],
      [
        'a flow without its URL',
        '/securitySchemes/oauth/flows/authorizationCode/tokenUrl',
        undefined,
        'CARD-STRUCT-001',
        'error',
      ],
    ]),
  ],
  [
    'a place for tokens without TLS',
    [
      ...inSample('1.0 card', inTheClear('/securitySchemes/oauth/oauth2SecurityScheme')),
      ...inSample('0.3.0 card', inTheClear('/securitySchemes/oauth')),
      ...inCard('0.2.5 card', olderCard('0.2.5', 'oauth'), inTheClear('/securitySchemes/oauth')),
      ...inCard('0.2.6 card', olderCard('0.2.6', 'oauth'), inTheClear('/securitySchemes/oauth')),
      ...inHybrid(inTheClear('/securitySchemes/oauth')),
    ],
  ],
  [
    'a security scheme that its version does not have',
    [
      ...inCard('0.2.6 card', olderCard('0.2.6', 'bearer'), [
        ['mutual TLS', '/securitySchemes/bearer', { type: 'mutualTLS' }, ...ofNoKind],
        ['magic', '/securitySchemes/bearer', { type: 'magic' }, ...ofNoKind],
        ['no type', '/securitySchemes/bearer/type', undefined, 'PARLEY-CARD-016', 'error'],
      ]),
      ...inCard('0.2.5 card', olderCard('0.2.5', 'key'), [
        [
          'mutual TLS',
          '/securitySchemes/key',
          { type: 'mutualTLS' },
          'PARLEY-CARD-016',
          'error',
          '/securitySchemes/key/type',
        ],
        ['a key in the body', '/securitySchemes/key/in', 'body', 'PARLEY-CARD-032', 'error'],
      ]),
      ...inSample('1.0 card', [
        ['none at all', '/securitySchemes/mtls', {}, 'PARLEY-CARD-016', 'error'],
        [
          'a wrapper around a text',
          '/securitySchemes/mtls',
          { mtlsSecurityScheme: 'yes' },
          'PARLEY-OBJ-001',
          'error',
          '/securitySchemes/mtls/mtlsSecurityScheme',
        ],
        [
          'a key in the body',
          '/securitySchemes/key/apiKeySecurityScheme/location',
          'body',
          'PARLEY-CARD-032',
          'error',
        ],
      ]),
    ],
  ],
  [
    'a required list without an element',
    [
      ...inSample('1.0 card', withoutAny('warning')),
      ...inSample('0.3.0 card', withoutAny('info')),
      ...inSample('0.2.5 card', withoutAny('info')),
    ],
  ],
]
