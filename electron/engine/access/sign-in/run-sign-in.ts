// One run of a sign-in: finds the server, registers or selects a client, gets a token by the chosen grant, stores it
// and reads the card with it. Each step reports its result.

import { type CustomFetch, randomState } from 'openid-client'
import { isNear } from '#shared/a2a/rules/card/hosts.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { SignInOption, SignInRequest, SignInRun } from '#shared/contract/sign-in.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ConnectionProfile, Wire } from '../../wire/wire.ts'
import { type Calling, type Client, clientOf, configurationOf, register } from './client.ts'
import { type DiscoveredServer, discoverServer, isSameServer } from './discover.ts'
import { byClient, byCode, byDevice, type GrantFacts, type Tokens } from './grants.ts'
import { clientOfAgent, type KeptSignIn, type KeptSignIns, renews } from './kept-sign-ins.ts'
import { type PlannedOption, shownOption } from './plan-grants.ts'
import { problemSentence, type Refusal, SignInProblem, type Steps } from './problem.ts'
import { openRedirectServer, type RedirectServer } from './redirect-server.ts'

/** Of metadata, tokens and keys in one response of a sign-in; the step reports that it was too large. */
const maxSignInBytes = 512 * 1024
/** For one response of a sign-in; the step reports that it timed out. */
const maxSignInMs = 30_000

export interface SignInDeps {
  readonly wire: Pick<Wire, 'request' | 'mask'>
  readonly keptSignIns: KeptSignIns
  readonly clock: Clock
  readonly currentSession: () => string
  readonly cardOf: (agentId: string) => { readonly discovery: Discovery | null; readonly named: string }
  readonly refusalOf: (agentId: string, exchangeId: string) => Promise<Refusal | undefined>
  /** The agent’s own origin, and those that may get its credentials. */
  readonly sentTo: (agentId: string) => readonly (string | undefined)[]
  /** The agent’s client certificate, if this server may get it. */
  readonly certificateFor: (
    agentId: string,
    server: DiscoveredServer,
  ) => Promise<Pick<ConnectionProfile, 'clientCertificate'>>
  /** Stores the sign-in, and approves the agent's own origin if it is the first; null deletes it. */
  readonly keep: (agentId: string, signIn: KeptSignIn | null) => Promise<void>
  readonly tryToken: (agentId: string) => Promise<{ readonly sentence: string; readonly exchangeId?: string }>
}

export interface Running {
  run: SignInRun
  readonly stop: AbortController
  readonly steps: Steps
  redirect?: RedirectServer
  server?: DiscoveredServer
}

/** The server has no registration, so the user must choose a client. */
export class NeedsClient extends SignInProblem {}

export interface RunFacts {
  readonly running: Running
  readonly option: PlannedOption
  readonly request: SignInRequest
  readonly scopes: readonly string[]
  show(changes: Partial<SignInRun>): void
}

export async function runSignIn(deps: SignInDeps, facts: RunFacts): Promise<void> {
  const { wire, clock } = deps
  const { running, option, request, show } = facts
  const { steps } = running
  const { agentId, otherAccount } = request
  const { signal } = running.stop

  steps.begin('discover', `Reading the metadata of ${option.server}`)
  checkOrigins(option, deps.sentTo(agentId))
  const { server, scopesSupported = [] } = await discoverServer(
    option.source,
    deps.cardOf(agentId).named,
    fetchFor(deps, agentId, steps, signal),
  )
  needEndpoint(server, option)
  if (option.source.kind === 'endpoints') steps.skip('discover', 'The card names the endpoints.')
  else steps.done('discover', `The server is ${server.metadata.issuer}.`)

  const scopes = facts.scopes.length > 0 ? facts.scopes : scopesSupported
  running.server = server
  const calling = await callingFor(deps, agentId, server, steps, signal)
  const existing = await existingClient(deps, request, server, calling)
  const loginState = randomState()
  if (option.grant === 'authorization-code') {
    running.redirect = await openRedirectServer({
      state: loginState,
      clock,
      redirectUri: existing?.redirectUri,
      onRefused: (sentence) => show({ refused: [...running.run.refused, sentence] }),
    })
    if (signal.aborted) running.redirect.close()
  }
  const client =
    existing ?? (await registered(server, option, running.redirect?.redirectUri, scopes, steps, calling))
  if (existing !== undefined) steps.skip('register', `Using client ${existing.id}.`)

  const configuration = await configurationOf(client, server, calling)
  const grant = { configuration, server, scopes, steps, signal, learn: wire.mask.learn }
  const tokens = await granted(option, grant, running.redirect, loginState, otherAccount, show)
  signal.throwIfAborted()
  steps.done('exchange', 'The server issued a token.')
  const stored = keptOf(shownOption(option), server, client, tokens)
  await deps.keep(agentId, stored)
  // The token is stored: a cancel has no effect any more.
  show({ state: 'done' })
  await tryToken(deps, agentId, stored, steps)
}

