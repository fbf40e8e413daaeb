// The client that Parley is at a server: chosen by the user, or registered at the server (RFC 7591); and its authentication.

import { createPrivateKey, type KeyObject, type webcrypto } from 'node:crypto'
import {
  allowInsecureRequests,
  type ClientAuth,
  type ClientMetadata,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  dynamicClientRegistration,
  enableNonRepudiationChecks,
  None,
  PrivateKeyJwt,
  ResponseBodyError,
  TlsClientAuth,
} from 'openid-client'
import { z } from 'zod'
import { Fault } from '#shared/contract/fault.ts'
import { clientMethods, type Grant, type SignInClient } from '#shared/contract/sign-in.ts'
import { defined } from '#shared/defined.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import type { DiscoveredServer, ServerMetadata } from './discover.ts'
import { SignInProblem } from './problem.ts'

export const clientSchema = z.object({
  id: z.string(),
  secret: z.string().optional(),
  privateKey: z.string().optional(),
  method: z.enum(clientMethods),
  redirectUri: z.string().optional(),
  /** By the server, for one redirect address: the next sign-in registers again. */
  registered: z.boolean(),
})
export type Client = z.infer<typeof clientSchema>

export interface Calling {
  readonly fetch: CustomFetch
  readonly showsCertificate: boolean
  /** Called with secrets before they are sent, so that they are masked. */
  learn(secret: string): void
}

/** With the user's method or, without one, the server's. */
export function clientOf(
  { method, ...client }: SignInClient,
  metadata: ServerMetadata,
  { showsCertificate }: Calling,
): Client {
  if (client.privateKey !== undefined) readKey(client.privateKey)
  const chosen = method ?? methodFor(client, showsCertificate, metadata.token_endpoint_auth_methods_supported)
  if (chosen === 'private_key_jwt' && client.privateKey === undefined) {
    throw new Fault('bad-input', 'A private key is needed to authenticate with one.')
  }
  if (chosen.startsWith('client_secret') && client.secret === undefined) {
    throw new Fault('bad-input', 'A client secret is needed to authenticate with one.')
  }
  return { ...client, method: chosen, registered: false }
}

/** Equal on the wire; they differ in how the server verifies the certificate (RFC 8705 §2). */
const certificateMethods = ['tls_client_auth', 'self_signed_tls_client_auth'] as const

function methodFor(
  { secret, privateKey }: SignInClient,
  showsCertificate: boolean,
  supported: readonly string[] = ['client_secret_basic'],
): Client['method'] {
  if (privateKey !== undefined) return 'private_key_jwt'
  if (secret === undefined) {
    const byCertificate = certificateMethods.find((each) => supported.includes(each))
    return (showsCertificate ? byCertificate : undefined) ?? 'none'
  }
  return supported.includes('client_secret_post') && !supported.includes('client_secret_basic')
    ? 'client_secret_post'
    : 'client_secret_basic'
}

export async function configurationOf(
  client: Client,
  { metadata, hasIssuer }: DiscoveredServer,
  { fetch, showsCertificate, learn }: Calling,
): Promise<Configuration> {
  if (certificateMethods.some((each) => each === client.method) && !showsCertificate) {
    const { origin } = new URL(metadata.token_endpoint)
    throw new SignInProblem(
      `This client authenticates with a certificate. Set one in “Connection settings”, and approve ${origin} under “Sent to” in Access.`,
    )
  }
  if (client.secret !== undefined) learn(client.secret)
  const auth = await authentication(client, metadata)
  const configuration = new Configuration(
    metadata,
    client.id,
    { use_mtls_endpoint_aliases: showsCertificate },
    auth,
  )
  configuration[customFetch] = hasIssuer ? fetch : withoutIdToken(fetch)
  // Addresses are checked when they are read: http only near this machine.
  allowInsecureRequests(configuration)
  if (metadata.jwks_uri !== undefined) enableNonRepudiationChecks(configuration)
  return configuration
}

async function authentication(
  { method, secret = '', privateKey = '' }: Client,
  metadata: ServerMetadata,
): Promise<ClientAuth> {
  switch (method) {
    case 'client_secret_basic':
      return ClientSecretBasic(secret)
    case 'client_secret_post':
      return ClientSecretPost(secret)
    case 'none':
      return None()
    case 'tls_client_auth':
    case 'self_signed_tls_client_auth':
      return TlsClientAuth()
    case 'private_key_jwt': {
      const supported = metadata.token_endpoint_auth_signing_alg_values_supported
      return PrivateKeyJwt(await signingKey(readKey(privateKey), supported))
    }
  }
}

