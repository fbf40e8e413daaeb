// New tokens in place of those that end: before they do, after the agent refused one, and when the user asks. For each agent one at a
// time, whoever asks.

import { ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import { configurationOf } from './client.ts'
import { byClient, byRefresh, type Tokens } from './grants.ts'
import { type KeptSignIn, renews } from './kept-sign-ins.ts'
import { problemSentence } from './problem.ts'
import { callingFor, type SignInDeps } from './run-sign-in.ts'
import type { Runs } from './runs.ts'
import { createSteps, type Steps } from './steps.ts'

export type Renewals = ReturnType<typeof createRenewals>

export interface RenewalDeps extends SignInDeps {
  readonly show: Runs['showStep']
}

interface Renewal {
  readonly stop: AbortController
  readonly done: Promise<KeptSignIn | undefined>
}

export function createRenewals(deps: RenewalDeps) {
  const { kept, wire, show } = deps
  const renewals = new Map<string, Renewal>()

  async function renewNow(agentId: string, signal: AbortSignal): Promise<KeptSignIn | undefined> {
    const before = await kept.get(agentId)
    if (before === undefined || !renews(before)) return undefined
    const steps = createSteps(() => {
      for (const step of steps.list())
        if (step.name === 'refresh' && !signal.aborted) show(agentId, before.way, step)
    })
    steps.begin('refresh', 'Asking for a new token')
    try {
      const tokens = await askAnew(agentId, before, steps, signal)
      // Signed in again meanwhile.
      if ((await kept.get(agentId)) !== before) return undefined
      const { refreshProblem: _, ...rest } = before
      const after = { ...rest, ...tokens }
      await kept.set(agentId, after)
      steps.done('refresh', `Refreshed at ${new Date().toISOString().slice(11, 19)} UTC.`)
      return after
    } catch (error) {
      const refreshProblem = wire.mask.text(problemSentence(error))
      steps.fail(refreshProblem)
      if (signal.aborted || (await kept.get(agentId)) !== before) return undefined
      const { refreshToken: spent, ...rest } = before
      const left = spent !== undefined && { refreshToken: spent }
      await kept.set(agentId, { ...rest, refreshProblem, ...(isFinal(error) ? { isRefused: true } : left) })
      steps.fail(refreshProblem)
      return undefined
    }
  }

  async function askAnew(
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
    /** Undefined where there is nothing to renew with, or the server refused. */
    renew(agentId: string): Promise<KeptSignIn | undefined> {
      const underWay = renewals.get(agentId)
      if (underWay !== undefined) return underWay.done
      const stop = new AbortController()
      const done = renewNow(agentId, stop.signal).finally(() => renewals.delete(agentId))
      renewals.set(agentId, { stop, done })
      return done
    },
    /** Nothing more is asked or shown; ends once what was issued before is kept. */
    stop: (agentId: string): Promise<void> => end(renewals.get(agentId)),
    async close(): Promise<void> {
      await Promise.all([...renewals.values()].map(end))
    },
  }
}

/** What the server refused it refuses again; a network may be there the next time. */
function isFinal(error: unknown): boolean {
  return error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError
}
