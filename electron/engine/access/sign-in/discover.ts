// Finds the endpoints of a card's server: OpenID Connect discovery, RFC 8414 with its path insertion, RFC 9728 before
// it, or the card's own endpoints. Metadata is trusted for its own issuer alone.

import type { CustomFetch } from 'openid-client'
import { z } from 'zod'
import { maxListed, maxUrlChars, maxWordChars } from '#shared/bounded.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import { checkCalledEndpoint, checkEndpoint } from './endpoints.ts'
import type { ServerSource } from './plan-grants.ts'
import { SignInProblem } from './problem.ts'

const address = z.string().max(maxUrlChars)
const words = z.array(z.string().max(maxWordChars)).max(maxListed * 10)

/** Endpoints for clients with a certificate (RFC 8705 §5). */
const aliasesSchema = z.object({
  token_endpoint: address.exactOptional(),
  device_authorization_endpoint: address.exactOptional(),
  revocation_endpoint: address.exactOptional(),
})

/** The members that Parley uses; all are in the record. */
const serverSchema = z.object({
  issuer: address,
  token_endpoint: address,
  authorization_endpoint: address.exactOptional(),
  device_authorization_endpoint: address.exactOptional(),
  registration_endpoint: address.exactOptional(),
  revocation_endpoint: address.exactOptional(),
  jwks_uri: address.exactOptional(),
  mtls_endpoint_aliases: aliasesSchema.exactOptional(),
  tls_client_certificate_bound_access_tokens: z.boolean().exactOptional(),
  token_endpoint_auth_methods_supported: words.exactOptional(),
  token_endpoint_auth_signing_alg_values_supported: words.exactOptional(),
  id_token_signing_alg_values_supported: words.exactOptional(),
  grant_types_supported: words.exactOptional(),
  prompt_values_supported: words.exactOptional(),
  authorization_response_iss_parameter_supported: z.boolean().exactOptional(),
})
export type ServerMetadata = z.infer<typeof serverSchema>

export const discoveredServerSchema = z.object({
  metadata: serverSchema,
  /** Read from metadata, so its issuer can be verified. */
  hasIssuer: z.boolean(),
  /** Sent with token requests (RFC 8707). */
  resource: z.string().exactOptional(),
  refreshUrl: z.string().exactOptional(),
})
export type DiscoveredServer = Readonly<z.infer<typeof discoveredServerSchema>>

interface Discovered {
  readonly server: DiscoveredServer
  /** Scopes of the resource, requested if nothing else names any. */
  readonly scopesSupported?: readonly string[]
}

/** Metadata of a protected resource (RFC 9728). */
const resourceSchema = z.object({
  resource: address,
  authorization_servers: z.array(address).min(1),
  scopes_supported: words.catch([]).exactOptional(),
})

const called = {
  authorization_endpoint: 'authorization endpoint',
  device_authorization_endpoint: 'device authorization endpoint',
  registration_endpoint: 'registration endpoint',
  token_endpoint: 'token endpoint',
  revocation_endpoint: 'revocation endpoint',
} as const

/** `named` is the address of the source: the card's, or the agent's. */
export async function discoverServer(
  source: ServerSource,
  named: string | undefined,
  fetch: CustomFetch,
): Promise<Discovered> {
  switch (source.kind) {
    case 'endpoints': {
      const { tokenUrl, authorizationUrl, deviceAuthorizationUrl, refreshUrl } = source
      const metadata = checked(
        {
          issuer: URL.parse(tokenUrl)?.origin ?? tokenUrl,
          token_endpoint: tokenUrl,
          ...defined({
            authorization_endpoint: authorizationUrl,
            device_authorization_endpoint: deviceAuthorizationUrl,
          }),
        },
        named,
      )
      if (refreshUrl !== undefined) checkCalledEndpoint('refresh URL', refreshUrl, named)
      besideTokenUrl(tokenUrl, 'device authorization endpoint', deviceAuthorizationUrl)
      besideTokenUrl(tokenUrl, 'refresh URL', refreshUrl)
      return { server: { metadata, hasIssuer: false, ...defined({ refreshUrl }) } }
    }
    case 'resource': {
      const address = source.requestedBy ?? named
      checkEndpoint('resource metadata', source.url, address)
      const parsed = resourceSchema.safeParse(await jsonAt(source.url, fetch))
      if (!parsed.success)
        throw new SignInProblem('The agent’s resource metadata names no authorization server.')
      const { resource, authorization_servers: servers, scopes_supported: scopesSupported } = parsed.data
      // A server that gets a token for another resource could use it there (RFC 9728 §3.3).
      if (address === undefined || URL.parse(resource)?.origin !== URL.parse(address)?.origin) {
        throw new SignInProblem(
          `The requested token is for ${shorten(resource)}, which isn’t this agent’s. No token was requested.`,
        )
      }
      const server = await readMetadata({ kind: 'oauth', url: servers[0] ?? '' }, source.url, fetch)
      return { server: { ...server, resource }, ...defined({ scopesSupported }) }
    }
    case 'openid':
    case 'oauth':
      return { server: await readMetadata(source, named, fetch) }
  }
}

