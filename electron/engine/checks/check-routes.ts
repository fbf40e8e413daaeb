import { implement } from '@orpc/server'
import { contract } from '#shared/contract/contract.ts'
import type { Checks } from './checks.ts'

const on = implement(contract).checks

/** What a window asks of checks. */
export function checkRoutes(checks: Checks) {
  return {
    plan: on.plan.handler(({ input, signal }) => checks.plan(input, signal)),
    prompts: on.prompts.handler(({ input }) => checks.prompts.of(input.agentId)),
    setPrompts: on.setPrompts.handler(({ input }) => checks.prompts.set(input.agentId, input.prompts)),
    tryPrompts: on.tryPrompts.handler(async function* ({ input, signal }) {
      yield* checks.tryPrompts(input.agentId, signal)
    }),
    start: on.start.handler(({ input, signal }) => checks.start(input, undefined, signal)),
    stop: on.stop.handler(({ input }) => checks.stop(input.sessionId)),
    read: on.read.handler(({ input, signal }) => checks.runs.read(input, signal)),
    runs: on.runs.handler(({ input }) => checks.runs.past(input.agentId)),
    report: on.report.handler(({ input }) => checks.report(input)),
  }
}
