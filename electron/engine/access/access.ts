// Credentials: those of an agent, the origins that may get them, and those of one request. A secret leaves this service
// only towards the wire, for an origin that the user approved; no response has one.

import type { HeaderList } from '#shared/a2a/dialect.ts'
import type { Binding } from '#shared/a2a/model.ts'
import type { ClientCertificate, Credential, CredentialView, SecretState } from '#shared/contract/access.ts'
import type { CredentialUse } from '#shared/contract/card-questions.ts'
import { Fault } from '#shared/contract/fault.ts'
import {
  fitsHeader,
  identityOf,
  type OpenCredential,
  type WireCredentials,
  wireCredentials,
} from './attach.ts'
import type { ClientCertificates } from './client-certificates.ts'
import type { CredentialFile, StoredCredential } from './credential-file.ts'
import { createCredentialSecrets } from './credential-secrets.ts'
import { type Environment, isReference } from './environment.ts'
import { originOf } from './origins.ts'
import type { SecretStore } from './secret-store.ts'
import type { KeptSignIn } from './sign-in/kept-sign-ins.ts'
import type { SignIns } from './sign-in/sign-in.ts'

// Invalid credentials are refused while the user still edits them.

/** Headers of the connection or the message, not of the user. */
const reservedHeaders = new Set([
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

function checkCredentials(credentials: readonly Credential[]): void {
  const visited = new Set<string>()
  for (const credential of credentials) {
    const identity = identityOf(credential)
    if (visited.has(identity)) refuse('The same credential is there twice; only one of them could be sent.')
    visited.add(identity)
    checkOne(credential)
  }
}

function isComplete(state: SecretState): boolean {
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
  if (reservedHeaders.has(name.toLowerCase()))
    refuse(`Parley sets ${name} itself; it cannot carry a credential.`)
}

function checkValue(value: string | undefined, what: string): void {
  if (value !== undefined && !fitsHeader(value)) refuse(`${what} has characters that a header cannot carry.`)
}

function refuse(sentence: string): never {
  throw new Fault('bad-input', sentence)
}

interface Attached {
  readonly use: CredentialUse
  readonly credentials?: HeaderList
  readonly queryCredentials?: HeaderList
  /** Replaces the token of a sign-in after the agent refused it; false where there is no other. */
  readonly renew?: () => Promise<boolean>
}

export type AccessService = ReturnType<typeof createAccess>

export interface AccessDeps {
  readonly file: CredentialFile
  readonly secrets: SecretStore
  readonly environment: Environment
  readonly certificates: ClientCertificates
  readonly signIns: Pick<SignIns, 'kept' | 'token' | 'renewed' | 'forget'>
}

export function createAccess(deps: AccessDeps) {
  const { file, certificates, signIns } = deps
  const { stateOf, secretOf, replace, forget } = createCredentialSecrets(deps)
  const hasOther = (agentId: string) => certificates.isSet(agentId) || signIns.kept.isSet(agentId)

  function expectedUse(agentId: string, url: string, binding?: Binding): CredentialUse {
    const { credentials, origins } = file.accessOf(agentId)
    if (credentials.length === 0 && !signIns.kept.isSet(agentId)) return 'none'
    const origin = originOf(url, binding)
    if (origin === undefined || !origins.includes(origin)) return 'withheld'
    const complete = credentials.every((each) => isComplete(stateOf(agentId, each)) && fits(each, binding))
    return complete ? 'sent' : 'incomplete'
  }

  return {
    /** The credentials for this address; spread them into a request of the wire. */
    async attach(agentId: string, url: string, binding?: Binding): Promise<Attached> {
      await certificates.open(agentId)
      const expected = expectedUse(agentId, url, binding)
      if (expected === 'none' || expected === 'withheld') return { use: expected }
      const { credentials } = file.accessOf(agentId)
      const open: OpenCredential[] = []
      for (const credential of credentials.filter((each) => fits(each, binding))) {
        const secret = await secretOf(agentId, credential)
        if (secret !== undefined) open.push({ credential, secret })
      }
      const attached = await withSignIn(signIns, agentId, open)
      // The token, or a credential that replaces it.
      const hasToken = attached.credentials.some(([name]) => name.toLowerCase() === 'authorization')
      const isWhole = open.length === credentials.length && (hasToken || !signIns.kept.isSet(agentId))
      return { use: isWhole ? 'sent' : 'incomplete', ...attached }
    },
    /** The use that `attach` would return, without opening a secret. */
    use: expectedUse,
    credentials: (agentId: string): readonly CredentialView[] =>
      file.accessOf(agentId).credentials.map((credential) => {
        const { reference: _, ...shown } = credential
        return { ...shown, secret: stateOf(agentId, credential) }
      }),
    approvedOrigins: (agentId: string): readonly string[] => file.accessOf(agentId).origins,
    /** Whether a server of this origin gets the agent’s client certificate. */
    showsCertificate: (agentId: string | undefined = '', origin: string | undefined = ''): boolean =>
      origin.startsWith('https:') &&
      certificates.isSet(agentId) &&
      file.accessOf(agentId).origins.includes(origin),

    async set(
      agentId: string,
      requested: readonly Credential[],
      ownOrigin: string | undefined,
    ): Promise<void> {
      checkCredentials(requested)
      const before = file.accessOf(agentId)
      const stored = await replace(agentId, before.credentials, requested)
      const other = hasOther(agentId)
      const had = other || before.credentials.length > 0
      const has = other || stored.length > 0
      // Changes made meanwhile stay.
      const now = file.accessOf(agentId)
      const origins = originsAfter(now.origins, { had, has }, ownOrigin)
      await file.write(agentId, { ...now, credentials: stored, origins })
    },
    async setCertificate(
      agentId: string,
      certificate: ClientCertificate | null,
      ownOrigin: string | undefined,
    ): Promise<void> {
      await changeOther(agentId, ownOrigin, () =>
        certificate === null ? certificates.forget(agentId) : certificates.set(agentId, certificate),
      )
    },
    async setSignIn(
      agentId: string,
      signIn: KeptSignIn | null,
      ownOrigin: string | undefined,
    ): Promise<void> {
      await changeOther(agentId, ownOrigin, () =>
        signIn === null ? signIns.kept.forget(agentId) : signIns.kept.set(agentId, signIn),
      )
    },
    async approve(agentId: string, origin: string, approved: boolean): Promise<void> {
      const before = file.accessOf(agentId)
      const exact = originOf(origin) ?? origin
      const others = before.origins.filter((each) => each !== exact)
      await file.write(agentId, { ...before, origins: approved ? [...others, exact] : others })
    },
    async forget(agentId: string): Promise<void> {
      await forget(agentId, file.accessOf(agentId).credentials)
      await certificates.forget(agentId)
      await signIns.forget(agentId)
      await file.write(agentId, { credentials: [], origins: [], redirects: [] })
    },
  }

  /** Changes a certificate or a sign-in, which approve the agent's own address as credentials do. */
  async function changeOther(
    agentId: string,
    ownOrigin: string | undefined,
    change: () => Promise<void>,
  ): Promise<void> {
    const hasAny = () => hasOther(agentId) || file.accessOf(agentId).credentials.length > 0
    const had = hasAny()
    await change()
    const now = file.accessOf(agentId)
    const origins = originsAfter(now.origins, { had, has: hasAny() }, ownOrigin)
    await file.write(agentId, { ...now, origins })
  }
}

/** Credentials set by hand follow the token, and override it. */
async function withSignIn(
  signIns: AccessDeps['signIns'],
  agentId: string,
  open: readonly OpenCredential[],
): Promise<WireCredentials & Pick<Attached, 'renew'>> {
  const token = await signIns.token(agentId)
  if (token === undefined) return wireCredentials(open)
  const attached = wireCredentials([{ credential: { kind: 'bearer' }, secret: token }, ...open])
  const goesAlong = attached.credentials.some(([, value]) => value === `Bearer ${token}`)
  if (!goesAlong) return attached
  return { ...attached, renew: async () => (await signIns.renewed(agentId, token)) !== undefined }
}

/** The first credential approves the agent's own address; without credentials nothing is approved. */
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
