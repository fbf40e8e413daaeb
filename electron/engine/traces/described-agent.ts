import type { TracedAgent } from '#shared/traces/exchange-spans.ts'
import type { Agents } from '../agents.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'

/** As its card says now; by its name alone where it has none. */
export function describedAgent(
  agentId: string | undefined,
  agents: Pick<Agents, 'list'>,
  discovery: Pick<DiscoveryService, 'current'>,
): TracedAgent | undefined {
  const agent = agents.list().find(({ id }) => id === agentId)
  if (agent === undefined) return undefined
  const known = discovery.current(agent.id)
  if (!known?.found) return { name: agent.name }
  const { name, description, version } = known.card
  return { name, description, version }
}
