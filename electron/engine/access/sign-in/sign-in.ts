// Signing in to agents: one run at a time for each, followed by every window. It finds the server, becomes a client of it, gets a token
// and hands it to access, which knows where it may go. Tokens are refreshed here; they leave only towards the wire.

import { tokenRevocation } from 'openid-client'
import type { SignInState } from '#shared/contract/sign-in.ts'
import { defined } from '#shared/defined.ts'
import type { Answers } from '../../answers.ts'
import { createNews, nobody } from '../../news.ts'
import { configurationOf } from './client.ts'
import { type KeptSignIn, type KeptSignIns, renews, tokenOrigin } from './kept-sign-ins.ts'
import { createRenewals, type Renewals } from './renewal.ts'
import { callingFor, type SignInDeps } from './run-sign-in.ts'
import { createRuns } from './runs.ts'
import { signedInView } from './signed-in-view.ts'
import { createSteps } from './steps.ts'

export type SignIns = ReturnType<typeof createSignIns>

export function createSignIns(deps: SignInDeps) {
  const { kept } = deps
  const news = createNews()
  const runs = createRuns(deps, news.changed)
  const renewals = createRenewals({ ...deps, show: runs.showStep })

  async function state(agentId: string): Promise<SignInState> {
    const signIn = await kept.get(agentId)
    const run = runs.runOf(agentId)
    return {
      ...defined({ run }),
      ...(signIn && { signedIn: signedInView(signIn) }),
      ...(signIn === undefined && kept.isSet(agentId) && { isLost: true }),
    }
  }

  const answers = {
    follow: ({ agentId }, signal = nobody) => news.follow(() => state(agentId), signal),
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
      const before = await kept.get(agentId)
      await deps.keep(agentId, null)
      news.changed()
      if (before !== undefined) await revoke(deps, agentId, before).catch(() => undefined)
      return state(agentId)
    },
  } satisfies Answers<'signIn'>
  return {
    ...answers,
    ...createTokens(kept, renewals.renew),
    kept,
    refusalOf: deps.refusalOf,
    /** Origins of the servers it signed in at, or tried to. */
    async servers(agentId: string): Promise<readonly string[]> {
      const known = [runs.serverOf(agentId), (await kept.get(agentId))?.server]
      return known.flatMap((server) => (server === undefined ? [] : [tokenOrigin(server)]))
    },
    async forget(agentId: string): Promise<void> {
      await renewals.stop(agentId)
      runs.forget(agentId)
      await kept.forget(agentId)
    },
    async close(): Promise<void> {
      runs.close()
      await renewals.close()
    },
  }
}

/** What became of it is on the wire: the tokens are gone from here in any case. */
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

/** The token that goes along with a request now, and another in its place. */
function createTokens(kept: KeptSignIns, renew: Renewals['renew']) {
  return {
    /** The token to send now, refreshed where it is about to expire. */
    async token(agentId: string): Promise<string | undefined> {
      const now = await kept.get(agentId)
      if (now === undefined) return undefined
      const isEnding = now.renewAt !== undefined && now.renewAt < Date.now()
      const after = isEnding && renews(now) ? await renew(agentId) : undefined
      return (after ?? (await kept.get(agentId)))?.accessToken
    },
    /** Another one in place of a token that was refused; undefined where there is none. */
    async renewed(agentId: string, refused: string): Promise<string | undefined> {
      const now = await kept.get(agentId)
      if (now !== undefined && now.accessToken !== refused) return now.accessToken
      return (await renew(agentId))?.accessToken
    },
    /** Where it comes from, as a sentence for who is shown a request without it. */
    async tokenSource(agentId: string): Promise<string | undefined> {
      const { way, server } = (await kept.get(agentId)) ?? {}
      const url = URL.parse(server?.metadata.token_endpoint ?? '')
      return way && url ? `The access token is issued by ${url.href} (${way.grant}).` : undefined
    },
  }
}