/** Whether all endpoints are equal: a client's secret for one server is not sent to endpoints that another one named. */
export function isSameServer(one: DiscoveredServer, other: DiscoveredServer): boolean {
  const names = ['issuer', ...Object.keys(called)] as readonly (keyof ServerMetadata)[]
  const aliases = Object.keys(aliasesSchema.shape) as readonly (keyof typeof aliasesSchema.shape)[]
  const [a, b] = [one.metadata, other.metadata]
  return (
    one.hasIssuer === other.hasIssuer &&
    one.refreshUrl === other.refreshUrl &&
    names.every((name) => a[name] === b[name]) &&
    aliases.every((name) => a.mtls_endpoint_aliases?.[name] === b.mtls_endpoint_aliases?.[name])
  )
}

/** A card alone does not prove that two servers are one, and these endpoints get the secrets of the token endpoint. */
function besideTokenUrl(tokenUrl: string, what: string, address: string | undefined): void {
  if (address === undefined || URL.parse(address)?.origin === URL.parse(tokenUrl)?.origin) return
  throw new SignInProblem(
    `The card’s ${what} ${shorten(address)} is on another server than its token endpoint. Nothing was sent there.`,
  )
}

async function readMetadata(
  { kind, url }: { readonly kind: 'openid' | 'oauth'; readonly url: string },
  named: string | undefined,
  fetch: CustomFetch,
): Promise<DiscoveredServer> {
  checkEndpoint('metadata address', url, named)
  let problem: unknown
  for (const candidate of metadataAddresses(url, kind)) {
    try {
      const parsed = serverSchema.safeParse(await jsonAt(candidate, fetch))
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        const where = issue?.path.join('.') ?? ''
        throw new SignInProblem(`The metadata of ${candidate} has no usable “${where}”.`)
      }
      checkIssuer(parsed.data.issuer, candidate)
      return { metadata: checked(parsed.data, candidate), hasIssuer: true }
    } catch (error) {
      // An invalid document is a better explanation than a missing one.
      if (!(error instanceof NotThere)) throw error
      problem ??= error
    }
  }
  throw problem
}

/** An issuer has its metadata at up to two addresses; any other address is read unchanged. */
export function metadataAddresses(address: string, kind: 'openid' | 'oauth'): readonly string[] {
  const url = new URL(address)
  if (url.pathname.includes('/.well-known/')) return [url.href]
  const path = url.pathname.replace(/\/$/, '')
  const openid = `${url.origin}${path}/.well-known/openid-configuration`
  const oauth = `${url.origin}/.well-known/oauth-authorization-server${path}`
  return kind === 'openid' ? [openid, oauth] : [oauth, openid, url.href]
}

/** Only the issuer that the address was derived from may be named there (OpenID Connect Discovery §4.3, RFC 8414 §3.3). */
function checkIssuer(issuer: string, at: string): void {
  const url = new URL(at)
  const [before = '', name = '', ...rest] = url.pathname.split(/\/\.well-known\/([^/]+)/)
  const path = name === '' ? undefined : `${before}${rest.join('')}`
  const expected = path === undefined ? undefined : `${url.origin}${path}`
  const isIts =
    expected === undefined
      ? URL.parse(issuer)?.origin === url.origin
      : issuer.replace(/\/$/, '') === expected.replace(/\/$/, '')
  if (isIts) return
  const tenant = issuer.split('/').indexOf('{tenantid}')
  if (tenant !== -1) {
    throw new SignInProblem(
      `The metadata at ${shorten(at)} is for every tenant of Microsoft Entra, so it doesn’t say whose tokens are right. The card has to have the id of one tenant in place of “${shorten(at.split('/')[tenant] ?? '')}”. Until then, enter a token under “Access”.`,
    )
  }
  throw new SignInProblem(
    `The metadata at ${shorten(at)} says it belongs to another issuer, ${shorten(issuer)}. It was not used.`,
  )
}

function checked(metadata: ServerMetadata, named: string | undefined): ServerMetadata {
  for (const [key, what] of Object.entries(called)) {
    const endpoint = metadata[key as keyof typeof called]
    if (endpoint !== undefined) checkCalledEndpoint(what, endpoint, named)
  }
  if (metadata.jwks_uri !== undefined) checkEndpoint('key set', metadata.jwks_uri, named)
  for (const alias of Object.values(metadata.mtls_endpoint_aliases ?? {}))
    checkCalledEndpoint('mTLS endpoint', alias, named)
  return metadata
}

class NotThere extends SignInProblem {}

async function jsonAt(url: string, fetch: CustomFetch): Promise<unknown> {
  const headers = { accept: 'application/json' }
  const response = await fetch(url, { method: 'GET', headers, body: undefined, redirect: 'manual' })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new NotThere(`There is no metadata at ${shorten(url)} (answered ${response.status}).`)
  }
  try {
    return await response.json()
  } catch {
    throw new SignInProblem(`The metadata at ${shorten(url)} is not JSON.`)
  }
}
