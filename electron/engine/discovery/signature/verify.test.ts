// Cards signed in every form in use, and forgeries.

import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decodeCard } from '#shared/a2a/card.ts'
import type { JsonObject } from '#shared/a2a/model.ts'
import type { KeySource } from '#shared/contract/signature.ts'
import { signatureFacts } from './facts.ts'
import { jkuRefusal } from './fetch-keys.ts'
import { verifySignature } from './verify.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid })
const jwks = (...keys: readonly object[]): KeySource => ({ kind: 'jwks', text: JSON.stringify({ keys }) })
const good = jwks(jwk(pair.publicKey, 'k1'))
const pem = String(pair.publicKey.export({ type: 'spki', format: 'pem' }))

const card: JsonObject = {
  name: 'Café 😀',
  description: '',
  version: '1',
  supportedInterfaces: [
    { url: 'https://a.example', protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
  ],
  capabilities: {
    streaming: false,
    extensions: [{ uri: 'https://e.example', required: false, params: { b: 0 } }],
  },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: [],
  skills: [],
  securitySchemes: { m: { mtlsSecurityScheme: {} } },
}

/** Written by hand, not by the code under test. */
const forms = {
  spec: '{"capabilities":{"extensions":[{"params":{"b":0},"uri":"https://e.example"}],"streaming":false},"defaultInputModes":["text/plain"],"defaultOutputModes":[],"description":"","name":"Café 😀","securitySchemes":{"m":{"mtlsSecurityScheme":{}}},"skills":[],"supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"https://a.example"}],"version":"1"}',
  stripped:
    '{"capabilities":{"extensions":[{"params":{"b":0},"required":false,"uri":"https://e.example"}],"streaming":false},"defaultInputModes":["text/plain"],"name":"Café 😀","supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"https://a.example"}],"version":"1"}',
  'stripped-python':
    '{"capabilities":{"extensions":[{"params":{"b":0},"uri":"https://e.example"}],"streaming":false},"defaultInputModes":["text/plain"],"name":"Caf\\u00e9 \\ud83d\\ude00","supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"https://a.example"}],"version":"1"}',
  'no-defaults':
    '{"capabilities":{"extensions":[{"uri":"https://e.example"}]},"defaultInputModes":["text/plain"],"name":"Café 😀","supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"https://a.example"}],"version":"1"}',
  'as-sent':
    '{"capabilities":{"extensions":[{"params":{"b":0},"required":false,"uri":"https://e.example"}],"streaming":false},"defaultInputModes":["text/plain"],"defaultOutputModes":[],"description":"","name":"Café 😀","securitySchemes":{"m":{"mtlsSecurityScheme":{}}},"skills":[],"supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"","url":"https://a.example"}],"version":"1"}',
} as const

test.each(Object.entries(forms))('the form %s is recognised', async (form, text) => {
  const verdict = await verify({ ...card, signatures: [signed(text)] })
  expect(verdict).toMatchObject({ outcome: 'verified', form: { id: form }, key: { kid: 'k1', from: 'jwks' } })
})

test('the form of Python 0.3 leaves out the defaults of its models', async () => {
  const older = {
    name: 'A',
    url: 'https://a.example',
    preferredTransport: 'JSONRPC',
    protocolVersion: '0.3.0',
    securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'X' } },
    skills: [],
  }
  const text = '{"name":"A","securitySchemes":{"k":{"in":"header","name":"X"}},"url":"https://a.example"}'
  expect(await verify({ ...older, signatures: [signed(text)] })).toMatchObject({ form: { id: 'python-0.3' } })
})

test('members that A2A does not know are named when the signature leaves them out', async () => {
  const verdict = await verify({ ...card, pricing: 'free', signatures: [signed(forms.spec)] })
  expect(verdict).toMatchObject({ outcome: 'verified', form: { id: 'spec' } })
  expect(verdict.doesNotProve).toContainEqual(expect.stringContaining('“pricing”'))
})

test('security schemes that leaked from memory are read as what was signed', async () => {
  const leaked = { m: { scheme: { $case: 'mtlsSecurityScheme', value: {} } } }
  const verdict = await verify({ ...card, securitySchemes: leaked, signatures: [signed(forms.spec)] })
  expect(verdict).toMatchObject({ outcome: 'verified', form: { id: 'spec' } })
})

