import { expect, test } from 'vitest'
import { type PemBlocks, pemBlocks } from './pem-blocks.ts'

const certificate = '-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----'
const authority = '-----BEGIN CERTIFICATE-----\nREVG\n-----END CERTIFICATE-----'
const key = '-----BEGIN PRIVATE KEY-----\nR0hJ\n-----END PRIVATE KEY-----'
const ecKey = '-----BEGIN EC PRIVATE KEY-----\nR0hJ\n-----END EC PRIVATE KEY-----'
const guarded = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nR0hJ\n-----END ENCRYPTED PRIVATE KEY-----'
const oldGuarded =
  '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nR0hJ\n-----END RSA PRIVATE KEY-----'

test.each<[string, readonly string[], PemBlocks | RegExp]>([
  ['two files', [certificate, key], { certificatePem: certificate, keyPem: key, guarded: false }],
  [
    'two files, the key first',
    [ecKey, certificate],
    { certificatePem: certificate, keyPem: ecKey, guarded: false },
  ],
  [
    'one file with a chain, and words between',
    [`Bag Attributes\n${key}\nsubject=/CN=client\n${certificate}\n${authority}\n`],
    { certificatePem: `${certificate}\n${authority}`, keyPem: key, guarded: false },
  ],
  ['a guarded key', [certificate, guarded], { certificatePem: certificate, keyPem: guarded, guarded: true }],
  [
    'one guarded as of old',
    [certificate, oldGuarded],
    { certificatePem: certificate, keyPem: oldGuarded, guarded: true },
  ],
  ['a certificate alone', [certificate], /It contains no private key\. Choose .* together/],
  ['a key alone', [key], /It contains no certificate/],
  ['neither', ['PK\u0003\u0004'], /It contains no certificate/],
])('%s', (_what, texts, expected) => {
  const match = pemBlocks(texts)
  if (expected instanceof RegExp) expect(match).toMatch(expected)
  else expect(match).toEqual(expected)
})
