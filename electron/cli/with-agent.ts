// What a verb that calls an agent does around its own work: the engine, the agent with its credentials, and its card.

import type { Agent } from '#shared/contract/agents.ts'
import type { CardProblemKind, Discovery } from '#shared/contract/card.ts'
import { connect } from './agent.ts'
import { Failure } from './failure.ts'
import { pairs, timeOf } from './flag-values.ts'
import { type VerbCall, WrongUsage } from './verb.ts'
import { type Act, type EngineRun, type EngineUse, withEngine } from './with-engine.ts'

export interface AgentRun extends EngineRun {
  readonly agent: Agent
  readonly discovery: Extract<Discovery, { found: true }>
}

/** The agent is the first operand. */
export async function withAgent(call: VerbCall, act: Act<AgentRun>, use?: EngineUse): Promise<number> {
  const [url = ''] = call.operands
  const { header, bearer, approve } = call.flags
  const settings = {
    url,
    header: header === undefined ? {} : pairs(header, '--header', ':', 'Name: value'),
    ...(typeof bearer === 'string' && { bearer }),
    approve: Array.isArray(approve) ? approve.map(String) : [],
  }
  return withEngine(
    call,
    async (run) => {
      const { output } = run
      output.progress(`Reading the card of ${url}`)
      const { agent, discovery } = await connect(run.engine, settings, run.signal, output.note)
      output.clearProgress()
      if (discovery.found) return act({ ...run, agent, discovery })
      throw noCard(discovery.problem)
    },
    { timeoutMs: timeLimitOf(call), ...use },
  )
}

/** Of the whole run; undefined where it takes as long as it takes. */
export function timeLimitOf({ flags: { timeout } }: VerbCall): number | undefined {
  const timeoutMs = typeof timeout === 'string' ? timeOf(timeout) : undefined
  if (timeoutMs === undefined || timeoutMs >= 1) return timeoutMs
  throw new WrongUsage(`--timeout expects a time such as 90s or 5m, not "${String(timeout)}".`)
}

function noCard({ kind, sentence }: { readonly kind: CardProblemKind; readonly sentence: string }): Failure {
  switch (kind) {
    case 'needs-credentials':
    case 'forbidden':
      return new Failure('credentials', sentence, credentialsHint)
    case 'timeout':
      return new Failure('timeout', sentence, unreachableHint)
    default:
      return new Failure('unreachable', sentence, unreachableHint)
  }
}

export const unreachableHint = 'Check the address, and that the agent runs there.'
// biome-ignore lint/suspicious/noTemplateCurlyInString: the engine looks it up in its environment
export const credentialsHint = "Give them with --bearer '${env:NAME}' or --header 'Name: ${env:NAME}'."
