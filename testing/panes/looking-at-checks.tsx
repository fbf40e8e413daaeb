// The checks of an agent from a recording; calls to the agent are refused.

import { AsyncIteratorClass } from '@orpc/client'
import type { EngineClient } from '#shared/contract/contract.ts'
import { type EngineAccess, queriesOf } from '../../renderer/host/engine.tsx'
import { refusal, refused } from '../../renderer/viewing/recorded-client.ts'
import type { RecordedChecks } from './recordings.ts'

/** As for a connected agent, or for a stored session. */
export function lookingAtChecks(checks: RecordedChecks, as: 'agent' | 'session' = 'agent') {
  return (access: EngineAccess): EngineAccess => {
    const client = {
      ...access.client,
      console: countingIn(checks, access.client.console),
      checks: answersOf(checks),
    }
    const { recorded, ...live } = { ...access, client, queries: queriesOf(client), hasChecks: true }
    if (as === 'agent') return { ...live, canCall: true }
    return { ...live, ...(recorded && { recorded }) }
  }
}

function countingIn({ counts }: RecordedChecks, console: EngineClient['console']): EngineClient['console'] {
  return {
    ...console,
    async counts(input, options) {
      if (input.sessionId === undefined) return console.counts(input, options)
      const own = counts[input.sessionId]
      if (own === undefined) throw refusal('No such session was recorded.')
      return own
    },
  }
}

function answersOf({ plan, prompts, runs, pages, trial }: RecordedChecks): EngineClient['checks'] {
  let mapped = prompts
  const { start, stop, report } = refused.checks
  return {
    ...{ start, stop, report },
    plan: async () => plan,
    prompts: async () => mapped,
    async setPrompts(input) {
      mapped = input.prompts
      return mapped
    },
    async tryPrompts() {
      const steps = trial.values()
      return new AsyncIteratorClass(
        async () => steps.next(),
        async () => undefined,
      )
    },
    read: async ({ sessionId, after }) => {
      const page = pages[sessionId]
      if (page === undefined) return { run: null, results: [], next: after }
      return { ...page, results: page.results.slice(after) }
    },
    runs: async () => runs,
  }
}
