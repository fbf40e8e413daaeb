// Signs in to agents: one run per agent, which every window follows. It finds the server, becomes a client, gets a
// token and gives it to access, which limits its origins. Tokens are refreshed here, and leave only towards the wire.

import { ResponseBodyError, tokenRevocation, WWWAuthenticateChallengeError } from 'openid-client'
import type { SignedIn, SignInState, TokenClaim } from '#shared/contract/sign-in.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import type { Handlers } from '../../handlers.ts'
import { abortedSignal, createNews } from '../../platform/async.ts'
import { payloadOf } from '../../platform/jwt-payload.ts'
import { configurationOf } from './client.ts'
import { byClient, byRefresh, type Tokens } from './grants.ts'
import { type KeptSignIn, type KeptSignIns, renews, tokenOrigin } from './kept-sign-ins.ts'
import { createSteps, problemSentence, type Steps } from './problem.ts'
import { callingFor, type SignInDeps } from './run-sign-in.ts'
import { createRuns, type Runs } from './runs.ts'

/** Claims of one token that are listed. */
const maxClaims = 50

const proofs = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'jti', 'sid', 'cnf'])
const times = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at'])

export type SignIns = ReturnType<typeof createSignIns>

export function createSignIns(deps: SignInDeps) {
  const { keptSignIns } = deps
  const news = createNews()
  const runs = createRuns(deps, news.changed)
  const renewals = createRenewals(deps, runs.showStep)

  async function state(agentId: string): Promise<SignInState> {
    const signIn = await keptSignIns.get(agentId)
    const run = runs.runOf(agentId)
    return {
      ...defined({ run }),
      ...(signIn && { signedIn: signedInView(signIn) }),
      ...(signIn === undefined && keptSignIns.isSet(agentId) && { isLost: true }),
    }
  }

  const answers = {
    follow: ({ agentId }, signal = abortedSignal) => news.follow(() => state(agentId), signal),
    async start(request) {
      await runs.begin(request)
      return state(request.agentId)
    },
    async cancel({ agentId }) {
      runs.stop(agentId)
      return state(agentId)
    },
    async finish({ agentId, address }) {
      runs.finish(agentId, address)
      return state(agentId)
    },
    async refresh({ agentId }) {
      await renewals.renew(agentId)
      return state(agentId)
    },
    async signOut({ agentId }) {
      await renewals.stop(agentId)
      runs.forget(agentId)
      const before = await keptSignIns.get(agentId)
      await deps.keep(agentId, null)
      news.changed()
      if (before !== undefined) await revoke(deps, agentId, before).catch(() => undefined)
      return state(agentId)
    },
  } satisfies Handlers<'signIn'>
  return {
    ...answers,
    ...createTokens(keptSignIns, renewals.renew),
    kept: keptSignIns,
    refusalOf: deps.refusalOf,
    /** Origins of the servers of its sign-ins, and of attempts. */
    async servers(agentId: string): Promise<readonly string[]> {
      const discoveredServers = [runs.serverOf(agentId), (await keptSignIns.get(agentId))?.server]
      return discoveredServers.flatMap((server) => (server === undefined ? [] : [tokenOrigin(server)]))
    },
    async forget(agentId: string): Promise<void> {
      await renewals.stop(agentId)
      runs.forget(agentId)
      await keptSignIns.forget(agentId)
    },
    async close(): Promise<void> {
      runs.close()
      await renewals.close()
    },
  }
}

/** The result is in the record: the tokens are deleted here in any case. */
async function revoke(deps: SignInDeps, agentId: string, signIn: KeptSignIn): Promise<void> {
  const { client, server, refreshToken, accessToken } = signIn
  if (server.metadata.revocation_endpoint === undefined) return
  const { signal } = new AbortController()
  const steps = createSteps(() => undefined)
  const revoked = refreshToken ?? accessToken
  deps.wire.mask.learn(revoked)
  const calling = await callingFor(deps, agentId, server, steps, signal)
  const configuration = await configurationOf(client, server, calling)
  await tokenRevocation(configuration, revoked)
}

/** The token for a request, and its replacement. */
function createTokens(keptSignIns: KeptSignIns, renew: ReturnType<typeof createRenewals>['renew']) {
  return {
    /** The current token, renewed if it is about to expire. */
    async token(agentId: string): Promise<string | undefined> {
      const now = await keptSignIns.get(agentId)
      if (now === undefined) return undefined
      const isEnding = now.renewAt !== undefined && now.renewAt < Date.now()
      const after = isEnding && renews(now) ? await renew(agentId) : undefined
      return (after ?? (await keptSignIns.get(agentId)))?.accessToken
    },
    /** Another token in place of a refused one; undefined if there is none. */
    async renewed(agentId: string, refused: string): Promise<string | undefined> {
      const now = await keptSignIns.get(agentId)
      if (now !== undefined && now.accessToken !== refused) return now.accessToken
      return (await renew(agentId))?.accessToken
    },
    /** Replaces the credential where a request is shown without it. */
    async tokenSource(agentId: string): Promise<string | undefined> {
      const { way, server } = (await keptSignIns.get(agentId)) ?? {}
      const url = URL.parse(server?.metadata.token_endpoint ?? '')
      return way && url ? `The access token is issued by ${url.href} (${way.grant}).` : undefined
    },
  }
}

