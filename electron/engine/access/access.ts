// Credentials: which an agent has, who may get them, and what goes along with one request. A secret leaves this service only
// towards the wire, for an origin that the user approved; nothing here answers with one.

import type { HeaderList } from '#shared/a2a/dialect.ts'
import type { Binding } from '#shared/a2a/model.ts'
import type { ClientCertificate, Credential, CredentialView, SecretState } from '#shared/contract/access.ts'
import type { CredentialUse } from '#shared/contract/card-questions.ts'
import { fitsHeader, type OpenCredential, wireCredentials } from './attach.ts'
import { checkCredentials, isComplete } from './check-credentials.ts'
import type { ClientCertificates } from './client-certificates.ts'
import { type CredentialFile, identityOf, type StoredCredential } from './credential-file.ts'
import { type Environment, isReference, resolveReferences, variableIn } from './environment.ts'
import { originOf } from './origins.ts'
import type { SecretStore } from './secret-store.ts'

interface Attached {
  readonly use: CredentialUse
  readonly credentials?: HeaderList
  readonly queryCredentials?: HeaderList
}

export interface AccessService {
  /** What goes along to this address; spread it into a request of the wire. */
  attach(agentId: string, url: string, binding?: Binding): Promise<Attached>
  /** The same question, without opening a secret. */
  use(agentId: string, url: string, binding?: Binding): CredentialUse
  credentials(agentId: string): readonly CredentialView[]
  approvedOrigins(agentId: string): readonly string[]
  set(agentId: string, credentials: readonly Credential[], ownOrigin: string | undefined): Promise<void>
  setCertificate(
    agentId: string,
    certificate: ClientCertificate | null,
    ownOrigin: string | undefined,
  ): Promise<void>
  approve(agentId: string, origin: string, approved: boolean): Promise<void>
  forget(agentId: string): Promise<void>
}

export interface AccessDeps {
  readonly file: CredentialFile
  readonly secrets: SecretStore
  readonly environment: Environment
  readonly certificates: ClientCertificates
}

export function createAccess({ file, secrets, environment, certificates }: AccessDeps): AccessService {
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

  async function secretOf(agentId: string, credential: StoredCredential): Promise<string | undefined> {
    const kept = credential.reference ?? (await secrets.get(keyOf(agentId, credential)))
    const secret = kept === undefined ? undefined : resolveReferences(kept, environment)
    if (secret === undefined || credential.kind === 'basic') return secret
    const inHeader = credential.kind !== 'api-key' || credential.location !== 'query'
    return inHeader && !fitsHeader(secret) ? undefined : secret
  }

  function use(agentId: string, url: string, binding?: Binding): CredentialUse {
    const { credentials, origins } = file.of(agentId)
    if (credentials.length === 0) return 'none'
    const origin = originOf(url, binding)
    if (origin === undefined || !origins.includes(origin)) return 'withheld'
    const complete = credentials.every((each) => isComplete(stateOf(agentId, each)) && fits(each, binding))
    return complete ? 'sent' : 'incomplete'
  }

  return {
    use,
    async attach(agentId, url, binding) {
      await certificates.open(agentId)
      const expected = use(agentId, url, binding)
      if (expected === 'none' || expected === 'withheld') return { use: expected }
      const { credentials } = file.of(agentId)
      const open: OpenCredential[] = []
      for (const credential of credentials.filter((each) => fits(each, binding))) {
        const secret = await secretOf(agentId, credential)
        if (secret !== undefined) open.push({ credential, secret })
      }
      return { use: open.length === credentials.length ? 'sent' : 'incomplete', ...wireCredentials(open) }
    },
    credentials: (agentId) =>
      file.of(agentId).credentials.map((credential) => {
        const { reference: _, ...shown } = credential
        return { ...shown, secret: stateOf(agentId, credential) }
      }),
    approvedOrigins: (agentId) => file.of(agentId).origins,

    async set(agentId, wanted, ownOrigin) {
      checkCredentials(wanted)
      const before = file.of(agentId)
      const kept = new Map(before.credentials.map((each) => [identityOf(each), each]))
      const stored: StoredCredential[] = []
      for (const credential of wanted) stored.push(await keep(agentId, credential, kept))
      const staying = new Set(stored.map((each) => keyOf(agentId, each)))
      const gone = before.credentials.map((each) => keyOf(agentId, each)).filter((key) => !staying.has(key))
      await secrets.forget(gone)
      const certified = certificates.isSet(agentId)
      const had = certified || before.credentials.length > 0
      const has = certified || stored.length > 0
      // What was said meanwhile stays said.
      const now = file.of(agentId)
      const origins = originsAfter(now.origins, { had, has }, ownOrigin)
      await file.write(agentId, { ...now, credentials: stored, origins })
    },
    async setCertificate(agentId, certificate, ownOrigin) {
      const had = certificates.isSet(agentId) || file.of(agentId).credentials.length > 0
      if (certificate === null) await certificates.forget(agentId)
      else await certificates.set(agentId, certificate)
      const now = file.of(agentId)
      const has = certificate !== null || now.credentials.length > 0
      await file.write(agentId, { ...now, origins: originsAfter(now.origins, { had, has }, ownOrigin) })
    },
    async approve(agentId, origin, approved) {
      const before = file.of(agentId)
      const exact = originOf(origin) ?? origin
      const others = before.origins.filter((each) => each !== exact)
      await file.write(agentId, { ...before, origins: approved ? [...others, exact] : others })
    },
    async forget(agentId) {
      await secrets.forget(file.of(agentId).credentials.map((each) => keyOf(agentId, each)))
      await certificates.forget(agentId)
      await file.write(agentId, { credentials: [], origins: [], redirects: [] })
    },
  }

  /** Without a new secret, the one that is set stays, wherever it is. */
  async function keep(
    agentId: string,
    wanted: Credential,
    kept: ReadonlyMap<string, StoredCredential>,
  ): Promise<StoredCredential> {
    const { secret, ...shape } = splitSecret(wanted)
    if (secret === undefined) {
      const reference = kept.get(identityOf(shape))?.reference
      return reference === undefined ? shape : { ...shape, reference }
    }
    if (isReference(secret)) {
      await secrets.forget([keyOf(agentId, shape)])
      return { ...shape, reference: secret }
    }
    await secrets.set(keyOf(agentId, shape), secret)
    return shape
  }
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

/** The first thing that is set approves the agent's own address; without any there is nothing to approve. */
function originsAfter(
  origins: string[],
  { had, has }: { readonly had: boolean; readonly has: boolean },
  ownOrigin: string | undefined,
): string[] {
  if (!has) return []
  return had || ownOrigin === undefined ? origins : [...new Set([...origins, ownOrigin])]
}

/** gRPC has no query. */
function fits(credential: StoredCredential, binding: Binding | undefined): boolean {
  return binding !== 'GRPC' || credential.kind !== 'api-key' || credential.location !== 'query'
}
