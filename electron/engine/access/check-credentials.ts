// What cannot be sent is refused while the user is still looking at it.

import type { Credential, SecretState } from '#shared/contract/access.ts'
import { Fault } from '#shared/contract/fault.ts'
import { fitsHeader } from './attach.ts'
import { identityOf } from './credential-file.ts'
import { isReference } from './environment.ts'

/** Headers that belong to the connection or to the message, not to the user. */
const taken = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'accept',
  'a2a-version',
])

export function checkCredentials(credentials: readonly Credential[]): void {
  const seen = new Set<string>()
  for (const credential of credentials) {
    const identity = identityOf(withoutSecret(credential))
    if (seen.has(identity)) refuse('The same credential is there twice; only one of them could be sent.')
    seen.add(identity)
    checkOne(credential)
  }
}

export function isComplete(state: SecretState): boolean {
  return state.state === 'set' && (state.where !== 'environment' || state.present)
}

function checkOne(credential: Credential): void {
  switch (credential.kind) {
    case 'basic':
      if (credential.username.includes(':')) refuse('A user name for HTTP Basic has no colon in it.')
      break
    case 'bearer':
      checkValue(credential.token, 'A token')
      break
    case 'header':
      checkHeaderName(credential.name)
      checkValue(credential.value, `The value of ${credential.name}`)
      break
    case 'api-key':
      checkApiKey(credential)
  }
}

function checkApiKey({ location, name, value = '' }: Extract<Credential, { kind: 'api-key' }>): void {
  if (location === 'query') return
  checkValue(value, 'The key')
  if (location === 'header') checkHeaderName(name)
  else if (/[=;,"]/.test(name)) refuse(`${JSON.stringify(name)} isn’t a valid cookie name.`)
  else if (/[;,\s]/.test(value) && !isReference(value)) {
    refuse('The value of a cookie has no spaces, commas or semicolons.')
  }
}

function checkHeaderName(name: string): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    refuse(`${JSON.stringify(name)} isn’t a valid header name.`)
  if (taken.has(name.toLowerCase())) refuse(`Parley sets ${name} itself; it cannot carry a credential.`)
}

function checkValue(value: string | undefined, what: string): void {
  if (value !== undefined && !fitsHeader(value)) refuse(`${what} has characters that a header cannot carry.`)
}

function withoutSecret(credential: Credential) {
  switch (credential.kind) {
    case 'bearer':
      return { kind: credential.kind }
    case 'basic':
      return { kind: credential.kind, username: credential.username }
    case 'api-key':
      return { kind: credential.kind, location: credential.location, name: credential.name }
    case 'header':
      return { kind: credential.kind, name: credential.name }
  }
}

function refuse(sentence: string): never {
  throw new Fault('bad-input', sentence)
}
