// The secret of each credential: in the store, or a reference to a variable, which is resolved on use.

import type { Credential, SecretState } from '#shared/contract/access.ts'
import { fitsHeader, identityOf } from './attach.ts'
import type { StoredCredential } from './credential-file.ts'
import { type Environment, isReference, resolveReferences, variableIn } from './environment.ts'
import type { SecretStore } from './secret-store.ts'

export function createCredentialSecrets({
  secrets,
  environment,
}: {
  readonly secrets: SecretStore
  readonly environment: Environment
}) {
  const keyOf = (agentId: string, credential: StoredCredential) => `${agentId} ${identityOf(credential)}`

  function stateOf(agentId: string, credential: StoredCredential): SecretState {
    const { reference } = credential
    if (reference === undefined) {
      return secrets.has(keyOf(agentId, credential))
        ? { state: 'set', where: secrets.where }
        : { state: 'not-set' }
    }
    const present = resolveReferences(reference, environment) !== undefined
    return { state: 'set', where: 'environment', variable: variableIn(reference), present }
  }

  /** Undefined if it is missing, or invalid in a header. */
  async function secretOf(agentId: string, credential: StoredCredential): Promise<string | undefined> {
    const reference = credential.reference ?? (await secrets.get(keyOf(agentId, credential)))
    const secret = reference === undefined ? undefined : resolveReferences(reference, environment)
    if (secret === undefined || credential.kind === 'basic') return secret
    const inHeader = credential.kind !== 'api-key' || credential.location !== 'query'
    return inHeader && !fitsHeader(secret) ? undefined : secret
  }

  /** Returns the stored form. Without a new secret the existing one stays. */
  async function keep(
    agentId: string,
    requested: Credential,
    stored: ReadonlyMap<string, StoredCredential>,
  ): Promise<StoredCredential> {
    const { secret, ...shape } = splitSecret(requested)
    if (secret === undefined) {
      const reference = stored.get(identityOf(shape))?.reference
      return reference === undefined ? shape : { ...shape, reference }
    }
    if (isReference(secret)) {
      await secrets.forget([keyOf(agentId, shape)])
      return { ...shape, reference: secret }
    }
    await secrets.set(keyOf(agentId, shape), secret)
    return shape
  }

  async function replace(
    agentId: string,
    before: readonly StoredCredential[],
    requested: readonly Credential[],
  ): Promise<StoredCredential[]> {
    const saved = new Map(before.map((each) => [identityOf(each), each]))
    const stored: StoredCredential[] = []
    for (const credential of requested) stored.push(await keep(agentId, credential, saved))
    const staying = new Set(stored.map(identityOf))
    await forget(
      agentId,
      before.filter((each) => !staying.has(identityOf(each))),
    )
    return stored
  }

  const forget = (agentId: string, credentials: readonly StoredCredential[]): Promise<void> =>
    secrets.forget(credentials.map((each) => keyOf(agentId, each)))

  return { stateOf, secretOf, replace, forget }
}

function splitSecret(credential: Credential): StoredCredential & { readonly secret?: string | undefined } {
  switch (credential.kind) {
    case 'bearer':
      return { kind: 'bearer', secret: credential.token }
    case 'basic':
      return { kind: 'basic', username: credential.username, secret: credential.password }
    case 'api-key': {
      const { value, ...shape } = credential
      return { ...shape, secret: value }
    }
    case 'header':
      return { kind: 'header', name: credential.name, secret: credential.value }
  }
}