// The contract's view of a token: without the token and claims that only prove something.

function signedInView(stored: KeptSignIn): SignedIn {
  const { way, server, client, scopes, signedInAt, expiresAt, refreshProblem, idClaims, accessToken } = stored
  const account = accountOf(idClaims)
  return {
    way,
    server: tokenOrigin(server),
    clientId: client.id,
    scopes,
    refreshes: renews(stored),
    claims: [...claimsOf('ID token', idClaims), ...claimsOf('Access token', payloadOf(accessToken))],
    ...defined({ account, signedInAt, expiresAt, refreshProblem }),
  }
}

function accountOf(claims: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const names = ['email', 'preferred_username', 'name', 'sub'].map((name) => claims?.[name])
  const name = names.find((each): each is string => typeof each === 'string' && each !== '')
  return name === undefined ? undefined : shorten(name)
}

function claimsOf(
  token: TokenClaim['token'],
  claims: Readonly<Record<string, unknown>> = {},
): readonly TokenClaim[] {
  return Object.entries(claims)
    .filter(([name]) => !proofs.has(name))
    .slice(0, maxClaims)
    .map(([name, value]) => ({ token, name: shorten(name), value: shorten(wordsOf(name, value)) }))
}

function wordsOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  const isTime = times.has(name) && typeof value === 'number' && Math.abs(value) < 8e12
  return isTime ? new Date(value * 1000).toISOString() : JSON.stringify(value)
}

// Renews tokens: before they expire, after the agent refused one, and on the user's request. One renewal per agent at a time.

interface Renewal {
  readonly stop: AbortController
  readonly done: Promise<KeptSignIn | undefined>
}

function createRenewals(deps: SignInDeps, show: Runs['showStep']) {
  const { keptSignIns, wire } = deps
  const renewals = new Map<string, Renewal>()

  async function renewNow(agentId: string, signal: AbortSignal): Promise<KeptSignIn | undefined> {
    const before = await keptSignIns.get(agentId)
    if (before === undefined || !renews(before)) return undefined
    const steps = createSteps(() => {
      for (const step of steps.list())
        if (step.name === 'refresh' && !signal.aborted) show(agentId, before.way, step)
    })
    steps.begin('refresh', 'Asking for a new token')
    try {
      const tokens = await requestAnew(agentId, before, steps, signal)
      // Signed in again meanwhile.
      if ((await keptSignIns.get(agentId)) !== before) return undefined
      const { refreshProblem: _, ...rest } = before
      const after = { ...rest, ...tokens }
      await keptSignIns.set(agentId, after)
      steps.done('refresh', `Refreshed at ${new Date().toISOString().slice(11, 19)} UTC.`)
      return after
    } catch (error) {
      const refreshProblem = wire.mask.text(problemSentence(error))
      steps.fail(refreshProblem)
      if (signal.aborted || (await keptSignIns.get(agentId)) !== before) return undefined
      const { refreshToken: spent, ...rest } = before
      const left = spent !== undefined && { refreshToken: spent }
      await keptSignIns.set(agentId, {
        ...rest,
        refreshProblem,
        ...(isFinal(error) ? { isRefused: true } : left),
      })
      steps.fail(refreshProblem)
      return undefined
    }
  }

  async function requestAnew(
    agentId: string,
    { client, server, scopes, refreshToken }: KeptSignIn,
    steps: Steps,
    signal: AbortSignal,
  ): Promise<Tokens> {
    const token_endpoint = server.refreshUrl ?? server.metadata.token_endpoint
    const at = { ...server, metadata: { ...server.metadata, token_endpoint } }
    const calling = await callingFor(deps, agentId, at, steps, signal)
    const configuration = await configurationOf(client, at, calling)
    const facts = { configuration, server, scopes, steps, signal, learn: wire.mask.learn }
    return refreshToken === undefined ? byClient(facts) : byRefresh(facts, refreshToken)
  }

  async function end(renewal: Renewal | undefined): Promise<void> {
    renewal?.stop.abort()
    await renewal?.done
  }

  return {
    /** Undefined without a way to renew, or when the server refused. */
    renew(agentId: string): Promise<KeptSignIn | undefined> {
      const underWay = renewals.get(agentId)
      if (underWay !== undefined) return underWay.done
      const stop = new AbortController()
      const done = renewNow(agentId, stop.signal).finally(() => renewals.delete(agentId))
      renewals.set(agentId, { stop, done })
      return done
    },
    /** Aborts; resolves once a token that was issued before is stored. */
    stop: (agentId: string): Promise<void> => end(renewals.get(agentId)),
    async close(): Promise<void> {
      await Promise.all([...renewals.values()].map(end))
    },
  }
}

/** A refusal is final; a network error may pass. */
function isFinal(error: unknown): boolean {
  return error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError
}
