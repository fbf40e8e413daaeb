import { expect, test } from 'vitest'
import { checkCard } from '../../check.ts'
import type { JsonObject } from '../../model.ts'

test.each([
  ['https://keys.example.com/jwks.json', []],
  ['http://127.0.0.1:4000/jwks.json', []],
  ['http://localhost/jwks.json', []],
  ['http://[::1]:4000/jwks.json', []],
  ['http://10.0.0.1/jwks.json', ['PARLEY-CARD-027']],
  ['http://127.0.0.1.example.com/jwks.json', ['PARLEY-CARD-027']],
  ['file:///etc/passwd', ['PARLEY-CARD-027']],
  ['not an address', ['PARLEY-CARD-027']],
])('keys at %s', (jku, expected) => {
  const matches = checkCard(signedWith({ alg: 'ES256', kid: 'k', typ: 'JOSE', jku }))
  expect(matches.map(({ rule }) => rule).filter((rule) => rule === 'PARLEY-CARD-027')).toEqual(expected)
})

function signedWith(header: JsonObject): JsonObject {
  const text = btoa(JSON.stringify(header)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return { supportedInterfaces: [], signatures: [{ protected: text, signature: 'c2ln' }] }
}