describe('whatever else passes for a signature has its own answer', () => {
  const whole = forms.spec
  test.each<[string, JsonObject, KeySource, string, RegExp]>([
    ['no signature', {}, good, 'unsigned', /nothing to verify/],
    ['a changed card', { name: 'Other', ...only(signed(whole)) }, good, 'bad-signature', /changed after/],
    [
      'another key',
      only(signed(whole, { key: other.privateKey })),
      good,
      'bad-signature',
      /another key made it/,
    ],
    [
      'an unknown key',
      only(signed(whole, { header: { kid: 'k2' } })),
      good,
      'unknown-key',
      /"k2" is not among/,
    ],
    ['alg none', only(signed(whole, { header: { alg: 'none' } })), good, 'alg-none', /“none”/],
    ['alg NoNe', only(signed(whole, { header: { alg: 'NoNe' } })), good, 'alg-none', /“none”/],
    ['the public key as an HMAC secret', only(confused(whole)), { kind: 'pem', text: pem }, 'hmac', /forge/],
    [
      'an algorithm nobody knows',
      only(signed(whole, { header: { alg: 'XX1' } })),
      good,
      'unknown-key',
      /does not fit XX1/,
    ],
    [
      'an algorithm of another kind',
      only(signed(whole, { header: { alg: 'RS256' } })),
      good,
      'unknown-key',
      /does not fit RS256/,
    ],
    ['no algorithm', only(signed(whole, { header: { alg: undefined } })), good, 'malformed', /no algorithm/],
    [
      'a critical extension',
      only(signed(whole, { header: { crit: ['x'], x: 1 } })),
      good,
      'unsupported-alg',
      /crit/,
    ],
    [
      'a header that is none',
      only({ protected: '!!', signature: 'AA' }),
      good,
      'malformed',
      /cannot be read/,
    ],
    [
      'a secret among the keys',
      only(signed(whole)),
      jwks({ kty: 'oct', k: 'AAAA', kid: 'k1' }),
      'unknown-key',
      /shared secret/,
    ],
    ['keys that are none', only(signed(whole)), { kind: 'jwks', text: '<html>' }, 'no-keys', /not JSON/],
    ['no keys', only(signed(whole)), jwks(), 'unknown-key', /there are none/],
    ['no jku', only(signed(whole)), { kind: 'jku' }, 'no-keys', /no jku/],
    [
      'a private key',
      only(signed(whole)),
      { kind: 'pem', text: String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' })) },
      'no-keys',
      /private key/,
    ],
  ])('%s', async (_what, members, keys, outcome, sentence) => {
    const verdict = await verify({ ...card, ...members }, keys)
    expect(verdict).toMatchObject({ outcome, sentence: expect.stringMatching(sentence), proves: [] })
  })
})

test('a pasted PEM verifies, and whose key it is stays the user’s word', async () => {
  const verdict = await verify({ ...card, ...only(signed(forms.spec)) }, { kind: 'pem', text: pem })
  expect(verdict).toMatchObject({ outcome: 'verified', key: { type: 'EC P-256', from: 'pem' } })
  expect(verdict.doesNotProve[0]).toMatch(/your word/)
})

test.each([
  ['https://keys.example/jwks.json', 'https://a.example/card.json', undefined],
  ['http://keys.example/jwks.json', 'http://keys.example/card.json', /over HTTPS only/],
  ['http://127.0.0.1:8/jwks.json', 'http://127.0.0.1:9/card.json', undefined],
  ['http://127.0.0.1:8/jwks.json', 'https://a.example/card.json', /local services/],
  ['http://localhost/jwks.json', undefined, /local services/],
  ['file:///etc/passwd', 'http://127.0.0.1:9/card.json', /file: is not opened/],
  ['javascript:alert(1)', 'http://127.0.0.1:9/card.json', /not opened/],
  ['jwks.json', 'https://a.example/card.json', /isn’t an address/],
  ['https://a:b@keys.example/', 'https://a.example/card.json', /password/],
])('keys at %s for a card from %s', (jku, cardUrl, refusal) => {
  const output = jkuRefusal(jku, cardUrl)
  if (refusal === undefined) expect(output).toBeUndefined()
  else expect(output).toMatch(refusal)
  const header = { alg: 'ES256', kid: 'k', jku }
  const facts = signatureFacts(cardOf({ ...card, ...only(signed(forms.spec, { header })) }), cardUrl)
  expect([facts[0]?.question === undefined, facts[0]?.refusal === undefined]).toEqual([
    refusal !== undefined,
    refusal === undefined,
  ])
})

test('fetched keys go through the one who asked, and are asked for only when it makes sense', async () => {
  const requests: string[] = []
  const header = { jku: 'https://keys.example/jwks.json' }
  const fetchKeys = async (jku: string) => {
    requests.push(jku)
    return { text: String((good as { text: string }).text), exchangeId: 'x1' }
  }
  const run = (raw: JsonObject) =>
    verifySignature({ raw, cardUrl: 'https://a.example' }, 0, { kind: 'jku' }, fetchKeys)
  expect(await run({ ...card, ...only(signed(forms.spec, { header })) })).toMatchObject({
    outcome: 'verified',
    exchangeId: 'x1',
    doesNotProve: [expect.stringMatching(/names keys\.example/), expect.any(String)],
  })
  await run({ ...card, ...only(signed(forms.spec, { header: { ...header, alg: 'none' } })) })
  expect(requests).toEqual([header.jku])
})

function only(signature: JsonObject): JsonObject {
  return { signatures: [signature] }
}

function signed(
  text: string,
  { key = pair.privateKey, header = {} }: { key?: KeyObject; header?: Record<string, unknown> } = {},
): JsonObject {
  const head = base64url(JSON.stringify({ alg: 'ES256', kid: 'k1', typ: 'JOSE', ...header }))
  const signature = sign('sha256', Buffer.from(`${head}.${base64url(text)}`), {
    key,
    dsaEncoding: 'ieee-p1363',
  })
  return { protected: head, signature: signature.toString('base64url') }
}

/** Key confusion: an HMAC whose secret is the public key. */
function confused(text: string): JsonObject {
  const head = base64url(JSON.stringify({ alg: 'HS256', kid: 'k1' }))
  const signature = createHmac('sha256', pem)
    .update(`${head}.${base64url(text)}`)
    .digest('base64url')
  return { protected: head, signature }
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function cardOf(raw: JsonObject) {
  const decoded = decodeCard(raw)
  if (decoded.kind !== 'result') throw new Error('The card should be readable.')
  return decoded.result
}

function verify(raw: JsonObject, keys: KeySource = good) {
  const cardUrl = 'https://a.example/.well-known/agent-card.json'
  return verifySignature({ raw, cardUrl }, 0, keys, async () => ({ problem: 'not asked' }))
}