function readKey(text: string): KeyObject {
  try {
    return text.trimStart().startsWith('{')
      ? createPrivateKey({ key: JSON.parse(text), format: 'jwk' })
      : createPrivateKey(text)
  } catch {
    throw new Fault(
      'bad-input',
      'This private key can’t be read. It has to be PEM without a passphrase, or a JWK.',
    )
  }
}

async function signingKey(
  key: KeyObject,
  supported: readonly string[] = ['RS256'],
): Promise<webcrypto.CryptoKey> {
  const usages = ['sign'] as const
  switch (key.asymmetricKeyType) {
    case 'rsa': {
      const name = supported.includes('RS256') ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS'
      return key.toCryptoKey({ name, hash: 'SHA-256' }, false, usages)
    }
    case 'ec': {
      const curve = key.asymmetricKeyDetails?.namedCurve ?? ''
      const namedCurve = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }[curve]
      if (namedCurve !== undefined) return key.toCryptoKey({ name: 'ECDSA', namedCurve }, false, usages)
      break
    }
    case 'ed25519':
      return key.toCryptoKey({ name: 'Ed25519' }, false, usages)
  }
  throw new Fault('bad-input', 'Parley signs with keys of RSA, of the NIST curves and of Ed25519.')
}

/** The endpoints of a card have no issuer to verify an ID token against, so it is dropped. */
function withoutIdToken(fetch: CustomFetch): CustomFetch {
  return async (url, options) => {
    const response = await fetch(url, options)
    const text = await response.text()
    const { status, headers } = response
    const json = jsonIn(text)
    if (typeof json !== 'object' || json === null || !('id_token' in json))
      return new Response(text, { status, headers })
    return new Response(JSON.stringify({ ...json, id_token: undefined }), { status, headers })
  }
}

const grantTypes: Readonly<Record<Grant, string>> = {
  'authorization-code': 'authorization_code',
  'device-code': 'urn:ietf:params:oauth:grant-type:device_code',
  'client-credentials': 'client_credentials',
}

/** Registers a client. It has no secret if it needs none. */
export async function register(
  { metadata }: DiscoveredServer,
  grant: Grant,
  redirectUri: string | undefined,
  scopes: readonly string[],
  { fetch, showsCertificate }: Calling,
): Promise<Client> {
  const { grant_types_supported: grants, token_endpoint_auth_methods_supported: methods } = metadata
  const refreshes = grant !== 'client-credentials' && (grants?.includes('refresh_token') ?? true)
  const isPublic = grant !== 'client-credentials' && (methods?.includes('none') ?? true)
  const binds = showsCertificate && metadata.tls_client_certificate_bound_access_tokens === true
  const requested = {
    client_name: 'Parley',
    application_type: 'native',
    redirect_uris: redirectUri === undefined ? [] : [redirectUri],
    response_types: grant === 'authorization-code' ? ['code'] : [],
    grant_types: [grantTypes[grant], ...(refreshes ? ['refresh_token'] : [])],
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
    ...(binds && { tls_client_certificate_bound_access_tokens: true }),
  }
  const configuration = await tokenRequest(
    metadata,
    scopes.length === 0 ? requested : { ...requested, scope: scopes.join(' ') },
    fetch,
  ).catch((error: unknown) => {
    // Keycloak does not register “openid”, though every client may request it.
    if (scopes.length === 0 || !isAboutMetadata(error)) throw error
    return tokenRequest(metadata, requested, fetch)
  })
  const {
    client_id: id,
    client_secret: secret,
    token_endpoint_auth_method: authMethod,
  } = configuration.clientMetadata()
  const method =
    clientMethods.find((each) => each === authMethod) ?? (secret ? 'client_secret_basic' : 'none')
  if (method === 'private_key_jwt') {
    throw new SignInProblem(
      'The server registered a client that needs a private key, which Parley did not give.',
    )
  }
  return {
    id,
    method,
    registered: true,
    ...defined({ secret, redirectUri }),
  }
}

function tokenRequest(
  metadata: ServerMetadata,
  requested: Partial<ClientMetadata>,
  fetch: CustomFetch,
): Promise<Configuration> {
  return dynamicClientRegistration(new URL(metadata.issuer), requested, undefined, {
    execute: [allowInsecureRequests],
    // The metadata has been read already.
    [customFetch]: async (url, options) =>
      options.method === 'GET' ? Response.json(metadata) : fetch(url, options),
  })
}

function isAboutMetadata(error: unknown): boolean {
  const codes = ['insufficient_scope', 'invalid_scope', 'invalid_client_metadata']
  return error instanceof ResponseBodyError && codes.includes(error.error)
}
