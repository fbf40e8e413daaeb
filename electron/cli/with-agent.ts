// Wraps a verb that calls an agent: opens the engine, adds the agent with its credentials, and reads its card.

import { identityOf } from '#engine/access/attach.ts'
import type { Engine } from '#engine/engine.ts'
import type { Access, Credential } from '#shared/contract/access.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { CardProblemKind, Discovery, FoundAgent } from '#shared/contract/card.ts'
import { Failure } from './failure.ts'
import { pairs, timeOf } from './flags.ts'
import { type VerbCall, WrongUsage } from './verb.ts'
import { type Act, type EngineRun, type EngineUse, withEngine } from './with-engine.ts'

export interface AgentRun extends EngineRun {
  readonly agent: Agent
  readonly discovery: FoundAgent
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
      const { kind, sentence } = discovery.problem
      const code = kindOfProblem(kind)
      throw new Failure(code, sentence, code === 'credentials' ? credentialsHint : unreachableHint)
    },
    { timeoutMs: timeLimitOf(call), ...use },
  )
}

/** Of the whole run; undefined without a limit. */
export function timeLimitOf({ flags: { timeout } }: VerbCall): number | undefined {
  const timeoutMs = typeof timeout === 'string' ? timeOf(timeout) : undefined
  if (timeoutMs === undefined || timeoutMs >= 1) return timeoutMs
  throw new WrongUsage(`--timeout expects a time such as 90s or 5m, not "${String(timeout)}".`)
}

/** Of an address without a card. */
export function kindOfProblem(kind: CardProblemKind): 'credentials' | 'timeout' | 'unreachable' {
  switch (kind) {
    case 'needs-credentials':
    case 'forbidden':
      return 'credentials'
    case 'timeout':
      return 'timeout'
    default:
      return 'unreachable'
  }
}

export const unreachableHint = 'Check the address, and that the agent runs there.'
// biome-ignore lint/suspicious/noTemplateCurlyInString: the engine looks it up in its environment
export const credentialsHint = "Give them with --bearer '${env:NAME}' or --header 'Name: ${env:NAME}'."

// The agent of a verb: added by its address, with stored credentials and those of the command line.

/** How an agent is called, besides its address. */
interface AgentSettings {
  readonly url: string
  readonly header: Readonly<Record<string, string>>
  readonly bearer?: string | undefined
  /** Further origins that may receive credentials. */
  readonly approve: readonly string[]
}

export async function connect(
  engine: Engine,
  settings: AgentSettings,
  signal: AbortSignal,
  note: (sentence: string) => void,
): Promise<{ readonly agent: Agent; readonly discovery: Discovery }> {
  const agent = await engine.addAgent({ address: settings.url, tentative: true })
  const access = await giveCredentials(engine, agent.id, settings)
  const discovery = await engine.discovery.discover(agent.id, { bypassCache: true, signal })
  if (!discovery.found) {
    for (const { name, address } of discovery.choices?.list ?? []) note(`  ${name}: ${address ?? ''}`)
    return { agent, discovery }
  }
  if (access.credentials.length > 0 || access.signedIn) await noteWithheld(engine, agent.id, note)
  return { agent: engine.agents.get(agent.id), discovery }
}

async function giveCredentials(engine: Engine, agentId: string, settings: AgentSettings): Promise<Access> {
  const { header, bearer, approve } = settings
  const given: readonly Credential[] = [
    ...(bearer === undefined ? [] : [{ kind: 'bearer' as const, token: bearer }]),
    ...Object.entries(header).map(([name, value]) => ({ kind: 'header' as const, name, value })),
  ]
  const access = (await engine.access.describe({ agentId })).access
  if (given.length > 0) {
    const replaced = new Set(given.map(identityOf))
    const staying = access.credentials
      .map(({ secret: _, ...credential }) => credential)
      .filter((credential) => !replaced.has(identityOf(credential)))
    const { credentials } = await engine.access.set({ agentId, credentials: [...staying, ...given] })
    for (const { secret } of credentials) {
      if (secret.state === 'set' && secret.where === 'environment' && !secret.present) {
        throw new WrongUsage(`The environment has no variable ${secret.variable}, which a credential names.`)
      }
    }
  }
  for (const origin of approve) {
    if (!URL.canParse(origin))
      throw new WrongUsage(`--approve expects an origin such as https://api.example, not "${origin}".`)
    await engine.access.approve({ agentId, origin, approved: true })
  }
  return (await engine.access.describe({ agentId })).access
}

async function noteWithheld(
  engine: Engine,
  agentId: string,
  note: (sentence: string) => void,
): Promise<void> {
  const { origins } = (await engine.access.describe({ agentId })).access
  for (const { origin, uses, approved } of origins) {
    if (approved || !uses.includes('interface')) continue
    note(
      `Credentials aren't sent to ${origin}, where the card has an interface. --approve ${origin} sends them.`,
    )
  }
}
