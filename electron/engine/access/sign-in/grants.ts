// Gets a token for a client, by each grant. openid-client implements the protocol; its results are converted here.

import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  clientCredentialsGrant,
  initiateDeviceAuthorization,
  pollDeviceAuthorizationGrant,
  randomNonce,
  randomPKCECodeVerifier,
  refreshTokenGrant,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client'
import { maxValueChars } from '#shared/bounded.ts'
import type { SignInRun } from '#shared/contract/sign-in.ts'
import { defined } from '#shared/defined.ts'
import { fitsHeader } from '../attach.ts'
import { scopesIn } from '../challenge.ts'
import type { DiscoveredServer } from './discover.ts'
import { codeExpired, SignInProblem, type Steps } from './problem.ts'
import type { RedirectServer } from './redirect-server.ts'

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken?: string
  readonly idClaims?: Record<string, unknown>
  readonly expiresAt?: number
  readonly renewAt?: number
  readonly scopes: string[]
}

export interface GrantFacts {
  readonly configuration: Configuration
  readonly server: DiscoveredServer
  readonly scopes: readonly string[]
  readonly steps: Steps
  readonly signal: AbortSignal
  /** Called with secrets before they are sent, so that they are masked. */
  learn(secret: string): void
}

/** Time before the expiry of a token at which it is renewed, so that no request has an expired one; at most half its life. */
const earlyMs = 30_000

type Answered = TokenEndpointResponse & TokenEndpointResponseHelpers

export async function byCode(
  facts: GrantFacts,
  redirect: RedirectServer,
  state: string,
  prompt: string | undefined,
  show: (browser: NonNullable<SignInRun['browser']>) => void,
): Promise<Tokens> {
  const { configuration, server, scopes, steps, learn } = facts
  const { redirectUri } = redirect
  const pkceCodeVerifier = randomPKCECodeVerifier()
  learn(pkceCodeVerifier)
  const expectsIdToken = server.hasIssuer && scopes.includes('openid')
  const expectedNonce = expectsIdToken ? randomNonce() : undefined
  const url = buildAuthorizationUrl(configuration, {
    ...commonParameters(facts),
    redirect_uri: redirectUri,
    state,
    code_challenge: await calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...defined({ nonce: expectedNonce }),
  })
  // Replaces the one in the endpoint's query.
  if (prompt !== undefined) url.searchParams.set('prompt', prompt)
  steps.begin('authorize', `Waiting for browser sign-in at ${url.host}${elsewhere(server, url)}`)
  show({ url: url.href, redirectUri })
  const answer = new URL(await redirect.answer)
  for (const code of answer.searchParams.getAll('code')) learn(code)
  // The issuer of a card's endpoints is undefined; their redirect address is unique instead.
  if (!server.hasIssuer) answer.searchParams.delete('iss')
  if (!answer.searchParams.has('error')) {
    steps.done('authorize', `You authorized Parley at ${url.host}.`)
    steps.begin('exchange', 'Exchanging the code for a token')
  }
  const checks = { pkceCodeVerifier, expectedState: state, ...(expectedNonce && { expectedNonce }) }
  const answered = await authorizationCodeGrant(configuration, answer, checks, resourceOf(server))
  return tokensOf(answered, facts)
}

/** A card alone does not prove that the server that requests consent is the one that gets the code. */
function elsewhere({ hasIssuer, metadata }: DiscoveredServer, url: URL): string {
  const { host } = new URL(metadata.token_endpoint)
  return hasIssuer || host === url.host
    ? ''
    : `. The card has the code sent to ${host}. Continue only if you trust that server.`
}

/** For entering a code elsewhere; the step then reports that it expired. */
const maxDeviceMs = 30 * 60_000
/** Between two polls for an entered code, even if a server permits less. */
const minPollSeconds = 1
/** Where the server names none: RFC 8628 §3.2. */
const usualPollSeconds = 5

