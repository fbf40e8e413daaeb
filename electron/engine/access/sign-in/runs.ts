// The latest run of each agent: started, reported and stopped.

import { Fault } from '#shared/contract/fault.ts'
import type { SignInOption, SignInRequest, SignInRun, SignInStep } from '#shared/contract/sign-in.ts'
import type { DiscoveredServer } from './discover.ts'
import { challengedScopes, optionsFor, type PlannedOption, shownOption } from './plan-grants.ts'
import { createSteps, problemSentence } from './problem.ts'
import { NeedsClient, type Running, runSignIn, type SignInDeps } from './run-sign-in.ts'

export type Runs = ReturnType<typeof createRuns>

/** `changed` is called when the state of a run changes. */
export function createRuns(deps: SignInDeps, changed: () => void) {
  const runs = new Map<string, Running>()

  function stop(agentId: string): void {
    const running = runs.get(agentId)
    running?.stop.abort()
    running?.redirect?.close()
    if (running?.run.state !== 'running') return
    running.run = { ...running.run, state: 'canceled' }
    running.steps.fail('Canceled.')
  }

  return {
    runOf: (agentId: string): SignInRun | undefined => shownRun(runs.get(agentId)?.run),
    /** Of the run, once it is found. */
    serverOf: (agentId: string): DiscoveredServer | undefined => runs.get(agentId)?.server,
    /** Replaces a running one; resolves once it has started. */
    async begin(request: SignInRequest): Promise<void> {
      const { agentId } = request
      const { option, scopes } = await chosen(deps, request)
      stop(agentId)
      const running = newRun(shownOption(option), changed)
      runs.set(agentId, running)
      start(deps, running, { option, request, scopes }, changed)
    },
    /** Shows a step outside of a run; a running one shows its own. */
    showStep(agentId: string, option: SignInOption, step: SignInStep): void {
      const running = runs.get(agentId) ?? newRun(option, changed, 'done')
      if (running.run.state === 'running') return
      runs.set(agentId, running)
      running.steps.show(step)
    },
    stop,
    forget(agentId: string): void {
      stop(agentId)
      runs.delete(agentId)
    },
    /** The address that a browser ended at. */
    finish(agentId: string, address: string): void {
      const redirect = runs.get(agentId)?.redirect
      if (redirect === undefined)
        throw new Fault('conflict', 'No sign-in waits for an address. Start it again.')
      try {
        redirect.finish(address)
      } catch (error) {
        throw new Fault('bad-input', problemSentence(error))
      }
    },
    close(): void {
      for (const agentId of runs.keys()) stop(agentId)
    },
  }
}

function newRun(option: SignInOption, changed: () => void, state: SignInRun['state'] = 'running'): Running {
  const running: Running = {
    stop: new AbortController(),
    run: { way: option, state, steps: [], refused: [] },
    steps: createSteps(() => {
      running.run = { ...running.run, steps: running.steps.list() }
      changed()
    }),
  }
  return running
}

interface Chosen {
  readonly option: PlannedOption
  readonly request: SignInRequest
  readonly scopes: readonly string[]
}

/** Runs in the background and reports by `changed`. */
function start(deps: SignInDeps, running: Running, chosen: Chosen, changed: () => void): void {
  const show = (changes: Partial<SignInRun>) => {
    running.run = { ...running.run, ...changes }
    changed()
  }
  const ended = runSignIn(deps, { running, ...chosen, show }).catch((error: unknown) => {
    if (running.stop.signal.aborted && running.run.state !== 'done') return
    running.steps.fail(deps.wire.mask.text(problemSentence(error)))
    if (running.run.state !== 'done')
      show({ state: error instanceof NeedsClient ? 'needs-client' : 'failed' })
  })
  void ended.finally(() => running.redirect?.close())
}

async function chosen(deps: SignInDeps, request: SignInRequest): Promise<Omit<Chosen, 'request'>> {
  const { agentId, wayId, exchangeId, scopes } = request
  const refusal = exchangeId === undefined ? undefined : await deps.refusalOf(agentId, exchangeId)
  const option = optionsFor(deps.cardOf(agentId).discovery, refusal).find(({ id }) => id === wayId)
  if (option === undefined) {
    throw new Fault('not-found', 'The card doesn’t offer this way to sign in. Reload it.')
  }
  const before = await deps.keptSignIns.get(agentId)
  const had = before?.way.id === option.id ? before.scopes : option.scopes
  // The scopes of a challenge are added to the granted ones (RFC 6750 §3), unless the user chooses others.
  return { option, scopes: scopes ?? [...new Set([...had, ...challengedScopes(refusal)])] }
}

/** A run that is over has no page or code to show. */
function shownRun(run: SignInRun | undefined): SignInRun | undefined {
  if (run === undefined || run.state === 'running') return run
  const { browser: _, device: __, ...over } = run
  return over
}
