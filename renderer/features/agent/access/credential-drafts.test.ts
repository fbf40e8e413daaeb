import { expect, test } from 'vitest'
import type { AccessDescription } from '#shared/contract/access.ts'
import { blankDraft, credentialsOf, draftsOf, withOffered } from './credential-drafts.ts'

const accessDescription: AccessDescription = {
  sentence: '',
  alternatives: [
    { sentence: '', schemes: [{ name: 'b', scopes: [], sentence: '', form: { kind: 'bearer' } }] },
    {
      sentence: '',
      schemes: [
        { name: 'k', scopes: [], sentence: '', form: { kind: 'api-key', location: 'query', name: 'key' } },
        { name: 'mtls', scopes: [], sentence: '' },
      ],
    },
  ],
  signIns: [],
  sharedClients: [],
  missingScopes: [],
  others: [{ name: 'b2', scopes: [], sentence: '', form: { kind: 'bearer', format: 'JWT' } }],
  access: {
    credentials: [
      { kind: 'header', name: 'X-Team', secret: { state: 'set', where: 'memory' } },
      { kind: 'api-key', location: 'query', name: 'key', secret: { state: 'set', where: 'memory' } },
    ],
    clientCertificate: false,
    signedIn: false,
    origins: [],
    redirects: [],
  },
}

test('what is set comes first, then what the card asks for besides, once', () => {
  expect(
    draftsOf(accessDescription).map(({ kind, name, isRequired, state }) => [
      kind,
      name,
      isRequired,
      state.state,
    ]),
  ).toEqual([
    ['header', 'X-Team', false, 'set'],
    ['api-key', 'key', true, 'set'],
    ['bearer', '', true, 'not-set'],
  ])
})

test('what was not touched is kept, what was not filled in is left out', () => {
  expect(credentialsOf(draftsOf(accessDescription))).toEqual([
    { kind: 'header', name: 'X-Team' },
    { kind: 'api-key', location: 'query', name: 'key' },
  ])
})

const fromEnvironment = '$' + '{env:TOKEN}'

test('what was typed is sent along', () => {
  const basic = { ...blankDraft(0, 'basic'), username: 'ada', secret: 'lovelace' }
  const key = { ...blankDraft(1, 'api-key'), location: 'cookie' as const, name: ' session ', secret: 's' }
  expect(credentialsOf([basic, key, { ...blankDraft(2, 'bearer'), secret: fromEnvironment }])).toEqual([
    { kind: 'basic', username: 'ada', password: 'lovelace' },
    { kind: 'api-key', location: 'cookie', name: 'session', value: 's' },
    { kind: 'bearer', token: fromEnvironment },
  ])
})

test('credentials that are offered are typed into what they fit, or stand beside it', () => {
  const access = {
    credentials: [],
    clientCertificate: false,
    signedIn: false,
    origins: [],
    redirects: [],
  }
  const scheme = { name: 'key', scopes: [], sentence: '', form: { kind: 'bearer' } } as const
  const drafts = draftsOf({
    sentence: '',
    alternatives: [],
    others: [scheme],
    signIns: [],
    sharedClients: [],
    missingScopes: [],
    access,
  })
  const filled = withOffered(drafts, [
    { kind: 'header', name: 'X-Key', value: 'k' },
    { kind: 'bearer', token: 't' },
  ])
  expect(filled.map(({ kind, secret, isRequired }) => [kind, secret, isRequired])).toEqual([
    ['bearer', 't', true],
    ['header', 'k', false],
  ])
  expect(credentialsOf(filled)).toEqual([
    { kind: 'bearer', token: 't' },
    { kind: 'header', name: 'X-Key', value: 'k' },
  ])
})