export async function byDevice(
  facts: GrantFacts,
  show: (device: NonNullable<SignInRun['device']>) => void,
): Promise<Tokens> {
  const { configuration, server, steps, signal, learn } = facts
  steps.begin('authorize', 'Asking for a code')
  // Not in RFC 8628, and ignored by most servers. Keycloak requires it of clients that must use PKCE.
  const code_verifier = randomPKCECodeVerifier()
  learn(code_verifier)
  const request = await initiateDeviceAuthorization(configuration, {
    ...commonParameters(facts),
    code_challenge: await calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
  })
  for (const secret of [request.device_code, request.verification_uri_complete]) if (secret) learn(secret)
  const url = webAddress(request.verification_uri)
  if (url === undefined) throw new SignInProblem('The server names no web address to enter the code at.')
  const completeUrl = webAddress(request.verification_uri_complete)
  const milliseconds = Math.min(request.expires_in * 1000, maxDeviceMs)
  show({
    userCode: request.user_code,
    url,
    ...defined({ completeUrl }),
    expiresAt: Date.now() + milliseconds,
  })
  const interval = Math.max(minPollSeconds, request.interval ?? usualPollSeconds)
  steps.begin('authorize', `Waiting for you to enter the code at ${new URL(url).host}`)
  steps.begin('exchange', `Polling every ${interval} s`)
  const expiry = AbortSignal.timeout(milliseconds)
  const options = { signal: AbortSignal.any([signal, expiry]) }
  const polled = pollDeviceAuthorizationGrant(
    configuration,
    { ...request, interval },
    { ...resourceOf(server), code_verifier },
    options,
  )
  const answered = await polled.catch((error: unknown) => {
    throw expiry.aborted ? new SignInProblem(codeExpired) : error
  })
  steps.done('authorize', `You authorized Parley at ${new URL(url).host}.`)
  return tokensOf(answered, facts)
}

export async function byClient(facts: GrantFacts): Promise<Tokens> {
  return tokensOf(await clientCredentialsGrant(facts.configuration, commonParameters(facts)), facts)
}

export async function byRefresh(facts: GrantFacts, refreshToken: string): Promise<Tokens> {
  facts.learn(refreshToken)
  const answered = await refreshTokenGrant(facts.configuration, refreshToken, resourceOf(facts.server))
  // A server that does not rotate refresh tokens returns none: the previous one stays valid.
  return { refreshToken, ...tokensOf(answered, facts) }
}

function commonParameters({ scopes, server }: GrantFacts): Record<string, string> {
  return { ...(scopes.length > 0 && { scope: scopes.join(' ') }), ...resourceOf(server) }
}

function resourceOf({ resource }: DiscoveredServer): Record<string, string> {
  return resource === undefined ? {} : { resource }
}

function tokensOf(answered: Answered, { learn, scopes }: GrantFacts): Tokens {
  const { access_token, refresh_token, id_token, expires_in, scope } = answered
  for (const secret of [access_token, refresh_token, id_token]) if (secret) learn(secret)
  if (access_token.length > maxValueChars || !fitsHeader(access_token)) {
    throw new SignInProblem(
      'The token is too long for a header, or has characters that a header can’t carry.',
    )
  }
  if (answered.token_type.toLowerCase() !== 'bearer') {
    throw new SignInProblem('The token is bound to a key (DPoP), which Parley doesn’t support.')
  }
  const claims = id_token === undefined ? undefined : answered.claims()
  return {
    accessToken: access_token,
    ...defined({ refreshToken: refresh_token }),
    ...(claims !== undefined && { idClaims: { ...claims } }),
    ...(expires_in !== undefined && timesOf(expires_in * 1000)),
    scopes: [...(scope === undefined ? scopes : scopesIn(scope))],
  }
}

function timesOf(lifetimeMs: number): Pick<Tokens, 'expiresAt' | 'renewAt'> {
  const expiresAt = Date.now() + lifetimeMs
  return { expiresAt, renewAt: expiresAt - Math.min(earlyMs, lifetimeMs / 2) }
}

function webAddress(text: string | undefined): string | undefined {
  const url = URL.parse(text ?? '')
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}
