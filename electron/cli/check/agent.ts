// The agent of a run: added by its address, with the credentials that are kept for it and those that were given now.

import type { Engine } from '#engine/engine.ts'
import type { CheckRun } from '#shared/checks/run.ts'
import type { Access, Credential } from '#shared/contract/access.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import { WrongUsage } from '../verb.ts'
import type { Ended } from './ending.ts'
import { problemKind } from './outcome.ts'
import type { CheckSettings } from './settings.ts'

type NotFound = Extract<Discovery, { found: false }>

export async function connect(
  engine: Engine,
  settings: CheckSettings,
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

/** A run that came to nothing: no test was made, and the reports say why. */
export function noCardRun(agent: Agent, { problem }: NotFound, ended: Ended | undefined): CheckRun {
  const now = Date.now()
  return {
    id: agent.id,
    agentId: agent.id,
    agentName: agent.name,
    cardUrl: agent.address,
    startedAt: now,
    endedAt: now,
    state: ended === undefined ? 'done' : 'stopped',
    ways: [],
    suites: [],
    planned: 0,
    results: [],
    problem: ended
      ? { kind: 'timeout', sentence: 'The run ended before the agent’s card was read.' }
      : { kind: problemKind(problem.kind), sentence: problem.sentence },
  }
}

async function giveCredentials(engine: Engine, agentId: string, settings: CheckSettings): Promise<Access> {
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
    const { credentials } = await engine.access.set(agentId, [...staying, ...given])
    for (const { secret } of credentials) {
      if (secret.state === 'set' && secret.where === 'environment' && !secret.present) {
        throw new WrongUsage(`The environment has no variable ${secret.variable}, which a credential names.`)
      }
    }
  }
  for (const origin of approve) {
    if (!URL.canParse(origin))
      throw new WrongUsage(`--approve wants an origin such as https://api.example, not "${origin}".`)
    await engine.access.approve(agentId, origin, true)
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
