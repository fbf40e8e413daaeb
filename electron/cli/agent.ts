// The agent of a verb: added by its address, with the credentials that are kept for it and those that were given now.

import type { Engine } from '#engine/engine.ts'
import type { Access, Credential } from '#shared/contract/access.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import { WrongUsage } from './verb.ts'

/** How an agent is called besides its address. */
export interface AgentSettings {
  readonly url: string
  readonly header: Readonly<Record<string, string>>
  readonly bearer?: string | undefined
  /** Origins that credentials are sent to besides the one of the address. */
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
  const kept = (await engine.access.describe({ agentId })).access
  if (given.length > 0) {
    const replaced = new Set(given.map(slotOf))
    const staying = kept.credentials
      .map(({ secret: _, ...credential }) => credential)
      .filter((credential) => !replaced.has(slotOf(credential)))
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

/** Two of the same would be sent as one. */
function slotOf(credential: Credential): string {
  return 'name' in credential ? `${credential.kind} ${credential.name.toLowerCase()}` : credential.kind
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
