// Signing in to agents: one run at a time for each, followed by every window. It finds the server, becomes a client of it, gets a token
// and hands it to access, which knows where it may go. Tokens are refreshed here; they leave only towards the wire.

import { tokenRevocation } from 'openid-client'
import type { SignInRequest, SignInState } from '#shared/contract/sign-in.ts'
import { defined } from '#shared/defined.ts'
import { configurationOf } from './client.ts'
import { type KeptSignIn, type KeptSignIns, tokenOrigin } from './kept-sign-ins.ts'
import { createRenewals } from './renewal.ts'
import { callingFor, type SignInDeps } from './run-sign-in.ts'
import { createRuns } from './runs.ts'
import { signedInView } from './signed-in-view.ts'
import { createSteps } from './steps.ts'
import { createTokens, type SignInTokens } from './tokens.ts'

export interface SignIns extends SignInTokens {
  readonly kept: KeptSignIns
  refusalOf: SignInDeps['refusalOf']
  /** Origins of the servers it signed in at, or tried to. */
  servers(agentId: string): Promise<readonly string[]>
  /** As long as the signal isn’t aborted; without one, not at all. */
  follow(agentId: string, signal: AbortSignal | undefined): AsyncGenerator<SignInState, void>
  start(request: SignInRequest): Promise<SignInState>
  cancel(agentId: string): Promise<SignInState>
  finish(agentId: string, address: string): Promise<SignInState>
  refresh(agentId: string): Promise<SignInState>
  signOut(agentId: string): Promise<SignInState>
  forget(agentId: string): Promise<void>
  close(): Promise<void>
}

export function createSignIns(deps: SignInDeps): SignIns {
  const { kept } = deps
  const runs = createRuns(deps)
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

  return {
    kept,
    refusalOf: deps.refusalOf,
    async servers(agentId) {
      const known = [runs.serverOf(agentId), (await kept.get(agentId))?.server]
      return known.flatMap((server) => (server === undefined ? [] : [tokenOrigin(server)]))
    },
    ...createTokens(kept, renewals.renew),
    async *follow(agentId, signal = AbortSignal.abort()) {
      while (!signal.aborted) {
        const left = new AbortController()
        // What changes while the window takes the last is not missed.
        const change = runs.change(AbortSignal.any([signal, left.signal])).catch(() => undefined)
        try {
          yield await state(agentId)
          await change
        } finally {
          left.abort()
        }
      }
    },
    async start(request) {
      await runs.begin(request)
      return state(request.agentId)
    },
    async cancel(agentId) {
      runs.stop(agentId)
      return state(agentId)
    },
    async finish(agentId, address) {
      runs.finish(agentId, address)
      return state(agentId)
    },
    async refresh(agentId) {
      await renewals.renew(agentId)
      return state(agentId)
    },
    async signOut(agentId) {
      await renewals.stop(agentId)
      runs.forget(agentId)
      const before = await kept.get(agentId)
      await deps.keep(agentId, null)
      runs.changed()
      if (before !== undefined) await revoke(deps, agentId, before).catch(() => undefined)
      return state(agentId)
    },
    async forget(agentId) {
      await renewals.stop(agentId)
      runs.forget(agentId)
      await kept.forget(agentId)
    },
    async close() {
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