async function tryToken(deps: SignInDeps, agentId: string, stored: KeptSignIn, steps: Steps): Promise<void> {
  steps.begin('use', 'Reading the card with the token')
  if (renews(stored)) steps.wait('refresh', 'Before the token expires, and after a 401.')
  else steps.skip('refresh', 'The server issued no refresh token: sign in again when this one expires.')
  const used = await deps.tryToken(agentId)
  if (used.exchangeId !== undefined) steps.exchange(used.exchangeId)
  steps.done('use', used.sentence)
}

/** The user's client, or that of the last sign-in to the same server. */
async function existingClient(
  { keptSignIns }: SignInDeps,
  { agentId, client, clientOf: other }: SignInRequest,
  server: DiscoveredServer,
  calling: Calling,
): Promise<Client | undefined> {
  if (client !== undefined) return clientOf(client, server.metadata, calling)
  if (other !== undefined) return clientOfAgent(keptSignIns, other, server)
  const before = await keptSignIns.get(agentId)
  if (before === undefined || before.client.registered) return undefined
  return isSameServer(before.server, server) ? before.client : undefined
}

export async function callingFor(
  deps: SignInDeps,
  agentId: string,
  server: DiscoveredServer,
  steps: Steps,
  signal: AbortSignal,
): Promise<Calling> {
  const profile = await deps.certificateFor(agentId, server)
  return {
    fetch: fetchFor(deps, agentId, steps, signal, profile),
    showsCertificate: profile.clientCertificate !== undefined,
    learn: deps.wire.mask.learn,
  }
}

/** A token for another origin would also be sent to the agent’s own, which may belong to someone else. */
function checkOrigins({ source }: PlannedOption, sentTo: readonly (string | undefined)[]): void {
  const requestedBy = source.kind === 'resource' ? source.requestedBy : undefined
  if (requestedBy === undefined || sentTo.includes(requestedBy)) return
  throw new SignInProblem(
    `${requestedBy} asks for a token, but isn’t approved to get this agent’s credentials. Approve it under “Sent to” in Access first.`,
  )
}

function needEndpoint({ metadata }: DiscoveredServer, { grant, source }: PlannedOption): void {
  const needed =
    grant === 'authorization-code'
      ? (['authorization_endpoint', 'authorizationUrl'] as const)
      : (['device_authorization_endpoint', 'deviceAuthorizationUrl'] as const)
  if (grant === 'client-credentials' || metadata[needed[0]] !== undefined) return
  throw new SignInProblem(
    source.kind === 'endpoints' ? `The card has no “${needed[1]}”.` : `The metadata has no “${needed[0]}”.`,
  )
}

async function registered(
  server: DiscoveredServer,
  option: SignInOption,
  redirectUri: string | undefined,
  scopes: readonly string[],
  steps: Steps,
  calling: Calling,
): Promise<Client> {
  const issuer = new URL(server.metadata.token_endpoint).host
  steps.begin('register', `Registering at ${issuer}`)
  if (server.metadata.registration_endpoint === undefined) {
    throw new NeedsClient(`${issuer} doesn’t support client registration. Enter a client ID.`)
  }
  try {
    const client = await register(server, option.grant, redirectUri, scopes, calling)
    steps.done('register', `Using client ${client.id}.`)
    return client
  } catch (error) {
    throw new NeedsClient(`${problemSentence(error)} Enter a client ID.`)
  }
}

