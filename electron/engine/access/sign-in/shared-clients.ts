// The client of another agent: agents of one server may share it where the user says so. The token is never shared.

import type { Agent } from '#shared/contract/agents.ts'
import type { SharedClient, SignInWay } from '#shared/contract/sign-in.ts'
import type { Client } from './client.ts'
import { type DiscoveredServer, isSameServer } from './discover.ts'
import type { KeptSignIns } from './kept-sign-ins.ts'
import { SignInProblem } from './problem.ts'

/** Clients of other agents that are offered for a sign-in. */
const maxSharedClients = 5

/** Those of agents that are signed in where one of these ways leads, each client once. */
export async function sharedClients(
  kept: Pick<KeptSignIns, 'isSet' | 'get'>,
  agents: readonly Pick<Agent, 'id' | 'name'>[],
  ways: readonly SignInWay[],
): Promise<readonly SharedClient[]> {
  const servers = new Set(ways.map(({ server }) => server))
  const found = new Map<string, SharedClient>()
  for (const { id, name } of agents.filter((agent) => servers.size > 0 && kept.isSet(agent.id))) {
    if (found.size === maxSharedClients) break
    const { way, client } = (await kept.get(id)) ?? {}
    if (way === undefined || client === undefined || !servers.has(way.server)) continue
    const key = `${way.server} ${client.id}`
    if (found.has(key)) continue
    // What a server registered is for one grant.
    const only = client.registered && { grant: way.grant }
    found.set(key, { agentId: id, name, clientId: client.id, server: way.server, ...only })
  }
  return [...found.values()]
}

/** A client may have a secret, so it goes to the very server it is of. */
export async function clientOfAgent(
  kept: Pick<KeptSignIns, 'get'>,
  agentId: string,
  wanted: DiscoveredServer,
): Promise<Client> {
  const { client, server } = (await kept.get(agentId)) ?? {}
  if (client === undefined || server === undefined) {
    throw new SignInProblem('The agent whose client was chosen is no longer signed in.')
  }
  if (isSameServer(server, wanted)) return client
  throw new SignInProblem(
    'The agent whose client was chosen is signed in at another server. The client was not used.',
  )
}