function granted(
  { grant }: SignInOption,
  facts: GrantFacts,
  redirect: RedirectServer | undefined,
  state: string,
  otherAccount: boolean | undefined,
  show: (changes: Partial<SignInRun>) => void,
): Promise<Tokens> {
  switch (grant) {
    case 'authorization-code': {
      if (redirect === undefined) throw new Error('A sign-in by code has a redirect address.')
      const prompts = facts.server.metadata.prompt_values_supported
      const prompt = prompts === undefined || prompts.includes('select_account') ? 'select_account' : 'login'
      return byCode(facts, redirect, state, otherAccount ? prompt : undefined, (browser) => show({ browser }))
    }
    case 'device-code':
      return byDevice(facts, (device) => show({ device }))
    case 'client-credentials':
      facts.steps.skip('authorize', 'Not needed: the client signs in for itself.')
      facts.steps.begin('exchange', 'Asking for a token')
      return byClient(facts)
  }
}

function keptOf(option: SignInOption, server: DiscoveredServer, client: Client, tokens: Tokens): KeptSignIn {
  return {
    ...tokens,
    way: { ...option, scopes: [...option.scopes], offeredScopes: [...option.offeredScopes] },
    server: { ...server },
    client,
    signedInAt: Date.now(),
  }
}

// The wire as a fetch for openid-client: proxies, certificates and the record apply to a sign-in as to any request.
// Redirects are not followed, as codes and secrets are for one address.

function fetchFor(
  { wire, currentSession }: SignInDeps,
  agentId: string,
  steps: Steps,
  signal: AbortSignal,
  profile: Pick<ConnectionProfile, 'clientCertificate'> = {},
): CustomFetch {
  const sessionId = currentSession()
  return async (url, { method, headers, body }) => {
    signal.throwIfAborted()
    const sent = wire.request({
      sessionId,
      agentId,
      purpose: 'sign-in',
      method,
      url,
      streaming: false,
      headers: Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'user-agent'),
      ...(body !== undefined && body !== null && { body: String(body) }),
      profile: {
        ...profile,
        maxBodyBytes: maxSignInBytes,
        wholeTimeoutMs: maxSignInMs,
        maxRedirects: 0,
        // The user's exception is for the agent, not for a remote server.
        ...(!isNear(new URL(url).hostname) && { acceptInvalidCertificate: false }),
      },
      signal,
    })
    steps.exchange(sent.exchangeId)
    const outcome = await sent.done
    signal.throwIfAborted()
    if (outcome.kind === 'failure') throw new SignInProblem(wire.mask.text(outcome.failure.message))
    if (outcome.kind === 'stream') throw new SignInProblem('The server answers with a stream of events.')
    const bare = [204, 205, 304].includes(outcome.status)
    return new Response(bare ? null : new Uint8Array(outcome.body), {
      status: outcome.status,
      headers: new Headers(headersOf(outcome.headers, outcome.body).map(([name, value]) => [name, value])),
    })
  }
}

/** openid-client would prefer a challenge to an error in the body, which explains more (RFC 6749 §5.2). */
function headersOf(headers: RawHeaders, body: Uint8Array): RawHeaders {
  const json = jsonIn(new TextDecoder().decode(body))
  const isError = typeof json === 'object' && json !== null && 'error' in json
  return headers.filter(
    (header) => isPlain(header) && !(isError && header[0].toLowerCase() === 'www-authenticate'),
  )
}

/** Except those of the encoding, as the body is decoded. */
function isPlain([name, value]: readonly [string, string]): boolean {
  return !/^content-(encoding|length)$/i.test(name) && !name.startsWith(':') && /^[\t\x20-\x7e]*$/.test(value)
}
